// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/timeline/hit_test.h"
#include "widgets/timeline/timeline_scene.h"

#include <QPointF>
#include <QRectF>

#include <optional>

namespace kinetoscope {

/// The timeline as it lies on the screen: what is at a point, and where a moment or a slice is. Points are logical
/// pixels of the whole timeline, times are job time. Made for one moment and thrown away: it refers to the scene.
class TimelineProjection {
public:
    TimelineProjection(const TimelineScene& scene, const TimelineViewport& viewport);

    [[nodiscard]] const TimelineScene& scene() const { return m_scene; }
    [[nodiscard]] const TimelineViewport& viewport() const { return m_viewport; }
    [[nodiscard]] const TimelineGeometry& geometry() const { return m_geometry; }
    [[nodiscard]] const RowPanes& panes() const { return m_panes; }

    [[nodiscard]] bool isOnLanes(QPointF point) const { return QRectF(m_geometry.lanes).contains(point); }
    [[nodiscard]] bool isOnHeaders(QPointF point) const { return QRectF(m_geometry.headers).contains(point); }
    [[nodiscard]] bool isOnRuler(QPointF point) const { return QRectF(m_geometry.ruler).contains(point); }
    [[nodiscard]] bool isOnOverview(QPointF point) const { return QRectF(m_geometry.overview).contains(point); }
    /// Lanes or ruler: where a point is a moment.
    [[nodiscard]] bool isOnTime(QPointF point) const { return isOnLanes(point) || isOnRuler(point); }

    /// Also outside of the lanes, as timeAt.
    [[nodiscard]] double xOf(Timestamp time) const { return m_geometry.lanes.left() + m_scale.xOf(time); }
    [[nodiscard]] Timestamp timeAt(double x) const { return m_scale.timeAt(x - m_geometry.lanes.left()); }
    /// The moment at a point; with `snaps` the begin or end of the slice there, where one is near.
    [[nodiscard]] Timestamp momentAt(QPointF point, bool snaps) const;
    /// From the top of headers and lanes: the y of RowPanes.
    [[nodiscard]] std::int64_t areaY(QPointF point) const;

    /// No row outside of lanes and headers, no slice outside of the lanes. Of a folded device or stream, the kernel or
    /// copy of all of its streams that is there.
    [[nodiscard]] TimelineHit hitAt(QPointF point) const;
    /// nullptr outside of lanes and headers; valid as long as the rows of the scene.
    [[nodiscard]] const TimelineRow* rowAt(QPointF point) const;
    /// The row whose header is at a point.
    [[nodiscard]] std::optional<RowKey> headerAt(QPointF point) const;
    struct Gap {
        IntervalRef interval; ///< what a click selects
        TimelineScene::Gap gap;
    };
    /// The idle gap at a point, where it is drawn and wide enough to be meant.
    [[nodiscard]] std::optional<Gap> gapAt(QPointF point) const;
    /// Empty where the slice is not in view, or does not exist.
    [[nodiscard]] QRectF rectOf(SliceRef slice) const;

private:
    [[nodiscard]] std::optional<SliceRef> inStrip(const TimelineRow& row, double x) const;

    const TimelineScene& m_scene;
    TimelineViewport m_viewport;
    TimelineGeometry m_geometry;
    TimeScale m_scale; ///< from the left edge of the lanes
    RowPanes m_panes;
};

} // namespace kinetoscope
