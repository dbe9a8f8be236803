// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/ranks/rank_clocks.h"
#include "core/analysis/types/analysis.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace kinetoscope {

/// What one rank has of a collective; ns.
struct RankWait {
    std::uint32_t run = 0;   ///< in CollectiveMatching::runs
    Nanoseconds arrival = 0; ///< after the first rank, aligned job time
    Nanoseconds wait = 0;    ///< at the beginning of the run
    Nanoseconds exposed = 0; ///< the part of it beside which the rank computes nothing
    Nanoseconds charged = 0; ///< what this rank made all others wait
    bool isLast = false;     ///< it came last, maybe with others, and somebody waited
};

/// A collective that two ranks or more of the scope ran, and who waited in it for whom; ns.
struct WaitInstance {
    std::uint32_t instance = 0;  ///< in CollectiveMatching::instances
    bool isCharged = true;       ///< false: its group is several that nothing tells apart; then there are no waits
    std::vector<RankWait> ranks; ///< ascending
    Nanoseconds transfer = 0;    ///< the shortest run
    Nanoseconds waits = 0;       ///< sum over ranks
    Nanoseconds longestWait = 0;
    Nanoseconds heldUp = 0;    ///< what it would gain if only the last rank had come in time; 0 where several were last
    std::size_t tied = 0;      ///< ranks with the shortest run
    Timestamp start = 0;       ///< aligned job time of the first start
    Nanoseconds endSpread = 0; ///< from the first end to the last, aligned job time
};

/// Who waits for whom in the collectives of a job (ranks.md 3.1).
struct WaitLedger {
    std::vector<WaitInstance> instances; ///< by earliest start on the ranks' own clocks
    std::vector<std::uint32_t> runs;     ///< all runs of the scope, also those that are in no instance
    Nanoseconds charged = 0;             ///< sum of the waits
};

/// From durations alone: all leave together, so who has the shortest run came last, and the rest of every other run is
/// waiting. Without clocks. The sum of what is charged is the sum of the waits, to the nanosecond.
///
/// Of a scope's ranks, steps, streams and range those runs count that lie (or start) there, as if the others were not
/// recorded.
/// Errors: Cancelled, or a step pattern that is no regular expression. O(runs log + GPU work).
[[nodiscard]] Result<WaitLedger> waitLedger(const AnalysisInput& input, const CollectiveMatching& matching,
    const RankClocks& clocks, const AnalysisContext& context);

} // namespace kinetoscope
