// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/remarks/queue_waits.h"

#include "core/model/track_cursor.h"
#include "core/numeric/intervals.h"

#include <algorithm>
#include <functional>
#include <map>
#include <vector>

namespace kinetoscope {

namespace {

struct TimedLaunch {
    Timestamp begin = 0; ///< beside the row: what is sorted and compared a million times is read in order
    SliceId call;
};

/// Launches onto one stream, and when the first piece of each started.
struct LaunchesOfStream {
    std::vector<TimedLaunch> launches;
    std::vector<Timestamp> starts;
};

/// By when they were launched; they come thread by thread, so that those of one thread are in order.
void sortByTime(LaunchesOfStream& stream, const Progress& progress)
{
    sortRuns(
        stream.launches, [](const TimedLaunch& a, const TimedLaunch& b) { return a.begin < b.begin; }, progress);
    sortRuns(stream.starts, std::less<> {}, progress);
}

/// A launch call, and how long it is until the last start of its stream in it; 0: there is none.
struct UntilStart {
    SliceId launch;
    std::size_t waiting = 0; ///< launched before it, and not started by then
    Nanoseconds time = 0;
};

std::vector<UntilStart> withFullQueue(
    const SliceTable& slices, const LaunchesOfStream& stream, std::size_t queueLength, StopCheck& check)
{
    std::vector<UntilStart> found;
    std::size_t before = 0;
    std::size_t started = 0;
    const std::vector<Timestamp>& starts = stream.starts;
    for (std::size_t i = 0; i < stream.launches.size() && !check.after(4); ++i) {
        const auto [begin, launch] = stream.launches[i];
        while (stream.launches[before].begin < begin)
            ++before;
        while (started < starts.size() && starts[started] <= begin)
            ++started;
        if (before < started + queueLength) // by clocks that differ work may start before its launch
            continue;
        const Timestamp end = slices.end(launch);
        std::size_t last = started;
        while (last < starts.size() && starts[last] < end)
            ++last;
        found.push_back({ launch, before - started, last > started ? starts[last - 1] - begin : 0 });
    }
    return found;
}

} // namespace

QueueWaits queueWaitsOf(const Trace& trace, const BlockingCalls& blocking, const Progress& progress)
{
    const SliceTable& slices = trace.slices();
    QueueWaits waits;
    waits.shorterThan = blocking.gapThreshold();
    waits.queueLength = blocking.queueLength();
    const auto launchesKernel = [&slices](SliceId launch) {
        return slices.kind[slices.partner[launch.index()].index()] == EventKind::Kernel;
    };
    const auto isFirstOfLaunch = [&slices](const LaunchTable::Link& link) {
        return slices.partner[link.launch.index()] == link.work && isGpuWork(slices.kind[link.work.index()]);
    };
    std::map<TrackId, LaunchesOfStream> byStream;
    TrackCursor streams(trace);
    TrackId last;
    LaunchesOfStream* stream = nullptr;
    StopCheck check(progress);
    for (const LaunchTable::Link& link : trace.launches().all()) {
        if (check.after(4))
            return waits;
        if (!isFirstOfLaunch(link))
            continue;
        if (const TrackId track = streams.of(link.work); stream == nullptr || track != last) {
            last = track;
            stream = &byStream[track];
        }
        stream->launches.push_back({ slices.start[link.launch.index()], link.launch });
        stream->starts.push_back(slices.start[link.work.index()]);
    }
    const auto least = static_cast<std::size_t>(std::max<std::int64_t>(1, blocking.queueLength()));
    for (auto& [track, all] : byStream) {
        if (all.launches.size() <= least)
            continue;
        sortByTime(all, progress);
        const std::vector<UntilStart> full = withFullQueue(slices, all, least, check);
        if (check.after(1))
            return waits;
        std::size_t longest = 0;
        for (const UntilStart& each : full)
            longest = std::max(longest, each.waiting);
        for (const UntilStart& each : full) {
            // A queue that only grows has room.
            const bool isFull = each.waiting >= longest - longest / 20;
            const bool isShort = slices.duration(each.launch) < blocking.gapThreshold();
            if (!isFull || !isShort || each.time <= 0 || !launchesKernel(each.launch))
                continue;
            ++waits.calls;
            waits.time = saturatingAdd(waits.time, each.time);
        }
    }
    for (const LaunchTable::Link& link : trace.launches().all()) {
        if (waits.calls == 0 || check.after(1))
            break;
        if (isFirstOfLaunch(link) && launchesKernel(link.launch))
            waits.launches = saturatingAdd(waits.launches, slices.duration(link.launch));
    }
    return waits;
}

} // namespace kinetoscope
