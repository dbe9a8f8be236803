// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/collectives/shared_matching.h"

#include "core/base/made_once.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace kinetoscope {

namespace {

/// By the rules that names are classified with: all else that a matching is made of is the trace set's.
using MatchingOfJob = MadeOnce<std::uint32_t, CollectiveMatching>;

MatchingOfJob& matchingOf(const TraceSet& traces)
{
    return traces.companions().of<MatchingOfJob>();
}

} // namespace

Result<std::shared_ptr<const CollectiveMatching>> sharedMatching(
    const TraceSet& traces, const KernelClassifier& classifier, const Progress& progress)
{
    // The runs of a summary were classified when it was made.
    const bool isAnyClassified =
        std::ranges::any_of(traces.ranks(), [](const RankTrace& rank) { return rank.readsFrom() == nullptr; });
    return matchingOf(traces).of(isAnyClassified ? classifier.rulesCrc() : 0, progress,
        [&] { return matchCollectives(traces, classifier, progress); });
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
