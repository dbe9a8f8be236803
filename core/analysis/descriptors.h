// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"

namespace kinetoscope {

// Every analysis, in the order of catalog/analyses, which adds the hta modes. Each is defined in the file of its name.

/// "Where does the time go, and what should I look at first?". Tables `findings`, up to five sentences by time at
/// stake, and `split`, the time of each rank by what runs and why nothing runs. Every figure comes from the analysis
/// that the finding names.
[[nodiscard]] AnalysisDescriptor overview();

/// "Where did the time of each rank go?" (SPEC.md section 2). Tables `ranks` and, per device of a rank, `devices`.
[[nodiscard]] AnalysisDescriptor temporalBreakdown();

/// "Which kernels take the GPU time?" (SPEC.md section 3). Tables `kernel-types` (time by what runs at once, all
/// ranks together) and `kernels` (statistics by name, per rank and type).
[[nodiscard]] AnalysisDescriptor kernelBreakdown();

/// "Why do the streams wait?" (SPEC.md section 4). Tables `streams` and `intervals` per stream and cause, `devices`
/// per device, cause and the stream that ends the gap, `longest-gaps` of the devices.
[[nodiscard]] AnalysisDescriptor idleTime();

/// "Whose fault is each idle nanosecond?" (causes.md section 2). Tables `causes`, `owners` per device, and `steps`.
[[nodiscard]] AnalysisDescriptor idleCauses();

/// "What did the job wait for, moment by moment?" (causes.md section 3). Tables `summary`, `owners`, `links`, `steps`.
[[nodiscard]] AnalysisDescriptor criticalPath();

/// "What would a change save?" (causes.md section 4). Tables `changes`, and `steps` by the wall time of each.
[[nodiscard]] AnalysisDescriptor whatIf();

/// "How much of the communication is hidden under computation?" (SPEC.md section 5). Tables `ranks` and, by process
/// group and collective of the metadata, `collectives`.
[[nodiscard]] AnalysisDescriptor commCompOverlap();

/// "How fast do copies run, and when?" (SPEC.md section 6). Tables `summary` (statistics of the points by kind of
/// copy) and `series` (the points).
[[nodiscard]] AnalysisDescriptor memoryBandwidth();

/// "How long are the queues of the streams, and when are they full?" (SPEC.md section 7). Tables `summary`
/// (statistics of the points by stream), `series` (the points) and `blocked` (time at a full queue).
[[nodiscard]] AnalysisDescriptor queueLength();

/// "What does launching cost, and what waits?" (SPEC.md 8.1). Tables `launches`, the three groups, and `summary`.
[[nodiscard]] AnalysisDescriptor kernelLaunches();

/// "How long from an op to its kernels?" (SPEC.md 8.2). Table `sequences`: which ATen op launches which kernels,
/// how often, and how late.
[[nodiscard]] AnalysisDescriptor opKernelDelays();

/// "Which chains of kernels come again and again?" (SPEC.md section 9). Tables `sequences`, one row a pattern, and
/// `occurrences` of the first patterns.
[[nodiscard]] AnalysisDescriptor kernelSequences();

/// "How much work did each kernel do?" (SPEC.md section 10). Table `kernels`: one row a counter range with the ops
/// that launched its kernel; `regions`: ranges that cover more than one kernel. Both have one column a recorded counter
/// and one a formula, which only the result knows.
[[nodiscard]] AnalysisDescriptor cuptiCounters();

/// "How long do annotated regions take?" (SPEC.md 12.1). Table `annotations`: statistics by name, per rank.
[[nodiscard]] AnalysisDescriptor annotationBreakdown();

/// "Which annotation does each kernel belong to?" (SPEC.md 12.2). Table `kernels`: one row a GPU activity.
[[nodiscard]] AnalysisDescriptor annotationKernels();

/// "Which rank do the others wait for?" (SPEC.md 15.1). Table `candidates`: ranks that come late to the collective
/// whose duration differs most between ranks; `collectives`: every long collective, step by step.
///
/// Start times of ranks on different hosts compare only as well as their clocks do. The duration needs no clock: who
/// comes last waits least, so the straggler's own run is the shortest ([DIFF-15.2]).
[[nodiscard]] AnalysisDescriptor stragglers();

/// "How fast are the collectives, for their size and for the link?" (efficiency.md 8). Tables `collectives`, `groups`,
/// `instances`, `ranks`.
[[nodiscard]] AnalysisDescriptor collectives();

/// "Who do the others wait for in collectives, and how long?" (ranks.md 3.1, 3.2). Tables `ranks`, `instances`,
/// `steps`, `groups`; in each the waits of the scope add up to the same sum.
[[nodiscard]] AnalysisDescriptor waitCauses();

/// "How far do the clocks of the ranks differ?" (ranks.md 2). Table `clocks`: a row for each rank of the scope. The
/// whole of the job is measured whatever the scope is: a clock does not depend on it.
[[nodiscard]] AnalysisDescriptor clockAlignment();

/// "How much memory is in use, and who asked for it at the peak?" (SPEC.md 15.2). Tables `series` and `peaks`, from
/// the `[memory]` instants of traces or from raw memory timeline files. A result has only the columns that its source
/// can fill.
[[nodiscard]] AnalysisDescriptor memoryTimeline();

/// "How fast could it be?": floating-point operations and bytes of each op from its recorded shapes, the rates it
/// achieved, and what the device's peaks allow. Tables `ops`, `kernels`, `steps` and `summary`. No hardware counters.
[[nodiscard]] AnalysisDescriptor efficiency();

/// "What did the compiler make of the model, and what is worth tuning?" (SPEC.md 16.1). Tables `categories`,
/// `kernels`, `graphs` (per compiled graph) and `summary` (the shares of Inductor's own report, and both busy figures).
[[nodiscard]] AnalysisDescriptor inductorKernels();

/// "Do a few long activities make up most of the time?" (SPEC.md 16.2 (1) to (3)). Tables `kinds` (share of each
/// kind of activity), `concentration` (what the longest 1, 5 and 10 % amount to) and `comparison` (of two kinds, or of
/// one kind in several inputs).
[[nodiscard]] AnalysisDescriptor durationConcentration();

/// "Does the host launch ahead of the GPU?" (SPEC.md 16.2 (4) and (5)). Tables `pairs` (neighbours in launch order
/// of which the first is still busy when the second begins) and `launch-apis` (which API calls launch which kernels).
[[nodiscard]] AnalysisDescriptor launchOverlap();

/// "What differs between two runs?" (SPEC.md section 13). Two inputs, control and test; they may be the same job
/// with different ranks or steps. Tables `ops` and `changes`.
///
/// Without a choice the first step of the lowest rank of each side is compared; where a side has no steps, both traces
/// as a whole ([DIFF-13.1]).
[[nodiscard]] AnalysisDescriptor traceDiff();

/// "Where did the time of a step go that another one does not take?" (ranks.md, section 4). Two inputs, control and
/// test; they may be the same job with different ranks or steps. Tables `parts`, which add up to the wall time exactly,
/// and `kernels`, which add up to the parts.
[[nodiscard]] AnalysisDescriptor waterfall();

/// "Which kernels are in one trace and not in the other?" (SPEC.md 16.2 (6)). Table `difference`: one row a kernel
/// name with the inputs that have it and one column of calls an input, which only the result knows.
[[nodiscard]] AnalysisDescriptor kernelNameSets();

/// "Where does the time of each step go?" (product.md, Scope). Table `steps`.
[[nodiscard]] AnalysisDescriptor stepBreakdown();

/// "Which ops take the time, on the host and on the GPU?" (SPEC.md 12.3 EXT). Table `operators`, one row a name, or
/// a name and its input shapes, a module, a name and its Python stack. Columns that PyTorch's key_averages() has carry
/// its names and its values.
[[nodiscard]] AnalysisDescriptor operators();

/// "What calls what, and how much GPU work does it cause?" (SPEC.md 12.3). Table `ops`, one row a host slice in
/// tree order: its parent, depth, height, and sums over the GPU work launched by it and everything nested in it. Table
/// `paths`, what a person reads: equal calls below equal calls are one row (call_paths.h).
[[nodiscard]] AnalysisDescriptor callTree();

/// "Can the numbers of this trace be trusted, and what is missing?" (SPEC.md 15.7). Table `findings`: one sentence
/// a row, the most serious first.
[[nodiscard]] AnalysisDescriptor traceHealth();

} // namespace kinetoscope
