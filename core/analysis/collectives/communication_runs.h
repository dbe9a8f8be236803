// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/collectives/collective_kinds.h"
#include "core/analysis/collectives/message_facts.h"
#include "core/analysis/collectives/named_group.h"
#include "core/analysis/names/classification.h"
#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/model/trace_set.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace kinetoscope {

/// One communication kernel of one rank; of a rank without such kernels, one host range of a CPU backend. Times are on
/// the trace's own clock.
struct CommunicationRun {
    SliceId slice;
    std::uint32_t rank = 0;  ///< position in TraceSet::ranks()
    std::uint32_t group = 0; ///< in CollectiveMatching::groups; of what communicationRuns() returns: in its `groups`
    CollectiveKind kind = CollectiveKind::Unknown;
    /// What the kernel's name alone says: one kernel may do several kinds ("SendRecv" all-to-alls too).
    CollectiveKind kernelKind = CollectiveKind::Unknown;
    bool isKindByName = false; ///< nothing but the kernel's name tells the kind
    std::uint32_t part = 0;    ///< kernels of one host op, by start: 0, 1, ...
    TimeRange range;
    Timestamp launched = 0;               ///< start of the launch, else of the run itself: what streams are ordered by
    std::optional<std::int64_t> sequence; ///< `Seq`
    std::shared_ptr<const std::string> commsId;  ///< `Comms Id`; nullptr: none
    std::optional<std::int64_t> elements;        ///< sent by this rank
    std::optional<std::int64_t> peer;            ///< rank in the job, of a send or a receive
    std::optional<std::int64_t> step;            ///< number of the step of its launch; without one, of its start
    std::int64_t stream = Track::kNoStream;      ///< kNoStream: a host range
    SliceId hostOp;                              ///< the op whose kernels it is a part of; invalid: unknown
    std::shared_ptr<const MessageFacts> message; ///< never nullptr; runs of a summary share it
};

/// All runs of one rank: by (launched, event), but those of one stream by start.
struct RankRuns {
    std::vector<CommunicationRun> runs;
    std::vector<NamedGroup> groups; ///< distinct
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

} // namespace kinetoscope
