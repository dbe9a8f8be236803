// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/input/range_selection.h"

#include <algorithm>
#include <cmath>

namespace kinetoscope {

namespace {

constexpr double kEdgePixels = 4; ///< how near the end of a range the pointer takes hold of it

/// Evidence of a table cell is many intervals; only what is one range was drawn, and can be drawn longer or shorter.
std::optional<TimeRange> oneRange(const Selection& selection)
{
    if (selection.intervals.empty() || !selection.slices.empty())
        return std::nullopt;
    const TimeRange range = selection.intervals.front().range;
    const bool isOne =
        std::ranges::all_of(selection.intervals, [&](const IntervalRef& each) { return each.range == range; });
    return isOne ? std::optional(range) : std::nullopt;
}

/// Whether the row at a point of the lanes has a part of it.
bool isOnRowOf(const TimelineProjection& shown, const Selection& selection, QPointF point)
{
    const TimelineRow* row = shown.isOnLanes(point) ? shown.rowAt(point) : nullptr;
    const TimelineScene& scene = shown.scene();
    const auto touches = [row, &scene](const IntervalRef& each) {
        const std::ptrdiff_t at = each.track.isValid() ? scene.rowOf(each.rank, each.track) : -1;
        return each.rank == row->key.rank
            && (!each.track.isValid() || (at >= 0 && row == &scene.rows().rows()[static_cast<std::size_t>(at)]));
    };
    return row && std::ranges::any_of(selection.intervals, touches);
}

} // namespace

Selection selectionBetween(const TimelineProjection& shown, QPointF from, QPointF to, TimeRange range)
{
    Selection selection;
    const TimelineScene& scene = shown.scene();
    for (const std::size_t i : shown.panes().rowsBetween(scene.rows(), shown.areaY(from), shown.areaY(to))) {
        const TimelineRow& row = scene.rows().rows()[i];
        // An open title row has no lane of its own to touch.
        if ((row.key.kind == RowKind::Rank || row.key.kind == RowKind::Group) && row.expanded)
            continue;
        if (row.key.kind == RowKind::Rank || row.key.kind == RowKind::Steps) {
            selection.intervals.push_back({ row.key.rank, {}, range });
            continue;
        }
        for (const TrackId track : scene.tracksOf(row))
            selection.intervals.push_back({ row.key.rank, track, range });
    }
    return selection;
}

Selection selectionOnAllRanks(const TimelineScene& scene, TimeRange range)
{
    Selection selection;
    for (std::uint32_t rank = 0; rank < scene.tree().ranks.size(); ++rank)
        selection.intervals.push_back({ rank, {}, range });
    return selection;
}

Selection withRange(Selection selection, TimeRange range)
{
    for (IntervalRef& interval : selection.intervals)
        interval.range = range;
    return selection;
}

std::optional<RangeEdge> rangeEdgeAt(const TimelineProjection& shown, const Selection& selection, QPointF point)
{
    const std::optional<TimeRange> range = oneRange(selection);
    if (!range || (!shown.isOnRuler(point) && !isOnRowOf(shown, selection, point)))
        return std::nullopt;
    const double toBegin = std::abs(shown.xOf(range->begin) - point.x());
    const double toEnd = std::abs(shown.xOf(range->end) - point.x());
    if (std::min(toBegin, toEnd) > kEdgePixels)
        return std::nullopt;
    return toBegin < toEnd ? RangeEdge { range->begin, range->end } : RangeEdge { range->end, range->begin };
}

bool isInRange(const TimelineProjection& shown, const Selection& selection, QPointF point)
{
    const std::optional<TimeRange> range = oneRange(selection);
    const Timestamp time = shown.timeAt(point.x());
    return range && range->begin <= time && time < range->end && isOnRowOf(shown, selection, point);
}

} // namespace kinetoscope
