// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/kinds/trim_selection.h"

#include "core/analysis/scope/steps.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>

namespace kinetoscope {

namespace {

class Selector {
public:
    Selector(const Trace& trace, const Scope& scope, TrimSelection& selection)
        : m_trace(trace)
        , m_slices(trace.slices())
        , m_bySteps(!scope.steps.empty())
        , m_selection(selection)
        , m_stays(selection.slices)
    {
    }

    void run()
    {
        m_stays.assign(m_slices.size(), false);
        for (std::uint32_t row = 0; row < m_slices.size(); ++row)
            m_stays[row] = isChosen(row);
        keepLaunchesTogether();
        if (m_bySteps)
            keepAnnotations();
        keepAncestors();
        keepDeviceWindow();
        if (!m_selection.windows.empty())
            m_selection.part = { m_selection.windows.front().begin, m_selection.windows.back().end };
        if (const std::optional<TimeRange> hull = deviceWindow(); m_bySteps && hull)
            m_selection.part = *hull;
    }

private:
    [[nodiscard]] bool overlapsWindow(TimeRange range) const
    {
        const auto& windows = m_selection.windows;
        const auto it =
            std::ranges::partition_point(windows, [&](const TimeRange& window) { return window.end <= range.begin; });
        if (it == windows.end())
            return false;
        return range.begin == range.end ? it->begin <= range.begin : it->begin < range.end;
    }

    /// By its time alone.
    [[nodiscard]] bool isChosen(std::uint32_t row) const
    {
        const SliceId slice { row };
        if (m_slices.has(slice, kSliceCorruptTime))
            return false;
        const EventKind kind = m_slices.kind[row];
        if (!m_bySteps || kind == EventKind::TraceSpan)
            return overlapsWindow(m_slices.range(slice));
        if (isDeviceSide(kind) && (m_slices.partner[row].isValid() || kind == EventKind::GpuUserAnnotation))
            return false; // its launch, or the work below it, decides
        return m_selection.isInWindow(m_slices.start[row]);
    }

    void keepLaunchesTogether()
    {
        for (std::uint32_t row = 0; row < m_slices.size(); ++row) {
            const SliceId launch = m_slices.partner[row];
            if (m_stays[row] && isDeviceSide(m_slices.kind[row]) && launch.isValid())
                m_stays[launch.index()] = true;
        }
        for (std::uint32_t row = 0; row < m_slices.size(); ++row) {
            const SliceId launch = m_slices.partner[row];
            if (isDeviceSide(m_slices.kind[row]) && launch.isValid() && m_stays[launch.index()])
                m_stays[row] = true;
        }
    }

    void keepAnnotations()
    {
        std::map<std::pair<std::int64_t, std::int64_t>, std::vector<Timestamp>> starts; // of the work that stays
        for (const Track& track : m_trace.tracks()) {
            for (std::uint32_t row = track.firstSlice; track.kind == TrackKind::Stream && row < track.endSlice();
                 ++row) {
                if (m_stays[row])
                    starts[{ track.device, track.stream }].push_back(m_slices.start[row]);
            }
        }
        for (auto& [place, times] : starts)
            std::ranges::sort(times);
        for (const Track& track : m_trace.tracks()) {
            const auto times = starts.find({ track.device, track.stream });
            if (track.kind != TrackKind::DeviceAnnotation || times == starts.end())
                continue;
            for (std::uint32_t row = track.firstSlice; row < track.endSlice(); ++row) {
                const TimeRange range = m_slices.range(SliceId { row });
                const auto first = std::ranges::lower_bound(times->second, range.begin);
                if (first != times->second.end() && *first < range.end)
                    m_stays[row] = true;
            }
        }
    }

    void keepAncestors()
    {
        for (std::uint32_t row = 0; row < m_slices.size(); ++row) {
            if (!m_stays[row])
                continue;
            for (SliceId parent = m_slices.parent[row]; parent.isValid() && !m_stays[parent.index()];
                 parent = m_slices.parent[parent.index()])
                m_stays[parent.index()] = true;
        }
    }

    /// First start to last end of the device work that stays, and of the windows; empty without work.
    [[nodiscard]] std::optional<TimeRange> deviceWindow() const
    {
        std::optional<TimeRange> hull;
        for (std::uint32_t row = 0; row < m_slices.size(); ++row) {
            if (!m_stays[row] || !isGpuWork(m_slices.kind[row]))
                continue;
            const TimeRange range = m_slices.range(SliceId { row });
            hull = hull ? TimeRange { std::min(hull->begin, range.begin), std::max(hull->end, range.end) } : range;
        }
        if (!hull || m_selection.windows.empty())
            return hull;
        return TimeRange { std::min(hull->begin, m_selection.windows.front().begin),
            std::max(hull->end, m_selection.windows.back().end) };
    }

    /// What else runs between the work that stays: a gap in its place would be taken for idle time. Its launch says why
    /// it ran no earlier; ops around that launch, and other work of it, belong to parts that were not chosen.
    void keepDeviceWindow()
    {
        const std::optional<TimeRange> hull = deviceWindow();
        if (!hull)
            return;
        for (std::uint32_t row = 0; row < m_slices.size(); ++row) {
            const SliceId slice { row };
            if (m_stays[row] || !isGpuWork(m_slices.kind[row]) || m_slices.has(slice, kSliceCorruptTime))
                continue;
            const TimeRange range = m_slices.range(slice);
            const bool isInside =
                range.isEmpty() ? hull->contains(range.begin) : range.begin < hull->end && range.end > hull->begin;
            if (!isInside)
                continue;
            m_stays[row] = true;
            ++m_selection.workBetween;
            if (m_slices.partner[row].isValid())
                m_stays[m_slices.partner[row].index()] = true;
        }
    }

    const Trace& m_trace;
    const SliceTable& m_slices;
    bool m_bySteps;
    TrimSelection& m_selection;
    std::vector<bool>& m_stays;
};

} // namespace

bool TrimSelection::isInWindow(Timestamp time) const
{
    return isInRanges(windows, time);
}

Result<TrimSelection> selectForTrim(const RankTrace& rank, const Scope& scope, const std::stop_token& stop)
{
    TrimSelection selection;
    if (!scope.hasWindow()) {
        selection.windows = { { INT64_MIN, INT64_MAX } };
        selection.slices.assign(rank.trace->slices().size(), true);
        return selection;
    }
    std::vector<TimeRange> windows { { INT64_MIN, INT64_MAX } };
    if (!scope.steps.empty()) {
        KT_TRY(windows, chosenStepRanges(rank, scope, stop));
    }
    for (TimeRange window : windows) {
        if (scope.range)
            window = { std::max(window.begin, scope.range->begin), std::min(window.end, scope.range->end) };
        if (window.begin < window.end)
            selection.windows.push_back({ rank.toTraceTime(window.begin), rank.toTraceTime(window.end) });
    }
    Selector(*rank.trace, scope, selection).run();
    return selection;
}

} // namespace kinetoscope
