// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/scope/recorded_range.h"

#include "core/analysis/types/scope.h"

#include <algorithm>

namespace kinetoscope {

namespace {

TimeRange hullOf(const TimeRange& a, const TimeRange& b)
{
    return { std::min(a.begin, b.begin), std::max(a.end, b.end) };
}

/// On the clock of the rank's times.
TimeRange recordedRangeOf(const RankTrace& rank)
{
    if (rank.readsFrom() != nullptr)
        return rank.readsFrom()->meta.range;
    const TimeRange range = rank.trace->range();
    const std::optional<TimeRange> part = rank.trace->metadata().trimmedTo();
    const TimeRange both = part ? range.clippedTo(*part) : range;
    return both.isEmpty() ? range : both;
}

} // namespace

std::optional<TimeRange> recordedRange(const TraceSet& traces, const std::vector<std::int64_t>& ranks)
{
    std::optional<TimeRange> all;
    for (const RankTrace& rank : traces.ranks()) {
        if (!isChosen(ranks, rank.rank))
            continue;
        const TimeRange own = rank.toJobTime(recordedRangeOf(rank));
        if (!own.isEmpty())
            all = all ? hullOf(*all, own) : own;
    }
    return all;
}

std::size_t ranksNotRecordedIn(
    const TraceSet& traces, const std::vector<std::int64_t>& ranks, const TimeRange& range, double share)
{
    return static_cast<std::size_t>(std::ranges::count_if(traces.ranks(), [&](const RankTrace& rank) {
        const TimeRange own = rank.toJobTime(recordedRangeOf(rank));
        const auto missing = static_cast<double>(range.length() - range.clippedTo(own).length());
        return isChosen(ranks, rank.rank) && !own.isEmpty() && missing > share * static_cast<double>(range.length());
    }));
}

} // namespace kinetoscope
