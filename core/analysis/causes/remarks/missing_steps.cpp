// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/remarks/missing_steps.h"

#include "core/analysis/scope/steps.h"
#include "core/base/vectors.h"
#include "core/numeric/statistics.h"

#include <algorithm>
#include <iterator>
#include <map>

namespace kinetoscope {

namespace {

/// Sorted: the ends of the stretches, and when slices begin or end inside of one. Trace time.
/// @param stretches  disjoint and sorted.
std::vector<Timestamp> eventsIn(
    const Trace& trace, const std::vector<MissingSteps>& stretches, const Progress& progress)
{
    const SliceTable& slices = trace.slices();
    std::vector<Timestamp> moments;
    const auto add = [&](Timestamp moment) {
        const auto stretch =
            std::ranges::upper_bound(stretches, moment, {}, [](const MissingSteps& each) { return each.range.end; });
        if (stretch != stretches.end() && stretch->range.contains(moment))
            moments.push_back(moment);
    };
    for (const MissingSteps& each : stretches) {
        moments.push_back(each.range.begin);
        moments.push_back(each.range.end);
    }
    StopCheck check(progress);
    for (std::uint32_t row = 0; row < slices.size() && !check.after(1); ++row) {
        const SliceId slice = SliceTable::at(row);
        if (!slices.isSound(slice))
            continue;
        add(slices.start[row]);
        add(slices.end(slice));
    }
    std::ranges::sort(moments);
    return moments;
}

/// The longest part of a stretch in which nothing begins or ends.
/// @param moments  as eventsIn() has them.
TimeRange longestWithout(const std::vector<Timestamp>& moments, const TimeRange& stretch)
{
    TimeRange longest { stretch.begin, stretch.begin };
    for (auto next = std::ranges::upper_bound(moments, stretch.begin); next != moments.end() && *next <= stretch.end;
         ++next) {
        const TimeRange part { *std::prev(next), *next };
        if (part.length() > longest.length())
            longest = part;
    }
    return longest;
}

/// By how much the number of a step is most often more than that of the step before, of equals the least; 0: never
/// more. Some programs number by samples.
std::int64_t usualStride(std::span<const Step> steps)
{
    std::map<std::int64_t, std::size_t> counts;
    for (std::size_t i = 1; i < steps.size(); ++i) {
        if (steps[i].number > steps[i - 1].number)
            ++counts[saturatingSubtract(steps[i].number, steps[i - 1].number)];
    }
    const auto most = std::ranges::max_element(counts, {}, [](const auto& each) { return each.second; });
    return most == counts.end() ? 0 : most->first;
}

} // namespace

std::vector<MissingSteps> missingSteps(const RankTrace& rank, std::span<const Step> steps, const Progress& progress)
{
    const std::int64_t stride = usualStride(steps);
    std::vector<MissingSteps> found;
    for (std::size_t i = 1; i < steps.size(); ++i) {
        const Step& before = steps[i - 1];
        const Step& after = steps[i];
        if (after.number > saturatingAdd(before.number, stride) && after.range.begin > before.range.end)
            found.push_back({ before.number, after.number, { before.range.end, after.range.begin } });
    }
    if (found.empty())
        return found;
    const Nanoseconds usual = medianTime(mapped(steps, [](const Step& step) { return step.range.length(); }));
    std::erase_if(found, [usual](const MissingSteps& each) { return each.range.length() < usual / 2; });
    const std::vector<Timestamp> moments = eventsIn(*rank.trace, found, progress);
    for (MissingSteps& each : found)
        each.range = rank.toJobTime(longestWithout(moments, each.range));
    std::erase_if(found, [usual](const MissingSteps& each) { return each.range.length() < usual / 2; });
    return found;
}

void remarkOnMissingSteps(const AnalysisInput& input, const Progress& progress, std::vector<Remark>& remarks)
{
    for (const RankTrace& rank : input.traces->ranks()) {
        if (!input.scope.steps.empty() || !isChosen(input.scope.ranks, rank.rank) || !rank.isLoaded())
            continue;
        const Result<std::vector<Step>> steps = stepsOf(rank, input.scope, progress.stop);
        if (!steps)
            continue;
        std::vector<MissingSteps> missing = missingSteps(rank, *steps, progress);
        Nanoseconds time = 0;
        for (MissingSteps& each : missing) {
            each.range = input.scope.visible(each.range).value_or(TimeRange {});
            time = saturatingAdd(time, each.range.length());
        }
        std::erase_if(missing, [](const MissingSteps& each) { return each.range.isEmpty(); });
        if (missing.empty())
            continue;
        if (std::ranges::none_of(rank.trace->slices().kind, isGpuWork)) // none that would count as idle
            continue;
        const arg::Number before { missing.front().before };
        const arg::Number after { missing.front().after };
        const arg::Duration unknown { time };
        remarks.push_back(remarkOfRank(rank, "steps-not-recorded",
            missing.size() == 1
                ? Message { KT_PHRASE("causes",
                                "step %1 is followed by step %2, and for %3 in between nothing was recorded: the GPU "
                                "counts as idle there, and the host as in what was not recorded, though what they did "
                                "is not known."),
                    before, after, unknown }
                : Message { KT_PHRASE("causes",
                                "steps are missing in %1 places, the first between steps %2 and %3, and for %4 there "
                                "nothing was recorded: the GPU counts as idle then, and the host as in what was not "
                                "recorded, though what they did is not known."),
                    arg::Count { missing.size() }, before, after, unknown }));
    }
}

} // namespace kinetoscope
