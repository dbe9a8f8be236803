// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/timeline/rank_strip.h"

#include "core/model/colour_class.h"
#include "core/numeric/intervals.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

namespace kinetoscope {

namespace {

using Busy = std::array<double, RankStrip::kKinds>; // ns; the first parts of SummaryParts, in their order

constexpr std::size_t kCommunication = 1;
constexpr std::array kColours { ColourClass::ComputeReduction, ColourClass::Communication, ColourClass::MemcpyOther,
    ColourClass::Other };

Busy busyOf(const SummaryParts& parts)
{
    Busy busy {};
    for (std::size_t kind = 0; kind < busy.size(); ++kind)
        busy[kind] = static_cast<double>(std::max<Nanoseconds>(parts[kind], 0));
    return busy;
}

/// Collects stretches in the order of time, and what of them lies in one step.
class Collector {
public:
    Collector(std::vector<RankStrip::Stretch>& stretches, TimeRange step)
        : m_stretches(stretches)
        , m_step(step)
    {
    }

    void add(TimeRange range, const Busy& busy)
    {
        if (range.isEmpty())
            return;
        const auto length = static_cast<double>(range.length());
        const double inStep = static_cast<double>(overlapOf(range, m_step)) / length;
        RankStrip::Stretch stretch { range };
        double left = length;
        for (std::size_t kind = 0; kind < busy.size(); ++kind) {
            const double time = std::min(busy[kind], left); // a damaged file may say more than there is
            left -= time;
            m_told[kind] += time * inStep;
            stretch.shares[kind] = static_cast<float>(time / length);
        }
        m_stretches.push_back(stretch);
    }

    /// What of the step's own figures no stretch had.
    [[nodiscard]] Busy restOf(const SummaryParts& step) const
    {
        Busy rest = busyOf(step);
        for (std::size_t kind = 0; kind < rest.size(); ++kind)
            rest[kind] = std::max(0.0, rest[kind] - m_told[kind]);
        return rest;
    }

private:
    static Nanoseconds overlapOf(TimeRange a, TimeRange b)
    {
        const Timestamp begin = std::max(a.begin, b.begin);
        const Timestamp end = std::min(a.end, b.end);
        return end > begin ? end - begin : 0;
    }

    std::vector<RankStrip::Stretch>& m_stretches;
    TimeRange m_step;
    Busy m_told {};
};

/// Until when runs that have begun go on, and what was done before each.
struct Begin {
    Timestamp time = 0;
    Timestamp end = 0;
    SummaryParts before {};
};

std::vector<Begin> beginsOf(const RankSummary& summary)
{
    const std::vector<SummaryParts> before = summary.partsBeforeRuns();
    std::vector<Begin> begins;
    begins.reserve(before.size());
    for (std::size_t i = 0; i < before.size(); ++i) {
        const TimeRange range = summary.rangeOf(summary.runs[i]);
        begins.push_back({ range.begin, range.end, before[i] });
    }
    std::ranges::stable_sort(begins, {}, &Begin::time);
    return begins;
}

/// While runs go on there is communication or what hides it; only the rest of the stretch is spread over what follows.
void addWithRuns(Collector& collector, TimeRange stretch, Timestamp runsEnd, const Busy& busy)
{
    const Timestamp until = std::clamp(runsEnd, stretch.begin, stretch.end);
    const auto covered = static_cast<double>(until - stretch.begin);
    Busy during {};
    during[kCommunication] = std::min(busy[kCommunication], covered);
    during[0] = std::min(busy[0], covered - during[kCommunication]);
    Busy after {};
    for (std::size_t kind = 0; kind < busy.size(); ++kind)
        after[kind] = busy[kind] - during[kind];
    collector.add({ stretch.begin, until }, during);
    collector.add({ until, stretch.end }, after);
}

} // namespace

RankStrip RankStrip::ofSteps(const RankSummary& summary)
{
    RankStrip strip;
    Collector collector(strip.m_stretches, {});
    Timestamp at = kMinTimestamp;
    for (const SummaryStep& step : summary.steps) {
        if (step.range.begin < at)
            continue; // a second thread's, beside it
        collector.add(step.range, busyOf(step.parts));
        at = step.range.end;
    }
    return strip;
}

RankStrip RankStrip::ofRuns(const RankSummary& summary)
{
    RankStrip strip;
    const std::vector<Begin> begins = beginsOf(summary);
    const Timestamp last = begins.empty() ? kMinTimestamp : begins.back().time;
    const auto open = std::ranges::find_if(
        summary.steps, [last](const SummaryStep& step) { return step.range.begin <= last && last < step.range.end; });
    Collector collector(strip.m_stretches, open == summary.steps.end() ? TimeRange {} : open->range);
    Timestamp at = summary.meta.first;
    Timestamp runsEnd = at;
    SummaryParts told {};
    for (const Begin& begin : begins) {
        SummaryParts parts {};
        for (std::size_t part = 0; part < parts.size(); ++part)
            parts[part] = saturatingSubtract(begin.before[part], told[part]);
        if (begin.time > at) {
            addWithRuns(collector, { at, begin.time }, runsEnd, busyOf(parts));
            at = begin.time;
            told = begin.before;
        }
        runsEnd = std::max(runsEnd, begin.end);
    }
    if (runsEnd > at) {
        std::vector<TimeRange> compute; // beside the runs that are left
        for (const SummaryRun& run : summary.runs) {
            if (summary.rangeOf(run).end <= at)
                continue;
            for (const TimeRange& range : summary.computeUnder(run))
                compute.push_back(range.clippedTo({ at, runsEnd }));
        }
        Busy during {};
        for (const TimeRange& range : unionOf(std::move(compute)))
            during[0] += static_cast<double>(range.length());
        during[kCommunication] = std::max(0.0, static_cast<double>(runsEnd - at) - during[0]);
        collector.add({ at, runsEnd }, during);
        at = runsEnd;
    }
    for (const SummaryStep& step : summary.steps) {
        const bool isOpen = open != summary.steps.end() && &step == &*open;
        if (step.range.end <= at || (step.range.begin < at && !isOpen))
            continue;
        collector.add({ std::max(at, step.range.begin), step.range.end },
            isOpen ? collector.restOf(step.parts) : busyOf(step.parts));
        at = step.range.end;
    }
    return strip;
}

const RankStrip::Stretch* RankStrip::stretchAt(Timestamp time) const
{
    const auto found =
        std::ranges::upper_bound(m_stretches, time, {}, [](const Stretch& each) { return each.range.end; });
    return found != m_stretches.end() && found->range.contains(time) ? &*found : nullptr;
}

void RankStrip::fill(const TimeScale& scale, std::span<PixelCell> cells) const
{
    std::ranges::fill(cells, PixelCell {});
    std::vector<std::array<float, kKinds>> columns(cells.size());
    const auto width = static_cast<double>(cells.size());
    auto stretch = std::ranges::upper_bound(
        m_stretches, scale.visible().begin, {}, [](const Stretch& each) { return each.range.end; });
    for (; stretch != m_stretches.end() && stretch->range.begin < scale.visible().end; ++stretch) {
        const double left = std::clamp(scale.xOf(stretch->range.begin), 0.0, width);
        const double right = std::clamp(scale.xOf(stretch->range.end), 0.0, width);
        for (auto x = static_cast<std::size_t>(left); x < columns.size() && static_cast<double>(x) < right; ++x) {
            const double from = std::max(left, static_cast<double>(x));
            const double to = std::min(right, static_cast<double>(x) + 1);
            for (std::size_t kind = 0; kind < kKinds; ++kind)
                columns[x][kind] += static_cast<float>(to - from) * stretch->shares[kind];
        }
    }
    for (std::size_t x = 0; x < cells.size(); ++x) {
        const auto& column = columns[x];
        const auto most = std::ranges::max_element(column);
        if (*most <= 0)
            continue;
        float busy = 0;
        for (const float each : column)
            busy += each;
        cells[x].busy = static_cast<std::uint16_t>(std::clamp(std::lround(busy * 65535.0F), 1L, 65535L));
        cells[x].colourClass = static_cast<std::uint8_t>(kColours[static_cast<std::size_t>(most - column.begin())]);
    }
}

std::optional<std::size_t> runAt(const RankSummary& summary, Timestamp time)
{
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < summary.runs.size(); ++i) {
        const SummaryRun& run = summary.runs[i];
        if (summary.rangeOf(run).contains(time) && (!found || run.start >= summary.runs[*found].start))
            found = i;
    }
    return found;
}

} // namespace kinetoscope
