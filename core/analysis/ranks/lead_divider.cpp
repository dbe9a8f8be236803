// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/ranks/lead_divider.h"

#include "core/io/summary/summary_format.h"
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
    std::ranges::stable_sort(m_runs, {}, [](const LeadRun& a) { return a.range.begin; });
    m_latestEnd.reserve(m_runs.size());
    Timestamp latest = kMinTimestamp;
    for (const LeadRun& run : m_runs) {
        latest = std::max(latest, run.range.end);
        m_latestEnd.push_back(latest);
    }
}

std::span<const LeadRun> RunsByTime::around(TimeRange range) const
{
    const auto first = std::ranges::upper_bound(m_latestEnd, range.begin) - m_latestEnd.begin();
    const auto end = std::partition_point(
        m_runs.begin() + first, m_runs.end(), [&range](const LeadRun& run) { return run.range.begin < range.end; });
    return { m_runs.begin() + first, end };
}

std::vector<TimeRange> hostRunsOf(const RunsByTime& runs)
{
    std::vector<TimeRange> ranges;
    for (const LeadRun& run : runs.runs()) {
        if (run.isHost)
            ranges.push_back(run.range);
    }
    return unionOf(std::move(ranges));
}

Nanoseconds LeadDivider::withoutCompute(std::vector<TimeRange> ranges) const
{
    Nanoseconds time = 0;
    for (const TimeRange& range : unionOf(std::move(ranges)))
        time += range.length() - m_times.computeWithin(range);
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
    const SummaryParts times = m_times.within(lead.range);
    const auto timeOf = [&times](SummaryPart part) { return times[static_cast<std::size_t>(part)]; };
    at(LatePart::Compute) = timeOf(SummaryPart::Compute);
    at(LatePart::SameGroup) = ofSame;
    at(LatePart::OtherGroupWait) = ofSameAndWaits - ofSame;
    at(LatePart::OtherGroup) = timeOf(SummaryPart::Communication) - ofSameAndWaits;
    at(LatePart::Copies) = timeOf(SummaryPart::Memory);
    at(LatePart::OtherWork) = timeOf(SummaryPart::Other);
    for (std::size_t cause = 0; cause < kIdleCauseCount; ++cause)
        parts[static_cast<std::size_t>(LatePart::IdleHostWait) + cause] =
            times[static_cast<std::size_t>(SummaryPart::IdleHostWait) + cause];
    return parts;
}

} // namespace kinetoscope
