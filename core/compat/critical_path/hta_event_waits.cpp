// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compat/critical_path/hta_event_waits.h"

#include "core/compat/launch/hta_queues.h"

#include <algorithm>

namespace kinetoscope::compat {

EventWaits::EventWaits(const HtaRank& rank, const RowsByIndex& byIndex)
    : m_rank(rank)
    , m_byIndex(byIndex)
{
    collectLaunches();
    collectRecords();
}

const Track& EventWaits::trackOf(const HtaRow& row) const
{
    return m_rank.trace->track(m_rank.trace->trackOf(row.slice));
}

void EventWaits::collectLaunches()
{
    for (const HtaRow& row : m_rank.rows) {
        const RowNumber work = m_byIndex.find(row.linkedIndex);
        if (work == kNoRow || !isQueueLaunchName(m_rank.name(row)))
            continue;
        const HtaRow& device = m_rank.rows[work];
        if (!device.hasStream() || device.linkedIndex <= 0)
            continue;
        const TimedWork launched { row.ts, work };
        const Track& thread = trackOf(row);
        m_byStream[{ trackOf(device).pid, device.stream }].push_back(launched);
        m_byThread[{ thread.pid, thread.tid, device.stream }].push_back(launched);
    }
    const auto isEarlier = [](const TimedWork& a, const TimedWork& b) { return a.time < b.time; };
    for (auto& [stream, launches] : m_byStream)
        std::ranges::stable_sort(launches, isEarlier);
    for (auto& [thread, launches] : m_byThread)
        std::ranges::stable_sort(launches, isEarlier);
}

void EventWaits::collectRecords()
{
    // A record says itself neither device nor stream: those that wait for it do.
    const ArgColumns& args = m_rank.trace->args();
    std::unordered_map<std::int64_t, DeviceStream> streams;
    for (const HtaRow& row : m_rank.rows) {
        const std::int64_t stream = args.waitOnStream.find(row.index).value_or(HtaRow::kNone);
        if (stream > HtaRow::kNone)
            streams.try_emplace(
                args.waitOnRecordCorrelation.find(row.index).value_or(HtaRow::kNone), trackOf(row).pid, stream);
    }
    for (const HtaRow& row : m_rank.rows) {
        const auto stream = streams.find(row.correlation);
        if (stream == streams.end() || m_rank.name(row) != "cudaEventRecord")
            continue;
        const auto launches = m_byStream.find(stream->second);
        if (launches == m_byStream.end())
            continue;
        const auto behind = std::ranges::upper_bound(launches->second, row.ts, {}, &TimedWork::time);
        if (behind != launches->second.begin())
            m_records.try_emplace(row.correlation, std::prev(behind)->work);
    }
}

RowNumber EventWaits::awaitedBy(const HtaRow& sync) const
{
    const auto record =
        m_records.find(m_rank.trace->args().waitOnRecordCorrelation.find(sync.index).value_or(HtaRow::kNone));
    return record == m_records.end() ? kNoRow : record->second;
}

RowNumber EventWaits::workBehind(const HtaRow& streamWait) const
{
    const RowNumber call = m_byIndex.find(streamWait.linkedIndex);
    if (call == kNoRow)
        return kNoRow;
    const HtaRow& host = m_rank.rows[call];
    const Track& thread = trackOf(host);
    const auto launches = m_byThread.find({ thread.pid, thread.tid, streamWait.stream });
    if (launches == m_byThread.end())
        return kNoRow;
    const auto behind = std::ranges::upper_bound(launches->second, host.ts, {}, &TimedWork::time);
    return behind == launches->second.end() ? kNoRow : behind->work;
}

} // namespace kinetoscope::compat
