// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/work/work_order.h"

#include "core/analysis/causes/work/hand_over.h"
#include "core/model/track_cursor.h"
#include "core/numeric/intervals.h"

#include <optional>
#include <tuple>

namespace kinetoscope {

bool isBefore(const Trace& trace, SliceId a, SliceId b)
{
    const SliceTable& slices = trace.slices();
    if (slices.start[a.index()] != slices.start[b.index()])
        return slices.start[a.index()] < slices.start[b.index()];
    const auto key = [&](SliceId work) {
        return std::tuple(trace.track(trace.trackOf(work)).stream, slices.eventIndex[work.index()]);
    };
    return key(a) < key(b);
}

WorkOrder::WorkOrder(const Trace& trace, const Progress& progress)
    : m_trace(trace)
{
    const SliceTable& slices = trace.slices();
    std::size_t most = 0;
    for (const Track& track : trace.tracks())
        most += track.isDeviceSide() ? track.sliceCount : 0;
    m_works.reserve(most);
    StopCheck check(progress);
    for (const Track& track : trace.tracks()) {
        if (!track.isDeviceSide())
            continue;
        for (std::uint32_t row = track.firstSlice; row < track.endSlice(); ++row) {
            if (check.after(1))
                break;
            if (isGpuWork(slices.kind[row]) && slices.isSound(SliceTable::at(row)))
                m_works.push_back(SliceTable::at(row));
        }
    }
    if (m_works.empty())
        return;
    m_firstRow = m_works.front().index(); // as tracks lie
    m_numbers.assign(m_works.back().index() - m_firstRow + 1, kNoWork);
    sortRuns(
        m_works, [&trace](SliceId a, SliceId b) { return isBefore(trace, a, b); }, progress);
    if (!progress.shouldStop())
        readWorks(check);
    m_works.resize(m_starts.size()); // told to stop, of the others nothing is known
}

/// Times and streams of m_works; of the first ones if told to stop.
void WorkOrder::readWorks(StopCheck& check)
{
    const SliceTable& slices = m_trace.slices();
    std::vector<std::uint32_t> streamOfTrack(m_trace.tracks().size(), kNoWork);
    m_starts.reserve(m_works.size());
    m_lengths.reserve(m_works.size());
    m_handed.reserve(m_works.size());
    m_streamOf.reserve(m_works.size());
    std::vector<std::optional<bool>> isCopy(m_trace.strings().size()); // by name of a launch, each looked at once
    TrackCursor tracks(m_trace);
    for (WorkNumber number = 0; number < m_works.size() && !check.after(3); ++number) {
        const SliceId work = m_works[number];
        const TrackId track = tracks.of(work);
        std::uint32_t& stream = streamOfTrack[track.index()];
        if (stream == kNoWork) {
            stream = static_cast<std::uint32_t>(m_streams.size());
            m_streams.push_back({ track, {} });
        }
        m_numbers[work.index() - m_firstRow] = number;
        m_starts.push_back(slices.start[work.index()]);
        m_lengths.push_back(static_cast<std::uint32_t>(std::min(slices.duration(work), Nanoseconds { kLong })));
        Nanoseconds before = 0;
        if (const SliceId launch = launchOf(number); launch.isValid()) {
            std::optional<bool>& known = isCopy[slices.name[launch.index()].index()];
            if (!known)
                known = isCopyCall(m_trace.name(launch));
            before = saturatingSubtract(m_starts.back(), kinetoscope::handedOver(m_trace, work, *known));
        }
        const bool isNear = before > Nanoseconds { kFar } && before <= Nanoseconds { INT32_MAX };
        m_handed.push_back(isNear ? static_cast<std::int32_t>(before) : kFar);
        m_streamOf.push_back(stream);
        m_streams[stream].works.push_back(number);
    }
}

Timestamp WorkOrder::farHandedOver(WorkNumber work) const
{
    const SliceId launch = launchOf(work);
    return launch.isValid() ? kinetoscope::handedOver(m_trace, m_works[work], isCopyCall(m_trace.name(launch)))
                            : kMinTimestamp;
}

WorkNumber WorkOrder::numberOf(SliceId slice) const
{
    return slice.index() >= m_firstRow && slice.index() - m_firstRow < m_numbers.size()
        ? m_numbers[slice.index() - m_firstRow]
        : kNoWork;
}

} // namespace kinetoscope
