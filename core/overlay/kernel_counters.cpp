// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/overlay/kernel_counters.h"

#include "core/analysis/counters/rank_ranges.h"

#include <algorithm>
#include <limits>

namespace kinetoscope {

namespace {

constexpr double kKernelCountersNothing = std::numeric_limits<double>::quiet_NaN();

Result<RankRanges> readRank(const TraceSet& traces, std::uint32_t rank, const AnalysisContext& context)
{
    const Trace& trace = *traces.ranks()[rank].trace;
    KT_TRY(ProfilerRanges ranges, readProfilerRanges(trace, context.progress));
    RankRanges result;
    result.index = rank;
    result.ranges = std::move(ranges);
    splitRanges(trace, *context.classifier, result);
    return result;
}

} // namespace

Unit KernelCounters::unit(std::size_t counter) const
{
    return m_arePeakShares ? Unit::Percent : counterUnit(m_names[counter]);
}

double KernelCounters::value(SliceRef slice, std::size_t counter) const
{
    const auto at = std::ranges::lower_bound(m_entries, slice, {}, &Entry::slice);
    return at != m_entries.end() && at->slice == slice ? m_values[at->range * m_names.size() + counter]
                                                       : kKernelCountersNothing;
}

HeatScale KernelCounters::scale(std::size_t counter) const
{
    if (m_arePeakShares)
        return { 0, 100, false }; // the same in every trace
    std::vector<double> values;
    for (std::size_t at = counter; at < m_values.size(); at += m_names.size())
        values.push_back(m_values[at]);
    return HeatScale::of(values);
}

void KernelCounters::addRank(std::uint32_t rank, const Trace& trace, const RankRanges& ranges)
{
    const bool isToldByMore = ranges.alignment.match != RangeMatch::Position;
    const std::vector<std::string>& own = ranges.ranges.counters;
    std::vector<std::size_t> columns; // of m_names among those of this rank; own.size(): it has none of that name
    for (const std::string& name : m_names)
        columns.push_back(static_cast<std::size_t>(std::ranges::find(own, name) - own.begin()));
    for (std::size_t i = 0; i < ranges.kernels.size(); ++i) {
        const std::size_t range = ranges.kernels[i];
        const std::size_t row = m_names.empty() ? 0 : m_values.size() / m_names.size();
        for (const std::size_t column : columns)
            m_values.push_back(column < own.size() ? ranges.ranges.value(range, column) : kKernelCountersNothing);
        m_entries.push_back({ { rank, ranges.ranges.slices[range] }, row });
        const SliceId launch = ranges.alignment.launches[i];
        if (!launch.isValid() || !isToldByMore)
            continue;
        m_entries.push_back({ { rank, launch }, row });
        for (const LaunchTable::Link& link : trace.launches().of(launch))
            m_entries.push_back({ { rank, link.work }, row });
    }
}

Result<KernelCounters> readKernelCounters(const AnalysisInput& input, const AnalysisContext& context)
{
    const KernelClassifier builtIn;
    AnalysisContext own = context;
    if (!own.classifier)
        own.classifier = &builtIn;
    const auto ranks = input.traces->ranks();
    std::vector<RankRanges> all;
    KernelCounters result;
    for (std::uint32_t rank = 0; rank < ranks.size(); ++rank) {
        KT_TRY(RankRanges ranges, readRank(*input.traces, rank, own));
        if (ranges.kernels.empty())
            continue;
        for (const std::string& name : ranges.ranges.counters) {
            if (std::ranges::find(result.m_names, name) == result.m_names.end())
                result.m_names.push_back(name);
        }
        all.push_back(std::move(ranges));
    }
    for (const RankRanges& ranges : all)
        result.addRank(ranges.index, *ranks[ranges.index].trace, ranges);
    std::ranges::stable_sort(result.m_entries, {}, &KernelCounters::Entry::slice);
    return result;
}

} // namespace kinetoscope
