// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/ranks/late_parts.h"
#include "core/analysis/ranks/rank_clocks.h"
#include "core/analysis/types/analysis.h"
#include "core/numeric/covered_time.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace kinetoscope {

/// What one rank has of a collective; ns.
struct RankWait {
    Nanoseconds arrival = 0; ///< after the first rank, aligned job time
    Nanoseconds wait = 0;    ///< at the beginning of the run
    Nanoseconds exposed = 0; ///< the part of it beside which the rank computes nothing
    Nanoseconds charged = 0; ///< what this rank made all others wait
    std::uint32_t run = 0;   ///< in CollectiveMatching::runs
    bool isLast = false;     ///< it came last, maybe with others, and somebody waited
};
static_assert(sizeof(RankWait) == 40, "two million of them shall fit 100 MB");

inline constexpr std::uint32_t kNoInstance = 0xffff'ffffU;

/// Why the last rank was late: its time since the collective before, against that of the median of the others; ns.
struct Lateness {
    std::uint32_t median = 0; ///< position in TraceSet::ranks()
    Lead lead;                ///< of the last rank
    Lead medianLead;
    Nanoseconds lateBy = 0; ///< what the last rank took longer; negative: it began later, too
    LateParts parts {};     ///< add up to lateBy: of the last rank's lead less those of the median's
    LateParts ownParts {};  ///< of the last rank's lead; add up to it
    /// Of the computation in `parts`: what the median computed beside its run before while it waited there for the last
    /// rank, which only then came to it. The last rank computes no longer for that: it was late before.
    Nanoseconds computedBefore = 0;
    std::uint32_t before = kNoInstance; ///< of the run before, in CollectiveMatching::instances
    std::optional<LatePart> reason {};  ///< the largest part; none where lateBy is not positive
};

/// A collective that two ranks or more of the scope ran, and who waited in it for whom; ns.
struct WaitInstance {
    std::uint32_t instance = 0; ///< in CollectiveMatching::instances
    /// False where nothing tells who waits: its group is several that nothing tells apart, or ranks leave it apart and
    /// their clocks do not compare. Then there are no waits.
    bool isCharged = true;
    /// Waits are told by durations, since all leave together. Here the ends are not known to lie together: by the
    /// clocks that were measured they lie half as far apart as the longest wait, or further, or scatter as much from
    /// one collective to the next. So a longer run may be a longer transfer, and no sentence may say who came late, or
    /// why.
    bool areEndsApart = false;
    std::vector<RankWait> ranks {}; ///< ascending
    Nanoseconds transfer = 0;       ///< the shortest run
    Nanoseconds waits = 0;          ///< sum over ranks
    Nanoseconds longestWait = 0;
    Nanoseconds heldUp = 0; ///< what it would gain if only the last rank had come in time; 0 where several were last
    std::optional<std::size_t> next {};  ///< in `ranks`: last without the last one; none without heldUp
    std::size_t tied = 0;                ///< ranks with the shortest run
    Timestamp start = 0;                 ///< aligned job time of the first start
    Nanoseconds endSpread = 0;           ///< from the first end to the last, aligned job time
    std::optional<Lateness> lateness {}; ///< of the lowest of the ranks that came last; none where nothing tells it
    /// The rank that all waited for in the end; none without waits.
    std::optional<std::uint32_t> root {};
    std::uint32_t rootInstance = 0; ///< where that rank came last, in CollectiveMatching::instances

    /// The lowest of the ranks that came last, as a position in `ranks`; nothing without waits.
    [[nodiscard]] std::optional<std::size_t> last() const
    {
        for (std::size_t i = 0; i < ranks.size(); ++i) {
            if (ranks[i].isLast)
                return i;
        }
        return std::nullopt;
    }
};

/// Who waits for whom in the collectives of a job (ranks.md 3.1).
struct WaitLedger {
    std::vector<WaitInstance> instances; ///< by earliest start on the ranks' own clocks
    std::vector<std::uint32_t> runs;     ///< all runs of the scope, also those that are in no instance
    /// Why the one rank that all others of a broadcast waited for was late, by WaitInstance::instance: since the last
    /// collective of its group that all left together. The table of leads has it, the columns of reasons do not
    /// (ranks.md 3.3: a broadcast begins no explanation, since its root may leave before others come, but here it came
    /// last). Of none whose ends lie apart: who came last is not known there.
    std::map<std::uint32_t, Lateness> ofBroadcasts;
    /// Ranks that may wait in several collectives at once, and when they compute in their waits, trace time: what
    /// WaitsOnce counts such waits with.
    std::map<std::uint32_t, CoveredTime> overlapping;
    Nanoseconds charged = 0; ///< sum of the waits, also of those of a rank that overlap
};

/// Whether the waits in collectives whose ends lie apart are more than a little of all: who came late is then not known
/// of much, and no sentence counts them for a rank.
[[nodiscard]] inline bool areEndsApartMuch(Nanoseconds apart, Nanoseconds all)
{
    constexpr Nanoseconds kLittle = 10; // a tenth
    return apart > 0 && apart >= all / kLittle;
}

/// WaitInstance::lateness, or that of a broadcast; nullptr where nothing tells it.
[[nodiscard]] inline const Lateness* latenessOf(const WaitLedger& ledger, const WaitInstance& instance)
{
    if (instance.lateness)
        return &*instance.lateness;
    const auto found = ledger.ofBroadcasts.find(instance.instance);
    return found == ledger.ofBroadcasts.end() ? nullptr : &found->second;
}

/// From durations alone: all leave together, so who has the shortest run came last, and the rest of every other run is
/// waiting. Without clocks. The sum of what is charged is the sum of the waits, to the nanosecond.
///
/// Of a scope's ranks, steps, streams and range those runs count that lie (or start) there, as if the others were not
/// recorded.
/// Errors: Cancelled, or a step pattern that is no regular expression. O(runs log + GPU work).
[[nodiscard]] Result<WaitLedger> waitLedger(const AnalysisInput& input, const CollectiveMatching& matching,
    const RankClocks& clocks, const AnalysisContext& context);

/// Fills WaitInstance::areEndsApart; of such broadcasts WaitLedger::ofBroadcasts, if findReasons() filled it, is
/// emptied. O(runs log broadcasts).
/// @param own       on the ranks' own clocks.
/// @param measured  whether the ledger applies them or not.
void findEndsApart(
    WaitLedger& ledger, const TraceSet& own, const CollectiveMatching& matching, const RankClocks& measured);

/// Fills WaitInstance::lateness and WaitInstance::root (ranks.md 3.3 and 3.4).
///
/// All ranks leave a synchronising collective together. What they do from there to the next of their group they do from
/// one moment on, without clocks; where the last rank took longer than the median of the others it lost time, and the
/// difference is divided exactly. Of a group's first collective this needs sound clocks. A rank that waited in another
/// group may only hand on what a third one caused: the root.
///
/// @param ledger       of whole ranks: what was before a collective lies outside of steps and ranges.
/// @param kernelDelay  the gap threshold, ns.
/// Errors: Cancelled. O(runs log + GPU work).
[[nodiscard]] Result<Done> findReasons(WaitLedger& ledger, const AnalysisInput& input,
    const CollectiveMatching& matching, const RankClocks& clocks, Nanoseconds kernelDelay,
    const AnalysisContext& context);

} // namespace kinetoscope
