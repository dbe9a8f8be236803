// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/ranks/rank_times.h"

#include "core/io/summary/summary_format.h"
#include "core/numeric/intervals.h"

#include <algorithm>
#include <array>

namespace kinetoscope {

namespace {

std::vector<TimeRange> besides(std::vector<TimeRange> ranges, const std::vector<TimeRange>& hostRuns)
{
    return hostRuns.empty() ? std::move(ranges) : differenceOf(ranges, hostRuns);
}

} // namespace

RankTimes::RankTimes(
    const RankGpuWork& work, const RankIdle& idle, const std::vector<TimeRange>& hostRuns, const Progress& progress)
    : m_compute({})
{
    auto parts = timeParts(work, progress);
    const auto take = [&parts](TimePart part) { return std::move(parts[static_cast<std::size_t>(part)]); };
    std::vector<TimeRange> compute = take(TimePart::Compute);
    std::vector<TimeRange> communication = take(TimePart::CommunicationExposed);
    if (!hostRuns.empty()) {
        communication.insert(communication.end(), hostRuns.begin(), hostRuns.end());
        communication = differenceOf(unionOf(std::move(communication)), compute);
    }
    m_compute = CoveredTime(std::move(compute));
    m_parts.emplace_back(std::move(communication));
    m_parts.emplace_back(besides(take(TimePart::MemoryExposed), hostRuns));
    m_parts.emplace_back(besides(take(TimePart::OtherExposed), hostRuns));
    std::array<std::vector<TimeRange>, kIdleCauseCount> gaps;
    idle.eachPart(
        RankIdle::wholeRank(),
        [&gaps](TimeRange part, IdleCause cause) { gaps[static_cast<std::size_t>(cause)].push_back(part); }, progress);
    for (std::vector<TimeRange>& ranges : gaps)
        m_parts.emplace_back(besides(std::move(ranges), hostRuns));
}

RankTimes::RankTimes(const RankSummary& summary, const RankTrace& rank)
    : m_compute(computeUnderRuns(summary, rank))
{
    const std::vector<SummaryParts> before = summary.partsBeforeRuns();
    m_sums.reserve(2 * before.size() + 1);
    m_sums.emplace_back(rank.toJobTime(summary.meta.first), SummaryParts {});
    for (std::size_t i = 0; i < before.size(); ++i) {
        const SummaryRun& run = summary.runs[i];
        Nanoseconds compute = 0;
        for (const TimeRange& range : summary.computeUnder(run))
            compute += range.length();
        SummaryParts after = partsUnder(run.duration, compute);
        for (std::size_t part = 0; part < after.size(); ++part)
            after[part] = saturatingAdd(after[part], before[i][part]);
        const TimeRange range = summary.rangeOf(run);
        m_sums.emplace_back(rank.toJobTime(range.begin), before[i]);
        m_sums.emplace_back(rank.toJobTime(range.end), after);
    }
    std::ranges::sort(m_sums);
}

SummaryParts RankTimes::partsUntil(Timestamp time) const
{
    const auto found = std::ranges::lower_bound(m_sums, time, {}, &std::pair<Timestamp, SummaryParts>::first);
    return found == m_sums.end() ? SummaryParts {} : found->second;
}

SummaryParts RankTimes::within(TimeRange stretch) const
{
    SummaryParts parts {};
    if (!m_parts.empty()) {
        parts[0] = m_compute.within(stretch);
        for (std::size_t part = 1; part < parts.size(); ++part)
            parts[part] = m_parts[part - 1].within(stretch);
        return parts;
    }
    const SummaryParts begin = partsUntil(stretch.begin);
    const SummaryParts end = partsUntil(stretch.end);
    for (std::size_t part = 0; part < parts.size(); ++part)
        parts[part] = saturatingSubtract(end[part], begin[part]);
    return parts;
}

std::vector<TimeRange> computeUnderRuns(const RankSummary& summary, const RankTrace& rank)
{
    std::vector<TimeRange> ranges;
    for (const SummaryRun& run : summary.runs) {
        for (const TimeRange& range : summary.computeUnder(run))
            ranges.push_back(rank.toJobTime(range));
    }
    return unionOf(std::move(ranges));
}

} // namespace kinetoscope
