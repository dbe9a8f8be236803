// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/launch/launch_rows.h"

#include "core/analysis/types/stream_cell.h"

namespace kinetoscope {

namespace {

Nanoseconds timeInColumn(const LaunchTimes& times, LaunchColumn column)
{
    switch (column) {
    case LaunchColumn::Call:
        return times.call.length();
    case LaunchColumn::Work:
        return times.work.length();
    case LaunchColumn::Delay:
        return times.delay;
    case LaunchColumn::Start:
        return times.call.begin;
    case LaunchColumn::RawDelay:
        return times.rawDelay;
    case LaunchColumn::LaunchToStart:
        return saturatingSubtract(times.work.begin, times.call.begin);
    case LaunchColumn::QueueWait:
        return times.queueWait;
    default:
        return times.netDelay();
    }
}

} // namespace

std::string_view LaunchRows::text(std::size_t row, std::size_t column) const
{
    const LaunchRow& launch = m_rows[row];
    const Trace& trace = *m_source->rankTrace(launch.rank).trace;
    return static_cast<LaunchColumn>(column) == LaunchColumn::Api ? launchApiName(trace.name(launch.call))
                                                                  : trace.name(launch.work);
}

Cell LaunchRows::figure(std::size_t row, std::size_t column) const
{
    const LaunchRow& launch = m_rows[row];
    const Trace& trace = *m_source->rankTrace(launch.rank).trace;
    const auto numberOrNone = [](std::int64_t number) { return number < 0 ? Cell {} : Cell { number }; };
    switch (static_cast<LaunchColumn>(column)) {
    case LaunchColumn::Correlation:
        return numberOrNone(trace.slices().correlation(launch.call));
    case LaunchColumn::Rank:
        return m_source->rankNumber(launch.rank);
    case LaunchColumn::Device:
        return deviceCell(trace, trace.track(trace.trackOf(launch.work)).device);
    case LaunchColumn::Stream:
        return streamCell(trace, trace.track(trace.trackOf(launch.work)).stream);
    default:
        return timeInColumn(timesOf(launch), static_cast<LaunchColumn>(column));
    }
}

Selection LaunchRows::evidence(std::size_t row, LaunchColumn column) const
{
    const LaunchRow& launch = m_rows[row];
    const std::uint32_t rank = m_source->rankIndex(launch.rank);
    const LaunchTimes times = timesOf(launch);
    const Timestamp freeAt = saturatingAdd(times.call.end, times.queueWait);
    Selection selection;
    const auto addInterval = [&](Timestamp begin, Timestamp end) {
        const TrackId stream = m_source->rankTrace(launch.rank).trace->trackOf(launch.work);
        if (begin < end)
            selection.intervals.push_back({ rank, stream, { begin, end } });
    };
    if (column == LaunchColumn::Delay || column == LaunchColumn::RawDelay)
        addInterval(times.call.end, times.work.begin);
    else if (column == LaunchColumn::LaunchToStart)
        addInterval(times.call.begin, times.work.begin);
    else if (column == LaunchColumn::QueueWait)
        addInterval(times.call.end, freeAt);
    else if (column == LaunchColumn::NetDelay)
        addInterval(freeAt, times.work.begin);
    if (column != LaunchColumn::Work && selection.isEmpty())
        selection.slices.push_back({ rank, launch.call });
    if (column != LaunchColumn::Call && selection.intervals.empty())
        selection.slices.push_back({ rank, launch.work });
    return selection;
}

LaunchTimes LaunchRows::timesOf(const LaunchRow& launch) const
{
    return launchTimes(m_source->rankTrace(launch.rank), launch.call, launch.work, launch.queueWait);
}

} // namespace kinetoscope
