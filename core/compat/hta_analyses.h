// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"

namespace kinetoscope::compat {

// What runs in hta mode (AnalysisDescriptor::runLikeHta); runCriticalPath stands with its graph.
using RunLikeHta = Result<AnalysisResult>(AnalysisInputs, const Parameters&, const AnalysisContext&);

/// HTA's get_temporal_breakdown. Ranks without rows on a stream, where HTA fails, give a row of zeros without
/// percentages.
RunLikeHta runTemporalBreakdown;

/// HTA's get_gpu_kernel_breakdown: both frames. As soon as anything is folded, the statistics are those of per-name
/// sums.
RunLikeHta runKernelBreakdown;

/// HTA's idle time breakdown (SPEC.md section 4, REF): gaps between neighbours by start, negative ones summed;
/// figures rounded to two decimals. Tables `streams` and `intervals`.
RunLikeHta runIdleTime;

/// HTA's overlap (SPEC.md section 5, REF): a sweep over both unions in its order of ties. Table `ranks`.
RunLikeHta runCommCompOverlap;

/// HTA's get_memory_bw_summary and get_memory_bw_time_series.
RunLikeHta runMemoryBandwidth;

/// HTA's get_queue_length_summary, get_queue_length_time_series and get_time_spent_blocked_on_full_queue.
RunLikeHta runQueueLength;

/// HTA's get_cuda_kernel_launch_stats, and the three groups it draws.
RunLikeHta runKernelLaunches;

/// HTA's get_aten_op_kernels_and_delay. The launches of a rank are added to those of the ranks before it, as in HTA;
/// where HTA stops on a launch with several kernels, all of them are taken.
RunLikeHta runOpKernelDelays;

/// HTA's get_frequent_cuda_kernel_sequences: its table; the overlay is an export of its own.
RunLikeHta runKernelSequences;

/// get_cupti_counter_data_with_operators (SPEC.md section 10).
RunLikeHta runCuptiCounters;

/// HTA's get_gpu_user_annotation_breakdown. Where HTA returns None, the table is empty.
RunLikeHta runAnnotationBreakdown;

/// HTA's get_gpu_kernels_with_user_annotations. Without any annotation, where HTA returns nothing, the table is empty.
RunLikeHta runAnnotationKernels;

/// HTA's get_potential_stragglers. Where HTA stops (no steps, no kernel named ncclKernel..., one rank) the table is
/// empty and a remark says why.
RunLikeHta runStragglers;

/// MemoryAnalysis._process_raw_events (SPEC.md 15.2): one row a change of time with the bytes of each category,
/// `c0` to `c7`. Only for raw memory timeline files.
RunLikeHta runMemoryTimeline;

/// HTA's TraceDiff.compare_traces and ops_diff. Work on stream 0 belongs to no step and is missed, as in HTA; where HTA
/// stops because a trace has no steps, the whole of it is taken.
RunLikeHta runTraceDiff;

} // namespace kinetoscope::compat
