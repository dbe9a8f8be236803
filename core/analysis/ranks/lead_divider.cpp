// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/ranks/lead_divider.h"

#include "core/numeric/intervals.h"

#include <algorithm>
#include <utility>

namespace kinetoscope {

std::string_view toString(LatePart part)
{
    constexpr std::array<std::string_view, kLatePartCount> kNames { "compute", "comm_same", "comm_other_wait",
        "comm_other", "mem", "other", "idle_host_wait", "idle_kernel_wait", "idle_other", "idle_unknown_launch",
        "before_recording", "overlap" };
    return kNames[static_cast<std::size_t>(part)];
}

std::string_view wordsOf(LatePart part)
{
    constexpr std::array<std::string_view, kLatePartCount> kWords { "Compute", "Collectives of the same group",
        "Waiting in other communication", "Collectives of other groups", "Copies", "Other",
        "Idle: waiting for the host", "Idle: between kernels", "Idle: other", "Idle: launch unknown",
        "Recording began later", "Overlap" };
    return kWords[static_cast<std::size_t>(part)];
}

RunsByTime::RunsByTime(std::vector<LeadRun> runs)
    : m_runs(std::move(runs))
{
    std::stable_sort(
        m_runs.begin(), m_runs.end(), [](const LeadRun& a, const LeadRun& b) { return a.range.begin < b.range.begin; });
    Timestamp latest = kMinTimestamp;
    for (const LeadRun& run : m_runs) {
        latest = std::max(latest, run.range.end);
        m_latestEnd.push_back(latest);
    }
}

std::span<const LeadRun> RunsByTime::around(TimeRange range) const
{
    const auto first = std::upper_bound(m_latestEnd.begin(), m_latestEnd.end(), range.begin) - m_latestEnd.begin();
    const auto end = std::partition_point(
        m_runs.begin() + first, m_runs.end(), [&range](const LeadRun& run) { return run.range.begin < range.end; });
    return { m_runs.begin() + first, end };
}

namespace {

std::vector<TimeRange> hostRunsOf(const RunsByTime& runs)
{
    std::vector<TimeRange> ranges;
    for (const LeadRun& run : runs.runs()) {
        if (run.isHost)
            ranges.push_back(run.range);
    }
    return unionOf(std::move(ranges));
}

/// Host runs are on no stream: what the GPU does beside them counts after them, as beside communication kernels.
std::vector<TimeRange> besides(std::vector<TimeRange> ranges, const std::vector<TimeRange>& hostRuns)
{
    return hostRuns.empty() ? std::move(ranges) : differenceOf(ranges, hostRuns);
}

} // namespace

LeadDivider::LeadDivider(
    const RankGpuWork& work, const RankIdle& idle, const RunsByTime& runs, const Progress& progress)
    : m_runs(runs)
    , m_compute({})
    , m_communication({})
    , m_copies({})
    , m_other({})
{
    const std::vector<TimeRange> host = hostRunsOf(runs);
    auto parts = timeParts(work, progress);
    const auto take = [&parts](TimePart part) { return std::move(parts[static_cast<std::size_t>(part)]); };
    std::vector<TimeRange> compute = take(TimePart::Compute);
    std::vector<TimeRange> communication = take(TimePart::CommunicationExposed);
    if (!host.empty()) {
        communication.insert(communication.end(), host.begin(), host.end());
        communication = differenceOf(unionOf(std::move(communication)), compute);
    }
    m_communication = CoveredTime(std::move(communication));
    m_compute = CoveredTime(std::move(compute));
    m_copies = CoveredTime(besides(take(TimePart::MemoryExposed), host));
    m_other = CoveredTime(besides(take(TimePart::OtherExposed), host));
    std::array<std::vector<TimeRange>, kIdleCauseCount> gaps;
    idle.eachPart(
        RankIdle::wholeRank(),
        [&gaps](TimeRange part, IdleCause cause) { gaps[static_cast<std::size_t>(cause)].push_back(part); }, progress);
    for (std::vector<TimeRange>& ranges : gaps)
        m_idle.emplace_back(besides(std::move(ranges), host));
}

Nanoseconds LeadDivider::withoutCompute(std::vector<TimeRange> ranges) const
{
    Nanoseconds time = 0;
    for (const TimeRange& range : unionOf(std::move(ranges)))
        time += range.length() - m_compute.within(range);
    return time;
}

LateParts LeadDivider::divide(const Lead& lead, std::uint32_t group) const
{
    LateParts parts {};
    const auto at = [&parts](LatePart part) -> Nanoseconds& { return parts[static_cast<std::size_t>(part)]; };
    at(LatePart::BeforeRecording) = lead.beforeRecording;
    if (lead.range.isEmpty()) {
        at(LatePart::Overlap) = saturatingSubtract(lead.range.end, lead.range.begin);
        return parts;
    }
    std::vector<TimeRange> same;
    std::vector<TimeRange> waits;
    for (const LeadRun& run : m_runs.around(lead.range)) {
        TimeRange own = run.range;
        if (run.isOther(group)) {
            const TimeRange wait = TimeRange { own.begin, saturatingAdd(own.begin, run.wait) }.clippedTo(lead.range);
            if (!wait.isEmpty())
                waits.push_back(wait);
            own.begin = saturatingAdd(own.begin, run.wait);
        }
        own = own.clippedTo(lead.range);
        if (run.group == group && !own.isEmpty())
            same.push_back(own);
    }
    waits.insert(waits.end(), same.begin(), same.end());
    const Nanoseconds ofSame = withoutCompute(std::move(same));
    const Nanoseconds ofSameAndWaits = withoutCompute(std::move(waits));
    at(LatePart::Compute) = m_compute.within(lead.range);
    at(LatePart::SameGroup) = ofSame;
    at(LatePart::OtherGroupWait) = ofSameAndWaits - ofSame;
    at(LatePart::OtherGroup) = m_communication.within(lead.range) - ofSameAndWaits;
    at(LatePart::Copies) = m_copies.within(lead.range);
    at(LatePart::OtherWork) = m_other.within(lead.range);
    for (std::size_t cause = 0; cause < kIdleCauseCount; ++cause)
        parts[static_cast<std::size_t>(LatePart::IdleHostWait) + cause] = m_idle[cause].within(lead.range);
    return parts;
}

} // namespace kinetoscope
