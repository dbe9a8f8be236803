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

/// How much the candidates tell.
struct CandidateVotes {
    std::size_t steps = 0;     ///< in which the collective of the first one is looked at
    std::size_t votes = 0;     ///< of these, in which the first one comes last
    Nanoseconds waitedFor = 0; ///< for the one that is waited for most, by the longest wait of each step
    Nanoseconds all = 0;       ///< for all of them
    double stepLength = 0;     ///< ns
};
/// "last-by-chance": of four steps or more no rank comes last in more than half, nor is it waited for half of the time;
/// "waits-are-small": less than a hundredth of the time is waited for all. Nothing otherwise.
[[nodiscard]] std::optional<Remark> candidatesTellLittle(const CandidateVotes& votes);

/// Why there is nothing to compare: "host-collectives", "no-collectives". At least one.
[[nodiscard]] std::vector<Remark> noStragglers(const AnalysisInput& input, const CollectiveMatching& matching);

/// Candidates come from few collectives. Where ranks wait in all collectives of the scope clearly longer for another
/// one than for the first of them, or than for nobody where there is none: which, and how much, before all other
/// remarks. Collectives whose ends lie apart
/// (WaitInstance) are nobody's there. O(runs log + GPU work). Errors: Cancelled.
[[nodiscard]] Result<Done> remarkOnOtherWaits(std::optional<std::int64_t> candidate, const AnalysisInput& input,
    const AnalysisContext& context, std::vector<Remark>& remarks);

} // namespace kinetoscope
