// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/candidates/launching_function.h"

#include "core/analysis/overview/idle/time_inside.h"
#include "core/numeric/intervals.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace kinetoscope {

HostPlace launchingFunctionOf(const Trace& trace, std::span<const SliceId> works, const Progress& progress)
{
    const SliceTable& slices = trace.slices();
    std::vector<std::pair<SliceId, Nanoseconds>> launches;
    Nanoseconds all = 0;
    StopCheck check(progress);
    for (const SliceId work : works) {
        if (check.after(1))
            return {};
        all = saturatingAdd(all, slices.duration(work));
        if (const SliceId launch = slices.partner[work.index()]; launch.isValid())
            launches.emplace_back(launch, slices.duration(work));
    }
    if (launches.empty())
        return {};
    sortRuns(
        launches, [](const auto& a, const auto& b) { return a.first < b.first; }, progress);
    TimeInside inside(trace, TimeInside::Of::PythonFunctions);
    for (const auto& [launch, time] : launches) {
        if (check.after(8))
            return {};
        inside.add(launch, time);
    }
    inside.finish();
    // Where most of them are launched, from the first to the last.
    const TrackId thread = trace.trackOf(launches[launches.size() / 2].first);
    TimeRange view { kMaxTimestamp, kMinTimestamp };
    for (const auto& [launch, time] : launches) {
        view.begin = std::min(view.begin, slices.start[launch.index()]);
        view.end = std::max(view.end, slices.end(launch));
    }
    return inside.innermost(all, thread, view, progress);
}

} // namespace kinetoscope
