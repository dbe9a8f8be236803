// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/overview/candidates/candidates.h"
#include "core/analysis/overview/late/late_reasons.h"
#include "core/analysis/ranks/wait_facts.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace kinetoscope {

// What ranks wait for each other, by the rank that it is for in the end.

/// What the others wait for one rank; where one waits in several collectives at once, the time counts once.
struct WaitsForRank {
    Nanoseconds waits = 0;
    Nanoseconds exposed = 0;
    Nanoseconds untold = 0;      ///< waits, if they are any: the ends of these collectives lie apart
    Nanoseconds inTransfers = 0; ///< of `waits`: in sends and receives
    Nanoseconds either = 0;      ///< waits of both kinds, which may overlap
    Nanoseconds eitherExposed = 0;
    Nanoseconds eitherInTransfers = 0;
    Nanoseconds heldUp = 0; ///< what the collectives in which they began would gain had it alone come in time
    std::set<const WaitInstance*> roots;               ///< those
    std::map<std::uint32_t, Nanoseconds> waitsOfOther; ///< by rank
    ReasonParts byReason {};                           ///< of the waits: each divided as RootReasons has it
    std::vector<bool> isOther;       ///< by rank: it waits for it, a tenth of the one that waits longest or more
    std::vector<bool> isOtherUntold; ///< or may
    std::vector<const WaitInstance*> instances; ///< with waits for it
};

/// Whether a rank hands something on to another in it, and no others of the group are in it.
[[nodiscard]] bool isTransfer(const WaitInstance& instance, const WaitFacts& facts);

/// By rank that waits are for. O(waits log waits). @param reasons  of `facts`, which the result points into.
[[nodiscard]] std::map<std::uint32_t, WaitsForRank> waitsByRoot(const WaitFacts& facts, const RootReasons& reasons);
/// Whether most of the waits began in sends and receives.
[[nodiscard]] bool areMostOfTransfers(const WaitFacts& facts, const RootReasons& reasons);

/// Adds the waits of a collective for its root, which it has.
void addWaitsOf(const WaitInstance& instance, const WaitFacts& facts, Selection& selection);
/// Of ranks that are loaded: of others no finding is about single waits.
/// @param isWanted  of a collective.
[[nodiscard]] Selection waitsOfLoaded(const WaitFacts& facts, const std::function<bool(const WaitInstance&)>& isWanted);
/// As LatestRank::ofSummaries has them. @param late  the rank that is told, if one is.
[[nodiscard]] std::map<std::uint32_t, SummaryWaits> waitsOfSummaries(
    const WaitFacts& facts, std::optional<std::uint32_t> late);

} // namespace kinetoscope
