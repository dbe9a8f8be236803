// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/remarks/queue_waits.h"

#include "core/numeric/intervals.h"

#include <algorithm>
#include <vector>

namespace kinetoscope {

namespace {

/// A launch call, and how long it is until the last start of its stream in it; 0: there is none.
struct UntilStart {
    SliceId launch;
    std::size_t waiting = 0; ///< launched before it, and not started by then
    Nanoseconds time = 0;
};

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

/// @param launches  as launchesOnto() has them.
std::vector<UntilStart> withFullQueue(const SliceTable& slices, const Track& stream,
    const std::vector<SliceId>& launches, std::size_t queueLength, StopCheck& check)
{
    std::vector<UntilStart> found;
    std::size_t before = 0;
    std::size_t started = 0;
    std::uint32_t row = stream.firstSlice; // the first one that had not started
    for (const SliceId launch : launches) {
        if (check.after(4))
            break;
        const Timestamp begin = slices.start[launch.index()];
        while (slices.start[launches[before].index()] < begin)
            ++before;
        for (; row < stream.endSlice() && slices.start[row] <= begin; ++row)
            started += isFirstOfLaunch(slices, row) ? 1 : 0;
        if (before < started + queueLength) // by clocks that differ work may start before its launch
            continue;
        UntilStart until { launch, before - started, 0 };
        for (std::uint32_t next = row; next < stream.endSlice() && slices.start[next] < slices.end(launch); ++next) {
            if (isFirstOfLaunch(slices, next))
                until.time = slices.start[next] - begin;
        }
        found.push_back(until);
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
    StopCheck check(progress);
    const auto least = static_cast<std::size_t>(std::max<std::int64_t>(1, blocking.queueLength()));
    for (const Track& stream : trace.tracks()) {
        if (stream.kind != TrackKind::Stream)
            continue;
        const std::vector<SliceId> launches = launchesOnto(slices, stream, check, progress);
        if (launches.size() <= least)
            continue;
        const std::vector<UntilStart> full = withFullQueue(slices, stream, launches, least, check);
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
        if (isFirstOfLaunch(slices, static_cast<std::uint32_t>(link.work.index())) && launchesKernel(link.launch))
            waits.launches = saturatingAdd(waits.launches, slices.duration(link.launch));
    }
    return waits;
}

} // namespace kinetoscope
