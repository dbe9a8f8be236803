// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/replay/launched_again.h"

#include "core/analysis/causes/replay/changes.h"
#include "core/analysis/causes/replay/recording.h"
#include "core/numeric/intervals.h"

#include <algorithm>

namespace kinetoscope {

LaunchesOfTrace launchesOfTrace(const Trace& trace, const PathParts& parts, const Progress& progress)
{
    const SliceTable& slices = trace.slices();
    const WorkOrder& works = parts.works();
    LaunchesOfTrace found;
    found.all.reserve(works.size());
    StopCheck check(progress);
    for (WorkNumber work = 0; work < works.size() && !check.after(2); ++work) {
        if (const SliceId launch = works.launchOf(work); launch.isValid())
            found.all.push_back({ launch, works.slice(work), works.trackOfStream(works.streamOf(work)) });
    }
    const auto isEarlier = [&slices](const Launch& a, const Launch& b) {
        return a.call == b.call ? slices.start[a.work.index()] < slices.start[b.work.index()]
                                : slices.startsBefore(a.call, b.call);
    };
    sortRuns(found.all, isEarlier, progress);
    found.again = repeatedLaunches(trace, found.all, parts.blocking(), progress);
    return found;
}

const std::vector<TimeRange>& graphsOf(const RepeatedLaunches& again, std::string_view target)
{
    return target == kSingle ? again.stretchesOfSingle : again.stretches;
}

void markOperationsIn(const Recording& recording, const std::vector<TimeRange>& stretches, std::vector<bool>& marks)
{
    if (marks.empty())
        marks.assign(recording.ends.size(), false);
    auto stretch = stretches.begin();
    for (OperationNumber i = 1; i < recording.endOfLine0(); ++i) {
        const TimeRange range { recording.beginOf(i), recording.ends[i] };
        while (stretch != stretches.end() && stretch->end < range.end)
            ++stretch;
        if (stretch == stretches.end())
            return;
        if (stretch->begin <= range.begin)
            marks[i] = true;
    }
}

} // namespace kinetoscope
