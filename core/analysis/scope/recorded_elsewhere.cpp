// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/scope/recorded_elsewhere.h"

#include <algorithm>

namespace kinetoscope {

namespace {

bool isPartChosen(const Scope& scope)
{
    return scope.hasWindow() || !scope.streams.empty();
}

} // namespace

bool isPartOfRecording(const Trace& trace)
{
    const auto has = [&trace](Problem problem) { return trace.report().entry(problem).count > 0; };
    return trace.metadata().trimmedTo() || has(Problem::Truncated) || has(Problem::GzipDamaged)
        || has(Problem::LimitReached) || has(Problem::ReadError);
}

bool isPartOfRecording(const TraceSet& traces, const std::vector<std::int64_t>& ranks)
{
    return std::ranges::any_of(traces.ranks(), [&ranks](const RankTrace& rank) {
        return isChosen(ranks, rank.rank) && rank.isLoaded() && isPartOfRecording(*rank.trace);
    });
}

bool mayBeRecordedElsewhere(const AnalysisInput& input)
{
    const Scope& scope = input.scope;
    return isPartChosen(scope) || isPartOfRecording(*input.traces, scope.ranks);
}

bool mayRankHaveMore(const Scope& scope, const RankTrace& rank)
{
    return isPartChosen(scope) || isPartOfRecording(*rank.trace);
}

} // namespace kinetoscope
