// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/collectives/named_group.h"
#include "core/base/remark.h"
#include "core/model/trace_set.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace kinetoscope {

/// What matching the runs of a group has to say of it. Ranks are numbers unless said otherwise.

/// "numbers-disagree"
[[nodiscard]] Remark numbersDisagree(const NamedGroup& group);

/// How ranks number their steps, by the ends of their collectives; positions in TraceSet::ranks().
struct StepShifts {
    std::map<std::uint32_t, std::int64_t> ofRanks; ///< how much higher they number their steps; without 0
    std::uint32_t reference = 0;                   ///< the lowest rank that numbers them as most do
};
/// "step-numbers": a rank numbers them alike for all groups, so what is there already is not said again.
void remarkOnStepShifts(const StepShifts& shifts, const TraceSet& traces, std::vector<Remark>& remarks);

/// A rank whose runs differ from those of another, and nothing tells which belong together.
struct NotMatched {
    std::int64_t rank = 0;
    std::int64_t hub = 0;  ///< the other one
    std::size_t steps = 0; ///< in which they differ
    bool isInSteps = true; ///< and only there
};
/// "not-matched"
[[nodiscard]] Remark notMatched(const NamedGroup& group, const NotMatched& untold);

/// "p2p-counts"
[[nodiscard]] Remark transferCounts(std::int64_t from, std::size_t sends, std::int64_t to, std::size_t receives);

} // namespace kinetoscope
