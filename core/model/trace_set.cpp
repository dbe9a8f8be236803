// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/trace_set.h"

#include "core/model/trace_builder.h"
#include "core/model/work_range.h"

#include <algorithm>
#include <optional>

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

/// Of a rank, on the trace's clock; nothing where it has no events.
struct RankRanges {
    TimeRange whole;
    TimeRange core;
    TimeRange work;
};
std::optional<RankRanges> rangesOf(const RankTrace& rank)
{
    if (const RankSummary* summary = rank.readsFrom()) {
        const SummaryMeta& meta = summary->meta;
        return meta.range.isEmpty() ? std::nullopt
                                    : std::optional(RankRanges { meta.range, meta.coreRange, meta.workRange });
    }
    if (isNothing(*rank.trace))
        return std::nullopt;
    return RankRanges { rank.trace->range(), rank.trace->coreRange(), workRangeOf(*rank.trace) };
}

std::optional<Timestamp> baseOf(const RankTrace& rank)
{
    const RankSummary* summary = rank.readsFrom();
    return summary != nullptr ? summary->meta.baseTime : rank.trace->metadata().baseTimeNanoseconds;
}

/// What stands for a trace that is not loaded.
std::shared_ptr<const Trace> traceWithoutEvents(const RankTrace& rank)
{
    ParsedEvents nothing;
    nothing.path = rank.path;
    nothing.categories.emplace_back(0U);
    if (const RankSummary* summary = rank.summary.get()) {
        nothing.metadata.rank = summary->meta.rank;
        nothing.metadata.worldSize = summary->meta.worldSize;
        nothing.metadata.baseTimeNanoseconds = summary->meta.baseTime;
    }
    Result<TraceData> data = buildTrace(std::move(nothing), 1, {});
    return std::make_shared<const Trace>(data ? std::move(data).value() : TraceData {});
}

} // namespace

Remark remarkOfRank(const RankTrace& rank, std::string code, Message message)
{
    return { std::move(code), std::move(message), rank.path, { rank.rank } };
}

std::vector<std::int64_t> RankTrace::stepNumbers() const
{
    if (const RankSummary* from = readsFrom())
        return from->numbersOfSteps();
    std::vector<std::int64_t> numbers;
    for (const Step& step : trace->steps())
        numbers.push_back(step.number);
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    return numbers;
}

TraceSet::TraceSet(
    std::vector<std::pair<std::int64_t, std::shared_ptr<const Trace>>> ranks, std::vector<Remark> remarks)
    : m_remarks(std::move(remarks))
{
    for (auto& [rank, trace] : ranks) {
        RankTrace& own = m_ranks.emplace_back();
        own.rank = rank;
        own.path = trace->path();
        own.trace = std::move(trace);
    }
    putOnOneClock();
}

TraceSet TraceSet::ofRanks(std::vector<RankTrace> ranks, std::vector<Remark> remarks)
{
    TraceSet set;
    set.m_remarks = std::move(remarks);
    set.m_ranks = std::move(ranks);
    for (RankTrace& rank : set.m_ranks) {
        if (!rank.trace)
            rank.trace = traceWithoutEvents(rank);
        if (rank.path.empty())
            rank.path = rank.trace->path();
    }
    set.putOnOneClock();
    return set;
}

void TraceSet::putOnOneClock()
{
    std::sort(m_ranks.begin(), m_ranks.end(), [](const RankTrace& a, const RankTrace& b) { return a.rank < b.rank; });
    std::vector<std::optional<RankRanges>> ranges;
    bool isFirst = true;
    for (RankTrace& rank : m_ranks) {
        rank.clockOffset = baseOf(rank).value_or(0);
        ranges.push_back(rangesOf(rank));
        if (!ranges.back())
            continue;
        const Timestamp begin = saturatingAdd(ranges.back()->whole.begin, rank.clockOffset);
        m_unixOrigin = isFirst ? begin : std::min(m_unixOrigin, begin);
        isFirst = false;
    }
    isFirst = true;
    bool hasNoWork = true;
    for (std::size_t i = 0; i < m_ranks.size(); ++i) {
        RankTrace& rank = m_ranks[i];
        rank.clockOffset = saturatingSubtract(rank.clockOffset, m_unixOrigin);
        if (!ranges[i])
            continue;
        extend(m_range, isFirst, moved(ranges[i]->whole, rank.clockOffset));
        extend(m_coreRange, isFirst, moved(ranges[i]->core, rank.clockOffset));
        isFirst = false;
        if (!ranges[i]->work.isEmpty()) {
            extend(m_workRange, hasNoWork, moved(ranges[i]->work, rank.clockOffset));
            hasNoWork = false;
        }
    }
    m_workRange = m_workRange.clippedTo(m_coreRange);
    if (m_workRange.isEmpty())
        m_workRange = m_coreRange;
}

bool TraceSet::areAllLoaded() const
{
    return std::all_of(m_ranks.begin(), m_ranks.end(), [](const RankTrace& rank) { return rank.isLoaded(); });
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
        const std::vector<std::int64_t> own = rank.stepNumbers();
        numbers.insert(numbers.end(), own.begin(), own.end());
    }
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    return numbers;
}

std::uint64_t TraceSet::eventCount() const
{
    std::uint64_t events = 0;
    for (const RankTrace& rank : m_ranks)
        events += rank.readsFrom() != nullptr ? rank.readsFrom()->meta.events : rank.trace->report().events;
    return events;
}

} // namespace kinetoscope
