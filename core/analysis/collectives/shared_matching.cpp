// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/collectives/shared_matching.h"

#include "core/analysis/collectives/matched_ranks.h"
#include "core/base/made_once.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace kinetoscope {

namespace {

/// By the rules that names are classified with and CollectiveMatching::ranks: all else that a matching is made of is
/// the trace set's.
using MatchingOfJob = MadeOnce<std::pair<std::uint32_t, std::vector<std::int64_t>>, CollectiveMatching>;

MatchingOfJob& matchingOf(const TraceSet& traces)
{
    return traces.companions().of<MatchingOfJob>();
}

} // namespace

Result<std::shared_ptr<const CollectiveMatching>> sharedMatching(
    const AnalysisInput& input, const KernelClassifier& classifier, const Progress& progress)
{
    const TraceSet& traces = *input.traces;
    const std::vector<std::int64_t> ranks = matchedRanks(input);
    // The runs of a summary were classified when it was made.
    const bool isAnyClassified =
        std::ranges::any_of(traces.ranks(), [](const RankTrace& rank) { return rank.readsFrom() == nullptr; });
    return matchingOf(traces).of({ isAnyClassified ? classifier.rulesCrc() : 0, ranks }, progress,
        [&] { return matchCollectives(traces, classifier, progress, ranks); });
}

void holdMatching(const TraceSet& traces, std::shared_ptr<const CollectiveMatching> matching)
{
    matchingOf(traces).hold(std::move(matching));
}

void letGoMatching(const TraceSet& traces)
{
    matchingOf(traces).letGo();
}

} // namespace kinetoscope
