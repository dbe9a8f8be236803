// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/remarks/queue_waits.h"

#include "core/numeric/intervals.h"

#include <algorithm>
#include <vector>

namespace kinetoscope {

namespace {

/// Whether a row of a stream is the first piece of what a launch put there.
bool isFirstOfLaunch(const SliceTable& slices, std::uint32_t row)
{
    const SliceId launch = slices.partner[row];
    return launch.isValid() && isGpuWork(slices.kind[row]) && slices.partner[launch.index()] == SliceTable::at(row);
}

/// The launches of what a stream ran, by when they were called: nearly the order in which it started.
std::vector<SliceId> launchesOnto(
    const SliceTable& slices, const Track& stream, StopCheck& check, const Progress& progress)
{
    std::vector<SliceId> launches;
    for (std::uint32_t row = stream.firstSlice; row < stream.endSlice() && !check.after(1); ++row) {
        if (isFirstOfLaunch(slices, row))
            launches.push_back(slices.partner[row]);
    }
    sortRuns(
        launches, [&slices](SliceId a, SliceId b) { return slices.start[a.index()] < slices.start[b.index()]; },
        progress);
    return launches;
}

/// Calls visit(launch, waiting, row) for the launches that find work waiting: how many launches before it had not
/// started, and the first row of the stream behind it.
/// @param launches  as launchesOnto() has them.
template <typename Visit>
void eachWithQueue(const SliceTable& slices, const Track& stream, const std::vector<SliceId>& launches,
    std::size_t queueLength, StopCheck& check, Visit visit)
{
    std::size_t before = 0;
    std::size_t started = 0;
    std::uint32_t row = stream.firstSlice; // the first one that had not started
    for (const SliceId launch : launches) {
        if (check.after(4))
            return;
        const Timestamp begin = slices.start[launch.index()];
        while (slices.start[launches[before].index()] < begin)
            ++before;
        for (; row < stream.endSlice() && slices.start[row] <= begin; ++row)
            started += isFirstOfLaunch(slices, row) ? 1 : 0;
        if (before >= started + queueLength) // by clocks that differ work may start before its launch
            visit(launch, before - started, row);
    }
}

/// How long it is from the begin of a launch until the last start of its stream in it; 0: there is none.
/// @param row  of the stream, the first that starts behind that begin.
Nanoseconds untilLastStart(const SliceTable& slices, const Track& stream, SliceId launch, std::uint32_t row)
{
    Nanoseconds time = 0;
    for (; row < stream.endSlice() && slices.start[row] < slices.end(launch); ++row) {
        if (isFirstOfLaunch(slices, row))
            time = slices.start[row] - slices.start[launch.index()];
    }
    return time;
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
    StopCheck check(progress);
    const auto least = static_cast<std::size_t>(std::max<std::int64_t>(1, blocking.queueLength()));
    for (const Track& stream : trace.tracks()) {
        if (stream.kind != TrackKind::Stream)
            continue;
        const std::vector<SliceId> launches = launchesOnto(slices, stream, check, progress);
        if (launches.size() <= least)
            continue;
        std::size_t longest = 0; // gone through twice: to keep what the first time finds takes longer
        eachWithQueue(slices, stream, launches, least, check,
            [&](SliceId /*launch*/, std::size_t waiting, std::uint32_t /*row*/) {
                longest = std::max(longest, waiting);
            });
        if (check.after(1))
            return waits;
        eachWithQueue(
            slices, stream, launches, least, check, [&](SliceId launch, std::size_t waiting, std::uint32_t row) {
                // A queue that only grows has room.
                const bool isFull = waiting >= longest - longest / 20;
                if (!isFull || slices.duration(launch) >= blocking.gapThreshold() || !launchesKernel(launch))
                    return;
                if (const Nanoseconds time = untilLastStart(slices, stream, launch, row); time > 0) {
                    ++waits.calls;
                    waits.time = saturatingAdd(waits.time, time);
                }
            });
    }
    for (const LaunchTable::Link& link : trace.launches().all()) {
        if (waits.calls == 0 || check.after(1))
            break;
        if (isFirstOfLaunch(slices, static_cast<std::uint32_t>(link.work.index())) && launchesKernel(link.launch))
            waits.launches = saturatingAdd(waits.launches, slices.duration(link.launch));
    }
    return waits;
}

} // namespace kinetoscope
