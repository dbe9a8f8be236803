// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/facts/missing_steps.h"

#include "core/base/vectors.h"
#include "core/numeric/statistics.h"

#include <algorithm>

namespace kinetoscope {

namespace {

/// The longest part of a stretch of trace time in which no slice begins or ends.
TimeRange longestWithoutEvents(const Trace& trace, const TimeRange& between, const Progress& progress)
{
    const SliceTable& slices = trace.slices();
    std::vector<Timestamp> moments { between.begin, between.end };
    StopCheck check(progress);
    for (std::uint32_t row = 0; row < slices.size() && !check.after(1); ++row) {
        const SliceId slice = SliceTable::at(row);
        if (!slices.isSound(slice))
            continue;
        for (const Timestamp moment : { slices.start[row], slices.end(slice) }) {
            if (between.contains(moment))
                moments.push_back(moment);
        }
    }
    std::ranges::sort(moments);
    TimeRange longest { between.begin, between.begin };
    for (std::size_t i = 1; i < moments.size(); ++i) {
        if (moments[i] - moments[i - 1] > longest.length())
            longest = { moments[i - 1], moments[i] };
    }
    return longest;
}

} // namespace

std::vector<MissingSteps> missingSteps(const RankTrace& rank, std::span<const Step> steps, const Progress& progress)
{
    std::vector<MissingSteps> found;
    for (std::size_t i = 1; i < steps.size(); ++i) {
        const Step& before = steps[i - 1];
        const Step& after = steps[i];
        if (after.number > before.number + 1 && after.range.begin > before.range.end)
            found.push_back({ before.number, after.number, { before.range.end, after.range.begin } });
    }
    if (found.empty())
        return found;
    const Nanoseconds usual = medianTime(mapped(steps, [](const Step& step) { return step.range.length(); }));
    std::erase_if(found, [usual](const MissingSteps& each) { return each.range.length() < usual / 2; });
    for (MissingSteps& each : found)
        each.range = rank.toJobTime(longestWithoutEvents(*rank.trace, each.range, progress));
    std::erase_if(found, [usual](const MissingSteps& each) { return each.range.length() < usual / 2; });
    return found;
}

} // namespace kinetoscope
