// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/trace_set.h"

#include <algorithm>

namespace kinetoscope {

namespace {

/// `range` moved by `offset`.
TimeRange moved(TimeRange range, Nanoseconds offset)
{
    return { saturatingAdd(range.begin, offset), saturatingAdd(range.end, offset) };
}

bool isNothing(const Trace& trace)
{
    return trace.slices().size() == 0 && trace.counters().size() == 0;
}

void extend(TimeRange& sum, bool isFirst, TimeRange range)
{
    sum = isFirst ? range : TimeRange { std::min(sum.begin, range.begin), std::max(sum.end, range.end) };
}

/// From the first start to the last end of what is no span and no mark of the profiler, on the trace's clock; empty
/// without any. O(lanes): the last slice of a lane ends last.
TimeRange workRangeOf(const Trace& trace)
{
    TimeRange range { kMaxTimestamp, kMinTimestamp };
    for (std::size_t i = 0; i < trace.tracks().size(); ++i) {
        const Track& track = trace.tracks()[i];
        if (track.kind == TrackKind::Span || track.kind == TrackKind::HostInstants || track.sliceCount == 0)
            continue;
        for (std::uint16_t lane = 0; lane < track.laneCount; ++lane) {
            const LaneRows rows = trace.lane(TrackId { i }, lane);
            if (rows.size() == 0)
                continue;
            range.begin = std::min(range.begin, trace.slices().start[rows[0].index()]);
            range.end = std::max(range.end, trace.slices().end(rows[rows.size() - 1]));
        }
    }
    return range.begin < range.end ? range : TimeRange {};
}

} // namespace

Remark remarkOfRank(const RankTrace& rank, std::string code, Message message)
{
    return { std::move(code), std::move(message), rank.trace->path(), { rank.rank } };
}

TraceSet::TraceSet(
    std::vector<std::pair<std::int64_t, std::shared_ptr<const Trace>>> ranks, std::vector<Remark> remarks)
    : m_remarks(std::move(remarks))
{
    std::sort(ranks.begin(), ranks.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    bool isFirst = true;
    for (auto& [rank, trace] : ranks) {
        const Nanoseconds base = trace->metadata().baseTimeNanoseconds.value_or(0);
        if (!isNothing(*trace)) {
            const Timestamp begin = saturatingAdd(trace->range().begin, base);
            m_unixOrigin = isFirst ? begin : std::min(m_unixOrigin, begin);
            isFirst = false;
        }
        m_ranks.push_back({ rank, std::move(trace), base });
    }
    isFirst = true;
    for (RankTrace& rank : m_ranks) {
        rank.clockOffset = saturatingSubtract(rank.clockOffset, m_unixOrigin);
        if (isNothing(*rank.trace))
            continue;
        extend(m_range, isFirst, moved(rank.trace->range(), rank.clockOffset));
        extend(m_coreRange, isFirst, moved(rank.trace->coreRange(), rank.clockOffset));
        isFirst = false;
    }
    bool hasNoWork = true;
    for (const RankTrace& rank : m_ranks) {
        if (const TimeRange work = workRangeOf(*rank.trace); !work.isEmpty()) {
            extend(m_workRange, hasNoWork, moved(work, rank.clockOffset));
            hasNoWork = false;
        }
    }
    m_workRange = m_workRange.clippedTo(m_coreRange);
    if (m_workRange.isEmpty())
        m_workRange = m_coreRange;
}

const RankTrace* TraceSet::findRank(std::int64_t rank) const
{
    const std::size_t index = indexOfRank(rank);
    return index < m_ranks.size() ? &m_ranks[index] : nullptr;
}

std::size_t TraceSet::indexOfRank(std::int64_t rank) const
{
    const auto it = std::lower_bound(m_ranks.begin(), m_ranks.end(), rank,
        [](const RankTrace& known, std::int64_t wanted) { return known.rank < wanted; });
    return it != m_ranks.end() && it->rank == rank ? static_cast<std::size_t>(it - m_ranks.begin()) : m_ranks.size();
}

std::vector<std::int64_t> TraceSet::stepNumbers() const
{
    std::vector<std::int64_t> numbers;
    for (const RankTrace& rank : m_ranks) {
        for (const Step& step : rank.trace->steps())
            numbers.push_back(step.number);
    }
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    return numbers;
}

std::uint64_t TraceSet::eventCount() const
{
    std::uint64_t events = 0;
    for (const RankTrace& rank : m_ranks)
        events += rank.trace->report().events;
    return events;
}

} // namespace kinetoscope
