// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/collectives/collective_matching.h"
#include "core/analysis/job/straggler_vote.h"
#include "core/analysis/types/analysis.h"
#include "core/base/remark.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kinetoscope {

/// Of the steps of a collective in which starts do not tell who came last: "clocks-differ", "starts-tell-nothing".
/// Errors: Cancelled.
[[nodiscard]] Result<Done> remarkOnStarts(const CollectiveSteps<Nanoseconds>& chosen, const AnalysisInput& input,
    const AnalysisContext& context, std::vector<Remark>& remarks);

/// "no-steps". @param ranks  number of traces.
[[nodiscard]] Remark withoutSteps(std::size_t ranks);

/// "ranks-left-out"
[[nodiscard]] Remark ranksLeftOut(const std::vector<std::int64_t>& ranks);

/// "early-leavers". @param collective  its name.
[[nodiscard]] Remark earlyLeavers(const std::string& collective);

/// Why there is nothing to compare: "host-collectives", "no-collectives". At least one.
[[nodiscard]] std::vector<Remark> noStragglers(const AnalysisInput& input, const CollectiveMatching& matching);

/// Candidates come from few collectives. Where ranks wait in all collectives of the scope clearly longer for another
/// one than for the first of them, or than for nobody where there is none: which, and how much, before all other
/// remarks. Collectives whose ends lie apart
/// (WaitInstance) are nobody's there. O(runs log + GPU work). Errors: Cancelled.
[[nodiscard]] Result<Done> remarkOnOtherWaits(std::optional<std::int64_t> candidate, const AnalysisInput& input,
    const AnalysisContext& context, std::vector<Remark>& remarks);

} // namespace kinetoscope
