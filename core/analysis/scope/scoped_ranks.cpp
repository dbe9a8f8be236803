// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/scope/scoped_ranks.h"

#include "core/analysis/scope/steps.h"
#include "core/base/vectors.h"

namespace kinetoscope {

std::vector<std::uint32_t> ranksInScope(const AnalysisInput& input)
{
    return placesWhere<std::uint32_t>(
        input.traces->ranks(), [&input](const RankTrace& rank) { return isChosen(input.scope.ranks, rank.rank); });
}

void addVisible(
    Selection& selection, std::uint32_t rankIndex, const Trace& trace, SliceId slice, const TimeRange& visible)
{
    if (visible.length() != trace.slices().duration(slice))
        selection.intervals.push_back({ rankIndex, trace.trackOf(slice), visible });
    else
        selection.slices.push_back({ rankIndex, slice });
}

Result<std::vector<std::vector<TimeRange>>> ScopedRanks::chosenSteps() const
{
    std::vector<std::vector<TimeRange>> chosen(m_ranks.size());
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        KT_TRY(chosen[i], chosenStepRanges(rankTrace(i), m_input.scope, m_input.stop));
    }
    return chosen;
}

} // namespace kinetoscope
