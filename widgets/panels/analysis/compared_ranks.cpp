// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/analysis/compared_ranks.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kinetoscope {
namespace {

constexpr const char* kControlRanks = "control-ranks";
constexpr const char* kTestRanks = "test-ranks";
constexpr const char* kControlSteps = "control-steps";
constexpr const char* kTestSteps = "test-steps";

bool isUnchosen(const Parameters& parameters, const char* id)
{
    return parameters.has(id) && parameters.text(id).empty();
}

bool areStepsAlike(const Parameters& parameters)
{
    return !parameters.has(kControlSteps) || parameters.text(kControlSteps) == parameters.text(kTestSteps);
}

/// Job time.
TimeRange rangeOf(const RankTrace& rank)
{
    const RankSummary* summary = rank.readsFrom();
    const TimeRange own = summary ? summary->meta.range : rank.trace->range();
    return { rank.toJobTime(own.begin), rank.toJobTime(own.end) };
}

} // namespace

void compareTwoRanks(AnalysisRequest& request)
{
    if (!request.traces || request.baseline || !isUnchosen(request.parameters, kControlRanks)
        || !isUnchosen(request.parameters, kTestRanks) || !areStepsAlike(request.parameters))
        return;
    const std::vector<std::int64_t>& inScope = request.scope.ranks;
    std::vector<const RankTrace*> lowest;
    for (const RankTrace& rank : request.traces->ranks()) {
        const bool isInScope = inScope.empty() || std::ranges::find(inScope, rank.rank) != inScope.end();
        const bool isRead = rank.isLoaded() || (request.analysis->readsSummaries && rank.readsFrom() != nullptr);
        if (isInScope && isRead && lowest.size() < 2)
            lowest.push_back(&rank);
    }
    if (lowest.size() < 2)
        return;
    // Ranks of one job ran at the same time, and others that are open may be of another one; of two runs the later one
    // is what became of the earlier one.
    if (request.traces->isFarApart() && rangeOf(*lowest[1]).end <= rangeOf(*lowest[0]).begin)
        std::swap(lowest[0], lowest[1]);
    request.parameters.set(kControlRanks, std::to_string(lowest[0]->rank));
    request.parameters.set(kTestRanks, std::to_string(lowest[1]->rank));
}

bool areSidesDifferent(const AnalysisRequest& request)
{
    if (request.baseline)
        return true;
    constexpr std::string_view kControl = "control-";
    const auto& all = request.parameters.all();
    return std::ranges::any_of(all, [&all, kControl](const auto& parameter) {
        if (!parameter.first.starts_with(kControl))
            return false;
        const auto test = all.find("test-" + parameter.first.substr(kControl.size()));
        return test != all.end() && !(test->second == parameter.second);
    });
}

} // namespace kinetoscope
