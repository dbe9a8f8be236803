// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/timeline_projection.h"

#include "core/layout/timeline/lane_cells.h"
#include "core/layout/timeline/rank_scale.h"
#include "widgets/timeline/painters/frame_painter.h"
#include "widgets/timeline/painters/overlay_painter.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace kinetoscope {

namespace {

constexpr double kSnapPixels = 6;
constexpr double kNarrowestGap = 3; ///< px: between two kernels there is nearly always a gap

} // namespace

TimelineProjection::TimelineProjection(const TimelineScene& scene, const TimelineViewport& viewport)
    : m_scene(scene)
    , m_viewport(viewport)
    , m_geometry(scene.geometry(viewport.size))
    , m_scale(viewport.visible, m_geometry.lanes.width())
    , m_panes(scene.panes(viewport))
{
}

Timestamp TimelineProjection::momentAt(QPointF point, bool snaps) const
{
    const std::optional<SliceRef> slice = snaps ? hitAt(point).slice : std::nullopt;
    if (!slice)
        return timeAt(point.x());
    const RankTrace& rank = m_scene.traces()->ranks()[slice->rank];
    const TimeRange range = rank.trace->slices().range(slice->slice);
    const Timestamp begin = rank.toJobTime(range.begin);
    const Timestamp end = rank.toJobTime(range.end);
    const double toBegin = std::abs(xOf(begin) - point.x());
    const double toEnd = std::abs(xOf(end) - point.x());
    if (std::min(toBegin, toEnd) > kSnapPixels)
        return timeAt(point.x());
    return toBegin <= toEnd ? begin : end;
}

std::int64_t TimelineProjection::areaY(QPointF point) const
{
    return static_cast<std::int64_t>(std::floor(point.y())) - m_geometry.lanes.top();
}

TimelineHit TimelineProjection::hitAt(QPointF point) const
{
    if (!m_scene.traces() || (!isOnLanes(point) && !isOnHeaders(point)))
        return {};
    const std::int64_t y = m_panes.at(areaY(point)).toLayout(areaY(point));
    TimelineHit hit = hitTest(*m_scene.traces(), m_scene.rows(), m_scale, point.x() - m_geometry.lanes.left(), y);
    if (!isOnLanes(point))
        hit.slice.reset();
    else if (hit.row >= 0 && !hit.slice)
        hit.slice = inStrip(m_scene.rows().rows()[static_cast<std::size_t>(hit.row)], point.x());
    return hit;
}

std::optional<SliceRef> TimelineProjection::inStrip(const TimelineRow& row, double x) const
{
    const RankTrace& rank = m_scene.traces()->ranks()[row.key.rank];
    const TimeScale scale = rankScale(m_scale, rank);
    const SliceTable& slices = rank.trace->slices();
    const double column = x - m_geometry.lanes.left();
    std::optional<SliceRef> best;
    std::pair<bool, Nanoseconds> bestRank; // under the pointer, how long
    for (const TrackId track : m_scene.streamsOfStrip(row)) {
        const int lanes = std::min<int>(rank.trace->track(track).laneCount, kDensityLanes);
        for (int lane = 0; lane < lanes; ++lane) {
            const SliceId slice = sliceAt(*rank.trace, track, static_cast<std::uint16_t>(lane), scale, column);
            if (!slice.isValid())
                continue;
            const bool isUnderIt =
                scale.xOf(slices.start[slice.index()]) < column + 1 && scale.xOf(slices.end(slice)) > column;
            const std::pair rankOfIt(isUnderIt, slices.duration(slice));
            if (best && rankOfIt <= bestRank)
                continue;
            best = SliceRef { row.key.rank, slice };
            bestRank = rankOfIt;
        }
    }
    return best;
}

const TimelineRow* TimelineProjection::rowAt(QPointF point) const
{
    const std::ptrdiff_t row = hitAt(point).row;
    return row >= 0 ? &m_scene.rows().rows()[static_cast<std::size_t>(row)] : nullptr;
}

std::optional<RowKey> TimelineProjection::headerAt(QPointF point) const
{
    const TimelineRow* row = isOnHeaders(point) ? rowAt(point) : nullptr;
    return row ? std::optional(row->key) : std::nullopt;
}

std::optional<TimelineProjection::Gap> TimelineProjection::gapAt(QPointF point) const
{
    const TimelineRow* row = rowAt(point);
    if (!row || !isOnLanes(point) || hitAt(point).slice)
        return std::nullopt;
    const auto gap = m_scene.gapAt(*row, timeAt(point.x()));
    const double visible = std::max(1.0, static_cast<double>(m_viewport.visible.length()));
    if (!gap || static_cast<double>(gap->range.length()) * m_geometry.lanes.width() < kNarrowestGap * visible)
        return std::nullopt;
    return Gap { { row->key.rank, gap->track, gap->range }, *gap };
}

QRectF TimelineProjection::rectOf(SliceRef slice) const
{
    const auto& traces = m_scene.traces();
    const bool exists = traces && slice.rank < traces->ranks().size() && slice.slice.isValid()
        && slice.slice.index() < traces->ranks()[slice.rank].trace->slices().size();
    const QRectF rect = exists ? sliceRect(m_scene, m_viewport, slice) : QRectF();
    if (rect.isEmpty())
        return rect;
    const TimelineRow& row = m_scene.rows().rows()[static_cast<std::size_t>(m_scene.rowOf(slice))];
    const QRectF lanes(lanesOf(m_scene, m_viewport, m_panes.of(row)));
    // Sideways it may stick out; what is above or below is hidden.
    return rect & QRectF(rect.left(), lanes.top(), rect.width(), lanes.height());
}

} // namespace kinetoscope
