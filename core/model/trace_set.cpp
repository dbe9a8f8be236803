// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/trace_set.h"

#include "core/base/sort_stably.h"
#include "core/base/vectors.h"
#include "core/model/trace_builder.h"
#include "core/model/work_range.h"

namespace kinetoscope {

namespace {

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
    if (rank.trace->slices().size() == 0 && rank.trace->counters().size() == 0)
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

TimeRange movedTo(const RankTrace& to, const RankTrace& from, TimeRange range)
{
    return { to.toJobTime(from.toTraceTime(range.begin)), to.toJobTime(from.toTraceTime(range.end)) };
}

Remark remarkOfRank(const RankTrace& rank, std::string code, Message message)
{
    return { std::move(code), std::move(message), rank.path, { rank.rank } };
}

std::vector<std::int64_t> RankTrace::stepNumbers() const
{
    if (const RankSummary* from = readsFrom())
        return from->numbersOfSteps();
    std::vector<std::int64_t> numbers = mapped(trace->steps(), &Step::number);
    sortUnique(numbers);
    return numbers;
}

TraceSet::TraceSet(
    std::vector<std::pair<std::int64_t, std::shared_ptr<const Trace>>> ranks, std::vector<Remark> remarks)
{
    std::vector<RankTrace> loaded;
    for (auto& [rank, trace] : ranks) {
        RankTrace& own = loaded.emplace_back();
        own.rank = rank;
        own.trace = std::move(trace);
    }
    *this = ofRanks(std::move(loaded), std::move(remarks));
}

TraceSet TraceSet::ofRanks(std::vector<RankTrace> ranks, std::vector<Remark> remarks)
{
    TraceSet set;
    set.m_remarks = std::move(remarks);
    set.m_ranks = std::move(ranks);
    sortStably(set.m_ranks, {}, &RankTrace::rank);
    for (RankTrace& rank : set.m_ranks) {
        if (!rank.trace)
            rank.trace = traceWithoutEvents(rank);
        if (rank.path.empty())
            rank.path = rank.trace->path();
        rank.clockOffset = baseOf(rank).value_or(0);
        rank.drift = {};
        rank.driftFrom = 0;
        rank.alignment.reset();
    }
    set.moveOrigin();
    set.findRanges();
    return set;
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
    if (std::ranges::any_of(set->m_ranks, drifts)) {
        auto stiff = std::make_shared<TraceSet>(*set);
        for (RankTrace& rank : stiff->m_ranks) {
            const TimeRange recorded = rangesOf(rank).value_or(RankRanges {}).core;
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
    std::optional<Timestamp> origin;
    for (const RankTrace& rank : m_ranks) {
        const std::optional<RankRanges> ranges = rangesOf(rank);
        if (!ranges)
            continue;
        const Timestamp begin = rank.toJobTime(ranges->whole.begin);
        origin = std::min(origin.value_or(begin), begin);
    }
    for (RankTrace& rank : m_ranks)
        rank.clockOffset = saturatingSubtract(rank.clockOffset, origin.value_or(0));
    m_unixOrigin = saturatingAdd(m_unixOrigin, origin.value_or(0));
}

void TraceSet::findRanges()
{
    constexpr Nanoseconds kLeastShare = 200; // all ranks together, of a view of all: a few pixels
    bool isFirst = true;
    bool hasNoWork = true;
    m_range = m_coreRange = m_workRange = {};
    TimeRange firstWork;
    Nanoseconds work = 0;
    for (const RankTrace& rank : m_ranks) {
        const std::optional<RankRanges> ranges = rangesOf(rank);
        if (!ranges)
            continue;
        extend(m_range, isFirst, rank.toJobTime(ranges->whole));
        extend(m_coreRange, isFirst, rank.toJobTime(ranges->core));
        isFirst = false;
        if (!ranges->work.isEmpty()) {
            const TimeRange own = rank.toJobTime(ranges->work);
            extend(m_workRange, hasNoWork, own);
            firstWork = hasNoWork ? own : firstWork;
            work = saturatingAdd(work, own.length());
            hasNoWork = false;
        }
    }
    m_isFarApart = m_workRange.length() / kLeastShare > work;
    m_workRange = (m_isFarApart ? firstWork : m_workRange).clippedTo(m_coreRange);
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
    const auto it = std::ranges::lower_bound(m_ranks, rank, {}, &RankTrace::rank);
    return it != m_ranks.end() && it->rank == rank ? static_cast<std::size_t>(it - m_ranks.begin()) : m_ranks.size();
}

std::vector<std::int64_t> TraceSet::stepNumbers() const
{
    std::vector<std::int64_t> numbers;
    for (const RankTrace& rank : m_ranks) {
        const std::vector<std::int64_t> own = rank.stepNumbers();
        numbers.insert(numbers.end(), own.begin(), own.end());
    }
    sortUnique(numbers);
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
