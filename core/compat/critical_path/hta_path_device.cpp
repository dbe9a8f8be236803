// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compat/critical_path/hta_path_graph.h"
#include "core/compat/critical_path/hta_path_region.h"
#include "core/compat/launch/hta_queues.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace kinetoscope::compat {

namespace {

/// What HTA makes of recorded events (SPEC.md 14.3 d): the work that a wait is for, and the work that waits. Looks at
/// the whole table of a rank, whatever the window. O(n log n).
class EventWaits {
public:
    EventWaits(const HtaRank& rank, const RowsByIndex& byIndex);

    /// The work that the event of a sync row was recorded behind: that of the last launch before the record on its
    /// stream. kNoRow where the row names no record or nothing was launched before.
    [[nodiscard]] RowNumber awaitedBy(const HtaRow& sync) const;
    /// The work of the first launch behind the call of a `Stream Wait Event`, on its thread and stream; kNoRow for
    /// none.
    [[nodiscard]] RowNumber workBehind(const HtaRow& streamWait) const;

private:
    struct TimedWork {
        double time = 0;
        RowNumber work = kNoRow;
    };
    using DeviceStream = std::pair<StringId, std::int64_t>;
    using ThreadStream = std::tuple<StringId, StringId, std::int64_t>;

    [[nodiscard]] const Track& trackOf(const HtaRow& row) const
    {
        return m_rank.trace->track(m_rank.trace->trackOf(row.slice));
    }
    void collectLaunches();
    void collectRecords();

    const HtaRank& m_rank;
    const RowsByIndex& m_byIndex;
    std::map<DeviceStream, std::vector<TimedWork>> m_byStream; ///< each by time of the launch
    std::map<ThreadStream, std::vector<TimedWork>> m_byThread;
    std::unordered_map<std::int64_t, RowNumber> m_records; ///< by correlation: the work in front of the record
};

EventWaits::EventWaits(const HtaRank& rank, const RowsByIndex& byIndex)
    : m_rank(rank)
    , m_byIndex(byIndex)
{
    collectLaunches();
    collectRecords();
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

/// From here on HTA takes nothing for a wait between kernels. us
constexpr double kLongestKernelDelay = 1500;

bool isHostWaitName(std::string_view name)
{
    return name == "Event Sync" || name == "Context Sync";
}

/// Lengths of the queues as a row leaves them, by index.
class QueueLengths {
public:
    explicit QueueLengths(const HtaRank& rank)
    {
        for (const auto& [stream, queue] : queuesOf(rank)) {
            for (const HtaQueuePoint& point : queue)
                m_lengths.try_emplace(point.index, point.length);
        }
    }
    /// Whether the row is one that counts, and leaves so many.
    [[nodiscard]] bool isLeft(std::int64_t index, std::int64_t length) const
    {
        const auto found = m_lengths.find(index);
        return found != m_lengths.end() && found->second == length;
    }

private:
    std::unordered_map<std::int64_t, std::int64_t> m_lengths;
};

class DeviceWalk {
public:
    DeviceWalk(const HtaRank& rank, const RowsByIndex& byIndex, bool addsZeroWeightLaunches, PathGraph& graph)
        : m_rank(rank)
        , m_byIndex(byIndex)
        , m_addsZeroWeightLaunches(addsZeroWeightLaunches)
        , m_graph(graph)
        , m_queues(rank)
        , m_waits(rank, byIndex)
    {
    }

    void takeSync(RowNumber row)
    {
        const HtaRow& sync = m_rank.rows[row];
        const std::string_view name = m_rank.name(sync);
        if (name == "Stream Wait Event") {
            const RowNumber source = m_waits.awaitedBy(sync);
            const RowNumber waiting = source == kNoRow ? kNoRow : m_waits.workBehind(sync);
            if (waiting != kNoRow)
                m_sources[waiting] = source;
        } else if (name == "Event Sync") {
            addSync(m_graph.endOf(m_waits.awaitedBy(sync)), sync);
        } else if (name == "Context Sync" || name == "Stream Sync") {
            for (const auto& [stream, end] : m_last) {
                if (name == "Context Sync" || stream == sync.stream)
                    addSync(end, sync);
            }
        }
    }

    void takeWork(RowNumber row)
    {
        const HtaRow& work = m_rank.rows[row];
        const NodeNumber start = m_graph.startOf(row);
        const NodeNumber end = m_graph.endOf(row);
        if (start == kNoNode)
            return;
        m_graph.addOwned(start, end, PathEdgeType::OperatorKernel, row);
        const NodeNumber source = takeSource(row);
        if (source != kNoNode)
            m_graph.add(source, start, PathEdgeType::SyncDependency);

        const RowNumber launch = m_byIndex.find(work.linkedIndex);
        const NodeNumber call = m_graph.startOf(launch);
        NodeNumber& last = lastOn(work.stream);
        const bool isLaunchDelayed = launch != kNoRow && m_queues.isLeft(work.linkedIndex, 1)
            && m_queues.isLeft(work.index, 0) && isOver(last, m_rank.rows[launch].ts)
            && isOver(source, m_rank.rows[launch].ts);
        if (isLaunchDelayed && call != kNoNode) // HTA fails where the call is outside of the window
            m_graph.add(call, start, PathEdgeType::KernelLaunchDelay);
        else if (!isLaunchDelayed && last != kNoNode
            && m_graph.nodes()[start].time - m_graph.nodes()[last].time < kLongestKernelDelay
            && isOver(source, m_graph.nodes()[last].time))
            m_graph.addOwned(last, start, PathEdgeType::KernelKernelDelay, m_graph.nodes()[last].row);
        if (m_addsZeroWeightLaunches && !isLaunchDelayed && call != kNoNode)
            m_graph.add(call, start, PathEdgeType::KernelLaunchDelay, true);
        last = end;
    }

private:
    /// Whether nothing ends there, or something before `time`.
    [[nodiscard]] bool isOver(NodeNumber end, double time) const
    {
        return end == kNoNode || m_graph.nodes()[end].time < time;
    }

    void addSync(NodeNumber from, const HtaRow& sync)
    {
        const NodeNumber to = m_graph.endOf(m_byIndex.find(sync.linkedIndex));
        if (from != kNoNode && to != kNoNode && from != to)
            m_graph.add(from, to, PathEdgeType::SyncDependency);
    }

    /// The end of what the row waits for, which is then done with.
    NodeNumber takeSource(RowNumber row)
    {
        const auto found = m_sources.find(row);
        if (found == m_sources.end())
            return kNoNode;
        const NodeNumber end = m_graph.endOf(found->second);
        m_sources.erase(found);
        return end;
    }

    NodeNumber& lastOn(std::int64_t stream)
    {
        const auto [place, isNew] = m_places.try_emplace(stream, m_last.size());
        if (isNew)
            m_last.emplace_back(stream, kNoNode);
        return m_last[place->second].second;
    }

    const HtaRank& m_rank;
    const RowsByIndex& m_byIndex;
    bool m_addsZeroWeightLaunches;
    PathGraph& m_graph;
    QueueLengths m_queues;
    EventWaits m_waits;
    std::unordered_map<RowNumber, RowNumber> m_sources;      ///< by waiting work
    std::vector<std::pair<std::int64_t, NodeNumber>> m_last; ///< streams, and the end of their last work
    std::unordered_map<std::int64_t, std::size_t> m_places;  ///< by stream: place in m_last
};

} // namespace

void addDeviceEdges(const PathSource& source, PathGraph& graph, const Progress& progress)
{
    struct Turn {
        double time = 0;
        RowNumber row = kNoRow;
        bool isSync = false;
    };
    const HtaRank& rank = source.rank;
    std::vector<Turn> turns;
    for (const RowNumber row : source.rows) {
        const HtaRow& event = rank.rows[row];
        if (event.linkedIndex < 0 || (!event.hasStream() && !isHostWaitName(rank.name(event))))
            continue;
        const bool isSync = source.names.category(event) == "cuda_sync";
        turns.push_back({ isSync ? event.ts + event.dur : event.ts, row, isSync });
    }
    std::ranges::stable_sort(turns, {}, &Turn::time);
    DeviceWalk walk(rank, source.byIndex, source.options.addZeroWeightLaunches, graph);
    StopCheck stop(progress);
    for (const Turn& turn : turns) {
        if (stop.after(1))
            return;
        if (turn.isSync)
            walk.takeSync(turn.row);
        else
            walk.takeWork(turn.row);
    }
}

} // namespace kinetoscope::compat
