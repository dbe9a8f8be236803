// SPDX-License-Identifier: GPL-3.0-or-later
// What overlays have at a place of the timeline: gaps, links of paths, waits, series.
#include "widgets/timeline/timeline_scene.h"

#include "core/numeric/intervals.h"

#include <algorithm>
#include <utility>

namespace kinetoscope {

namespace {

/// Position of the entry that holds a moment; size() without one. For entries that do not overlap.
std::size_t entryAt(const RangeIndex& ranges, Timestamp time)
{
    for (std::size_t i = ranges.firstReaching(time); i < ranges.size() && ranges.entry(i).range.begin <= time; ++i) {
        if (ranges.entry(i).range.contains(time))
            return i;
    }
    return ranges.size();
}

/// The gap of a device that a stretch belongs to: the stretches without anything between them.
TimeRange wholeGap(const RangeIndex& stretches, std::size_t at)
{
    TimeRange gap = stretches.entry(at).range;
    for (std::size_t i = at; i > 0 && stretches.entry(i - 1).range.end == gap.begin; --i)
        gap.begin = stretches.entry(i - 1).range.begin;
    for (std::size_t i = at + 1; i < stretches.size() && stretches.entry(i).range.begin == gap.end; ++i)
        gap.end = stretches.entry(i).range.end;
    return gap;
}

std::optional<TimelineScene::Gap> gapIn(TrackId track, const TimelineScene::TrackRanges& drawn, Timestamp time)
{
    const bool isLedger = drawn.style == OverlayStyle::IdleLedger;
    if (!isLedger && drawn.style != OverlayStyle::IdleCauses)
        return std::nullopt;
    const RangeIndex& gaps = drawn.ranges->ranges;
    const std::size_t at = entryAt(gaps, time);
    if (at == gaps.size())
        return std::nullopt;
    const RangeIndex::Entry gap = gaps.entry(at);
    if (!isLedger)
        return TimelineScene::Gap { track, gap.range, gap.range, static_cast<IdleCause>(gap.tag) };
    const std::size_t part = entryAt(drawn.ranges->parts, time);
    if (part == drawn.ranges->parts.size())
        return std::nullopt; // they cover the stretches
    const RangeIndex::Entry found = drawn.ranges->parts.entry(part);
    return TimelineScene::Gap { track, wholeGap(gaps, at), found.range, static_cast<Cause>(found.tag) };
}

} // namespace

std::span<const TimelineScene::TrackRanges> TimelineScene::rangesOf(std::uint32_t rank, TrackId track) const
{
    const auto it = m_ranges.find({ rank, track });
    return it != m_ranges.end() ? std::span<const TrackRanges>(it->second) : std::span<const TrackRanges>();
}

const OverlaySeries* TimelineScene::series(const TimelineRow& row) const
{
    return row.key.kind == RowKind::Series && row.key.index < m_series.size() ? m_series[row.key.index] : nullptr;
}

bool TimelineScene::showsPath(std::uint32_t rank) const
{
    return std::ranges::any_of(m_overlays, [rank](const std::shared_ptr<const Overlay>& overlay) {
        return std::ranges::any_of(overlay->hops, [rank](const OverlayHops& hops) { return hops.rank == rank; });
    });
}

std::optional<TimelineScene::Gap> TimelineScene::gapAt(const TimelineRow& row, Timestamp time) const
{
    if (!row.expanded) {
        const auto drawn = gapsOfStrip(row);
        return drawn ? gapIn(drawn->first, drawn->second, time) : std::nullopt;
    }
    for (const TrackRanges& each : rangesOf(row.key.rank, row.track())) {
        if (const auto gap = gapIn(row.track(), each, time))
            return gap;
    }
    return std::nullopt;
}

std::vector<TimeRange> TimelineScene::gapsLike(const IntervalRef& gap) const
{
    for (const TrackRanges& each : rangesOf(gap.rank, gap.track)) {
        const bool isLedger = each.style == OverlayStyle::IdleLedger;
        if (!isLedger && each.style != OverlayStyle::IdleCauses)
            continue;
        std::vector<TimeRange> gaps;
        for (std::size_t i = 0; i < each.ranges->ranges.size(); ++i) {
            const TimeRange range = each.ranges->ranges.entry(i).range;
            if (isLedger)
                appendJoined(gaps, range); // stretches of one gap
            else
                gaps.push_back(range);
        }
        if (std::ranges::find(gaps, gap.range) == gaps.end())
            continue;
        std::ranges::sort(gaps, {}, [](const TimeRange& one) { return std::pair(-one.length(), one.begin); });
        return gaps;
    }
    return {};
}

const OverlayPath* TimelineScene::path(std::uint32_t rank) const
{
    for (const std::shared_ptr<const Overlay>& overlay : m_overlays) {
        const auto found = std::ranges::find(overlay->paths, rank, &OverlayPath::rank);
        if (found != overlay->paths.end())
            return &*found;
    }
    return nullptr;
}

const OverlayLink* TimelineScene::linkAt(const TimelineRow& row, Timestamp time) const
{
    const OverlayPath* of = row.key.kind == RowKind::Track || !row.expanded ? path(row.key.rank) : nullptr;
    if (!of)
        return nullptr;
    for (const TrackId track : tracksOf(row)) {
        for (const TrackRanges& each : rangesOf(row.key.rank, track)) {
            if (each.style != OverlayStyle::Path)
                continue;
            // Paths of steps may overlap: of equals the first.
            const RangeIndex& links = each.ranges->ranges;
            const std::size_t at = entryAt(links, time);
            if (at < links.size())
                return &of->links[links.entry(at).tag];
        }
    }
    return nullptr;
}

const RunWait* TimelineScene::waitOf(SliceRef run) const
{
    for (const std::shared_ptr<const Overlay>& overlay : m_overlays) {
        const auto found = std::ranges::lower_bound(overlay->waits, run, {}, &RunWait::run);
        if (found != overlay->waits.end() && found->run == run)
            return &*found;
    }
    return nullptr;
}

const RunWait* TimelineScene::waitOf(std::uint32_t rank, std::size_t summaryRun) const
{
    const std::pair sought(SliceRef { rank, SliceId {} }, static_cast<std::uint32_t>(summaryRun));
    const auto placeOf = [](const RunWait& wait) { return std::pair(wait.run, wait.summaryRun); };
    for (const std::shared_ptr<const Overlay>& overlay : m_overlays) {
        const auto found = std::ranges::lower_bound(overlay->waits, sought, {}, placeOf);
        if (found != overlay->waits.end() && placeOf(*found) == sought)
            return &*found;
    }
    return nullptr;
}

std::optional<std::pair<TrackId, TimelineScene::TrackRanges>> TimelineScene::gapsOfStrip(const TimelineRow& row) const
{
    const Trace& trace = *m_traces->ranks()[row.key.rank].trace;
    const std::vector<TrackId> streams = streamsOfStrip(row);
    std::optional<std::pair<TrackId, TrackRanges>> gaps;
    for (const TrackId stream : streams) {
        if (trace.track(stream).device != trace.track(streams.front()).device)
            return std::nullopt;
        for (const TrackRanges& each : rangesOf(row.key.rank, stream)) {
            const bool isLedger = each.style == OverlayStyle::IdleLedger;
            if (isLedger || (each.style == OverlayStyle::IdleCauses && streams.size() == 1 && !gaps))
                gaps = { stream, each };
        }
    }
    return gaps;
}

} // namespace kinetoscope
