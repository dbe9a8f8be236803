// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/work_order.h"

#include "core/analysis/causes/hand_over.h"
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
    struct Entry {
        Timestamp start = 0;
        SliceId work;
        std::uint32_t track = 0;
    };
    std::size_t most = 0;
    for (const Track& track : trace.tracks())
        most += track.isDeviceSide() ? track.sliceCount : 0;
    std::vector<Entry> entries;
    entries.reserve(most);
    StopCheck check(progress);
    std::size_t lastRow = 0;
    m_firstRow = slices.size();
    for (std::uint32_t i = 0; i < trace.tracks().size(); ++i) {
        const Track& track = trace.tracks()[i];
        if (!track.isDeviceSide())
            continue;
        for (std::uint32_t row = track.firstSlice; row < track.endSlice(); ++row) {
            if (check.after(1))
                return;
            if (!isGpuWork(slices.kind[row]) || !slices.isSound(SliceTable::at(row)))
                continue;
            entries.push_back({ slices.start[row], SliceTable::at(row), i });
            m_firstRow = std::min(m_firstRow, std::size_t { row });
            lastRow = std::max(lastRow, std::size_t { row });
        }
    }
    sortRuns(
        entries,
        [&](const Entry& a, const Entry& b) {
            if (a.start != b.start)
                return a.start < b.start;
            const std::int64_t streamA = trace.tracks()[a.track].stream;
            const std::int64_t streamB = trace.tracks()[b.track].stream;
            return streamA != streamB ? streamA < streamB
                                      : slices.eventIndex[a.work.index()] < slices.eventIndex[b.work.index()];
        },
        progress);
    if (progress.shouldStop() || entries.empty())
        return;
    m_numbers.assign(lastRow - m_firstRow + 1, kNoWork);
    std::vector<std::uint32_t> streamOfTrack(trace.tracks().size(), kNoWork);
    for (std::vector<Timestamp>* each : { &m_starts, &m_handed })
        each->reserve(entries.size());
    m_lengths.reserve(entries.size());
    m_works.reserve(entries.size());
    m_streamOf.reserve(entries.size());
    std::vector<std::optional<bool>> isCopy(trace.strings().size()); // by name of a launch, each looked at once
    for (const Entry& entry : entries) {
        if (check.after(2))
            return;
        const auto number = static_cast<WorkNumber>(m_works.size());
        std::uint32_t& stream = streamOfTrack[entry.track];
        if (stream == kNoWork) {
            stream = static_cast<std::uint32_t>(m_streams.size());
            m_streams.push_back({ TrackId { entry.track }, {} });
        }
        m_numbers[entry.work.index() - m_firstRow] = number;
        m_works.push_back(entry.work);
        m_starts.push_back(entry.start);
        m_lengths.push_back(static_cast<std::uint32_t>(std::min(slices.duration(entry.work), Nanoseconds { kLong })));
        Timestamp handed = kMinTimestamp;
        if (const SliceId launch = launchOf(number); launch.isValid()) {
            std::optional<bool>& known = isCopy[slices.name[launch.index()].index()];
            if (!known)
                known = isCopyCall(trace.name(launch));
            handed = kinetoscope::handedOver(trace, entry.work, *known);
        }
        m_handed.push_back(handed);
        m_streamOf.push_back(stream);
        m_streams[stream].works.push_back(number);
    }
}

WorkNumber WorkOrder::numberOf(SliceId slice) const
{
    return slice.index() >= m_firstRow && slice.index() - m_firstRow < m_numbers.size()
        ? m_numbers[slice.index() - m_firstRow]
        : kNoWork;
}

} // namespace kinetoscope
