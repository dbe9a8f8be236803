// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/owners/merged_ranks.h"

#include "core/model/track_cursor.h"

namespace kinetoscope {

namespace {

bool launchesAny(const Trace& trace, const Track& thread)
{
    const SliceTable& slices = trace.slices();
    for (std::uint32_t row = thread.firstSlice; row < thread.endSlice(); ++row) {
        if (isApiCall(slices.kind[row]) && slices.partner[row].isValid())
            return true;
    }
    return false;
}

} // namespace

MergedRanks::MergedRanks(const Trace& trace)
{
    for (const Track& track : trace.tracks()) {
        if (track.kind == TrackKind::HostThread && !m_processes.contains(track.pid) && launchesAny(trace, track))
            m_processes.insert(track.pid);
    }
    if (m_processes.size() < 2)
        return; // as in nearly all files
    TrackCursor launchers(trace);
    TrackCursor streams(trace);
    for (const LaunchTable::Link& link : trace.launches().all()) {
        const StringId pid = trace.track(launchers.of(link.launch)).pid;
        const auto [place, isNew] = m_ofDevice.try_emplace(trace.track(streams.of(link.work)).device, pid);
        if (place->second != pid) { // ranks have a device each: these are processes of one
            m_processes.clear();
            m_ofDevice.clear();
            return;
        }
    }
}

StringId MergedRanks::processOf(std::int64_t device) const
{
    const auto found = m_ofDevice.find(device);
    return found == m_ofDevice.end() ? StringId {} : found->second;
}

} // namespace kinetoscope
