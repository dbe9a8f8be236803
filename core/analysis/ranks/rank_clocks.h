// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/collectives/collective_matching.h"
#include "core/analysis/ranks/clock_fit.h"
#include "core/model/rank_alignment.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace kinetoscope {

/// The clock of one rank.
struct RankClock {
    ClockStatus status = ClockStatus::Alone;
    std::uint32_t reference = 0;         ///< root of its tree; position in TraceSet::ranks(), as `parent`
    std::optional<std::uint32_t> parent; ///< whom it was measured against; nothing at a root
    std::size_t instances = 0;           ///< synchronising collectives with the parent; at a root: with anybody
    ClockMap applied;                    ///< from its job time to that of the reference; nothing is moved unless sound
    ClockFit measured;                   ///< against the parent; nothing at a root
    Nanoseconds error = 0;               ///< of the path to the reference
    Nanoseconds standardError = 0;
    /// Of the fit: the collectives with the parent, of a root with anybody; positions in instances.
    std::vector<std::uint32_t> evidence;
};

struct ClockLimits {
    std::size_t fewestInstances = 3;
    double mostDrift = 200; ///< parts in a million

    bool operator==(const ClockLimits&) const = default;
};

/// The clocks of all ranks, and the groups of the matching whose collectives tell nothing of them.
struct RankClocks {
    std::vector<RankClock> ranks;      ///< by position in TraceSet::ranks()
    std::vector<std::uint32_t> untold; ///< groups that are several which nothing tells apart, ascending
    std::vector<Remark> remarks;       ///< "groups-unknown", "clocks-contradict"
};

/// Puts the ranks on one clock by the ends of their collectives (ranks.md 2). Clocks are measured in job time.
/// Errors: Cancelled. O(ranks x groups x log) fits.
[[nodiscard]] Result<RankClocks> alignClocks(
    const TraceSet& traces, const CollectiveMatching& matching, const ClockLimits& limits, const Progress& progress);

} // namespace kinetoscope
