// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/collectives/collective_kinds.h"
#include "core/analysis/collectives/named_group.h"
#include "core/analysis/collectives/run_shapes.h"
#include "core/analysis/names/classification.h"
#include "core/analysis/types/analysis.h"
#include "core/base/optional_integer.h"
#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/model/trace_set.h"

#include <cstdint>
#include <string>
#include <vector>

namespace kinetoscope {

/// One communication kernel of one rank; of a rank without such kernels, one host range of a CPU backend. Times are on
/// the trace's own clock. 72 bytes: a job of a thousand ranks has millions.
struct CommunicationRun {
    TimeRange range;
    OptionalInteger sequence;             ///< `Seq`
    OptionalInteger step;                 ///< number of the step of its launch; without one, of its start
    const RunShape* shape = nullptr;      ///< never nullptr; lives as long as what has the run
    const std::string* commsId = nullptr; ///< `Comms Id`; nullptr: none; lives as long as `shape`
    SliceId slice;                        ///< invalid: only a summary tells of it
    std::uint32_t rank = 0;               ///< position in TraceSet::ranks()
    std::uint32_t group = 0; ///< in CollectiveMatching::groups; of what communicationRuns() returns: in its `groups`
    std::uint32_t part = 0;  ///< kernels of one host op, by start: 0, 1, ...
    SliceId hostOp;          ///< the op whose kernels it is a part of; invalid: unknown
    CollectiveKind kind = CollectiveKind::Unknown;
    /// What the kernel's name alone says: one kernel may do several kinds ("SendRecv" all-to-alls too).
    CollectiveKind kernelKind = CollectiveKind::Unknown;
    bool isKindByName = false; ///< nothing but the kernel's name tells the kind

    [[nodiscard]] const MessageFacts& message() const { return shape->message; }
    [[nodiscard]] std::int64_t stream() const { return shape->stream; } ///< kNoStream: a host range
};
static_assert(sizeof(CommunicationRun) == 72, "two million of them shall fit 150 MB");

/// All runs of one rank: by start of the launch (without one, of the run itself) and event, but those of one stream by
/// start.
struct RankRuns {
    std::vector<CommunicationRun> runs;
    std::vector<NamedGroup> groups; ///< distinct
    RunShapes shapes;               ///< of the runs
};

/// Reads them. What neither columns nor the kept arguments (CommonArguments) hold is read from the file again, in one
/// pass over the events that have it; without the file, runs know only what the loader has kept. Corrupt slices are
/// left out. O(device slices), and some microseconds a run that the file is read for.
///
/// Facts come from the kernel's args, else the innermost `record_param_comms` around its launch, else the innermost
/// annotation `nccl:NAME` there, else the kernel's name: each fact from the first of them that has it.
///
/// Errors: Cancelled.
[[nodiscard]] Result<RankRuns> communicationRuns(
    const TraceSet& traces, std::uint32_t rank, const KernelClassifier& classifier, const Progress& progress);

/// Whether a run lies in the scope: a rank, stream and step of it, and a start in its range.
[[nodiscard]] bool isInScope(const AnalysisInput& input, const CommunicationRun& run);

} // namespace kinetoscope
