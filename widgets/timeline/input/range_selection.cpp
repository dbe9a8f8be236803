// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/input/range_selection.h"

#include <algorithm>
#include <cmath>

namespace kinetoscope {

namespace {

constexpr double kEdgePixels = 4; ///< how near the end of a range the pointer takes hold of it

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
    if (selection.intervals.empty() || !selection.slices.empty())
        return std::nullopt;
    // Evidence of a table cell is many intervals; only what is one range can be drawn longer or shorter.
    const TimeRange range = selection.intervals.front().range;
    if (std::ranges::any_of(selection.intervals, [&](const IntervalRef& each) { return !(each.range == range); }))
        return std::nullopt;
    if (!shown.isOnRuler(point)) {
        const TimelineRow* row = shown.isOnLanes(point) ? shown.rowAt(point) : nullptr;
        const auto touches = [row](const IntervalRef& each) {
            return each.rank == row->key.rank
                && (!each.track.isValid() || (row->key.kind == RowKind::Track && each.track == row->track()));
        };
        if (!row || !std::ranges::any_of(selection.intervals, touches))
            return std::nullopt;
    }
    const double toBegin = std::abs(shown.xOf(range.begin) - point.x());
    const double toEnd = std::abs(shown.xOf(range.end) - point.x());
    if (std::min(toBegin, toEnd) > kEdgePixels)
        return std::nullopt;
    return toBegin < toEnd ? RangeEdge { range.begin, range.end } : RangeEdge { range.end, range.begin };
}

} // namespace kinetoscope
