// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/trace_set.h"

#include <algorithm>

namespace kinetoscope {

namespace {

TimeRange jobRangeOf(const RankTrace& rank, TimeRange range)
{
    return { rank.toJobTime(range.begin), rank.toJobTime(range.end) };
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

TimeRange movedTo(const RankTrace& to, const RankTrace& from, TimeRange range)
{
    return { to.toJobTime(from.toTraceTime(range.begin)), to.toJobTime(from.toTraceTime(range.end)) };
}

Remark remarkOfRank(const RankTrace& rank, std::string code, Message message)
{
    return { std::move(code), std::move(message), rank.trace->path(), { rank.rank } };
}

TraceSet::TraceSet(
    std::vector<std::pair<std::int64_t, std::shared_ptr<const Trace>>> ranks, std::vector<Remark> remarks)
    : m_remarks(std::move(remarks))
{
    std::sort(ranks.begin(), ranks.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (auto& [rank, trace] : ranks) {
        const Nanoseconds base = trace->metadata().baseTimeNanoseconds.value_or(0);
        m_ranks.push_back({ rank, std::move(trace), base });
    }
    moveOrigin();
    findRanges();
}

std::shared_ptr<const TraceSet> TraceSet::withClocks(
    std::shared_ptr<const TraceSet> own, std::vector<RankAlignment> alignments)
{
    auto set = std::make_shared<TraceSet>(*own);
    for (std::size_t i = 0; i < set->m_ranks.size() && i < alignments.size(); ++i) {
        RankTrace& rank = set->m_ranks[i];
        RankAlignment& alignment = alignments[i];
        if (!alignment.map.keepsOrder())
            alignment.map = {};
        rank.drift = alignment.map.drift;
        rank.driftFrom = saturatingSubtract(alignment.map.reference, rank.clockOffset);
        rank.clockOffset = saturatingAdd(rank.clockOffset, alignment.map.offset);
        rank.alignment = alignment;
    }
    set->m_onOwnClocks = std::move(own);
    set->moveOrigin();
    set->findRanges();
    const auto drifts = [](const RankTrace& rank) { return !rank.drift.isZero(); };
    if (std::any_of(set->m_ranks.begin(), set->m_ranks.end(), drifts)) {
        auto stiff = std::make_shared<TraceSet>(*set);
        for (RankTrace& rank : stiff->m_ranks) {
            const TimeRange recorded = rank.trace->coreRange();
            const Timestamp middle = saturatingAdd(recorded.begin, recorded.length() / 2);
            rank.clockOffset = saturatingSubtract(rank.toJobTime(middle), middle);
            rank.drift = {};
        }
        stiff->findRanges(); // the origin stays: both sets are drawn on one timeline
        set->m_withoutDrift = std::move(stiff);
    }
    return set;
}

std::shared_ptr<const TraceSet> TraceSet::withoutDrift(const std::shared_ptr<const TraceSet>& set)
{
    return set && set->m_withoutDrift ? set->m_withoutDrift : set;
}

std::shared_ptr<const TraceSet> TraceSet::onOwnClocks(const std::shared_ptr<const TraceSet>& set)
{
    return set && set->m_onOwnClocks ? set->m_onOwnClocks : set;
}

/// Makes the earliest event of all ranks job time 0.
void TraceSet::moveOrigin()
{
    bool isFirst = true;
    Timestamp origin = 0;
    for (const RankTrace& rank : m_ranks) {
        if (isNothing(*rank.trace))
            continue;
        const Timestamp begin = rank.toJobTime(rank.trace->range().begin);
        origin = isFirst ? begin : std::min(origin, begin);
        isFirst = false;
    }
    for (RankTrace& rank : m_ranks)
        rank.clockOffset = saturatingSubtract(rank.clockOffset, origin);
    m_unixOrigin = saturatingAdd(m_unixOrigin, origin);
}

void TraceSet::findRanges()
{
    bool isFirst = true;
    m_range = m_coreRange = m_workRange = {};
    for (const RankTrace& rank : m_ranks) {
        if (isNothing(*rank.trace))
            continue;
        extend(m_range, isFirst, jobRangeOf(rank, rank.trace->range()));
        extend(m_coreRange, isFirst, jobRangeOf(rank, rank.trace->coreRange()));
        isFirst = false;
    }
    bool hasNoWork = true;
    for (const RankTrace& rank : m_ranks) {
        if (const TimeRange work = workRangeOf(*rank.trace); !work.isEmpty()) {
            extend(m_workRange, hasNoWork, jobRangeOf(rank, work));
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
