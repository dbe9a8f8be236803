// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/step_growth.h"

#include "core/analysis/causes/thread_lines.h"

#include <vector>

namespace kinetoscope {

StepGrowth growthOf(
    const RankTrace& rank, std::span<const TimeRange> walls, std::size_t which, const Progress& progress)
{
    const Trace& trace = *rank.trace;
    ThreadLines lines(trace, progress);
    if (!lines.mainThread().isValid())
        return {};
    std::vector<Nanoseconds> own(trace.strings().size());
    std::vector<Nanoseconds> others(own.size());
    for (std::size_t i = 0; i < walls.size(); ++i) {
        if (progress.shouldStop()) // a step alone may be too short for a look in it
            return {};
        const TimeRange wall { rank.toTraceTime(walls[i].begin), rank.toTraceTime(walls[i].end) };
        std::vector<Nanoseconds>& times = i == which ? own : others;
        lines.eachSegment({ LineId::Kind::Main, lines.mainThread() }, wall, [&](const LineSegment& segment) {
            if (segment.owner.isValid())
                times[trace.slices().name[segment.owner.index()].index()] += segment.range.length();
        });
    }
    StepGrowth growth { walls[which], {} };
    const auto count = static_cast<Nanoseconds>(walls.size() - 1);
    for (std::size_t name = 0; name < own.size(); ++name) {
        if (const Nanoseconds more = own[name] - others[name] / count; more > 0)
            growth.byName[StringId { name }] = more;
    }
    return growth;
}

} // namespace kinetoscope
