// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/launch/launch_times.h"

#include <algorithm>

namespace kinetoscope {

EarlierWork::EarlierWork(const Trace& trace)
    : m_trace(trace)
    , m_ends(trace.tracks().size())
{
}

Timestamp EarlierWork::endBefore(TrackId stream, SliceId work)
{
    const Track& track = m_trace.track(stream);
    std::vector<Timestamp>& ends = m_ends[stream.index()];
    if (ends.empty())
        read(track, ends);
    return ends[work.index() - track.firstSlice];
}

void EarlierWork::read(const Track& track, std::vector<Timestamp>& ends) const
{
    const SliceTable& slices = m_trace.slices();
    ends.reserve(track.sliceCount);
    Timestamp latest = kMinTimestamp;
    for (std::uint32_t row = track.firstSlice; row < track.endSlice(); ++row) {
        ends.push_back(latest);
        if (isGpuWork(slices.kind[row]) && slices.isSound(SliceTable::at(row)))
            latest = std::max(latest, slices.end(SliceTable::at(row)));
    }
}

LaunchTimes launchTimes(const RankTrace& rank, SliceId call, SliceId work, Nanoseconds queueWait)
{
    LaunchTimes times { .call = rank.jobRange(call), .work = rank.jobRange(work) };
    times.rawDelay = saturatingSubtract(times.work.begin, times.call.end);
    times.delay = std::max(Nanoseconds { 0 }, times.rawDelay);
    times.queueWait = queueWait;
    return times;
}

LaunchTimes timesOf(const RankTrace& rank, const Launch& launch, EarlierWork& earlier)
{
    LaunchTimes times = launchTimes(rank, launch.call, launch.work, 0);
    const Timestamp freeAt = earlier.endBefore(launch.stream, launch.work);
    if (freeAt != kMinTimestamp)
        times.queueWait =
            std::clamp(saturatingSubtract(rank.toJobTime(freeAt), times.call.end), Nanoseconds { 0 }, times.delay);
    return times;
}

} // namespace kinetoscope
