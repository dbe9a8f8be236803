// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/names/classification.h"
#include "core/analysis/types/scope.h"
#include "core/model/trace_set.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kinetoscope::tests {

/// Second implementations of what analyses say about GPU work (SPEC.md sections 2, 4, 5), as slow and obvious as it
/// gets: straight from the slices of a rank, with their own classification, links and scope. They share no code with
/// the product beyond the trace itself.

/// Figures by name, ns: what is compared.
using Figures = std::map<std::string, std::int64_t>;
/// "" where they are equal, else the first entry that differs.
[[nodiscard]] std::string firstDifference(const Figures& fast, const Figures& slow);

/// One GPU activity ([DIFF-0.9]).
struct SlowWork {
    Timestamp begin = 0; ///< job time
    Timestamp end = 0;
    std::int64_t device = Track::kNoDevice;
    std::int64_t stream = Track::kNoStream;
    KernelType type = KernelType::Computation;
    std::optional<Timestamp> launch; ///< start of the host call with the same correlation, job time
    SliceId slice;
    SliceId call; ///< invalid without a launch
};

/// Kernel type by the rules of [DIFF-1.1].
[[nodiscard]] KernelType slowKernelType(EventKind kind, std::string_view name, bool hasCollectiveMetadata);
/// The launch of each correlation: the last API call of the file or, where there is none, the last other host event;
/// correlation 0 only where one call and one piece of work have it. Invalid for numbers that tell by themselves not
/// whose the work is: slowCallOf takes the trace's word for that, which tst_launch_links looks at.
[[nodiscard]] std::map<std::int64_t, SliceId> slowCalls(const Trace& trace);
/// The call of a piece of work: by correlation (slowCalls), of work without one the call at the other end of its arrow,
/// else the one with its `External id`. Looked for once; what was found is kept for some traces, as long as they live.
[[nodiscard]] std::optional<SliceId> slowCallOf(const std::shared_ptr<const Trace>& trace, SliceId work);

/// Whether what begins at this moment (job time) belongs to a chosen step; always where none is chosen.
[[nodiscard]] bool isInSteps(const RankTrace& rank, const Scope& scope, Timestamp time);
/// What the scope's range leaves of [begin, end); nothing if that is nothing.
[[nodiscard]] std::optional<TimeRange> visiblePart(const Scope& scope, TimeRange range);
[[nodiscard]] bool isOnStream(const Scope& scope, std::int64_t stream);
/// The work of the scope's streams and steps; its range cuts nothing yet.
[[nodiscard]] std::vector<SlowWork> slowWork(const RankTrace& rank, const Scope& scope);

/// "idle", "compute", "non_compute", "window", "comm_exposed", "mem_exposed", "other_exposed", "comm", "mem",
/// "overlap", "other_steps" and, of the communication, "beside_other_steps": counts what is active between each two
/// moments at which something starts or ends.
[[nodiscard]] Figures slowTimeSplit(const RankTrace& rank, const Scope& scope);
/// Idle time by "stream <device>/<stream> <cause>" and "device <device> <cause>"; without those of 0 ns.
[[nodiscard]] Figures slowIdle(const RankTrace& rank, const Scope& scope, Nanoseconds delay);

} // namespace kinetoscope::tests
