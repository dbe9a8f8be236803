// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/zoom/chart_zoom.h"

#include "widgets/charts/qcustomplot_header.h"

#include <QPointF>
#include <QRectF>

#include <optional>
#include <vector>

namespace kinetoscope {

/// The axes of a drawing that can be zoomed, and the part of them that is in sight.
///
/// One zoom for all cells, in shares of each one's own axis: cells below each other are compared, also where each has a
/// scale of its own. What is zoomed, by the kind of chart:
/// - Lying bars, whiskers and stacks: their values, so that small ones beside a giant can be read. Their names are not:
///   those have their height, and the chart is scrolled.
/// - Standing bars and histograms: the axis along the bottom, to one bar at most; the standing axis follows what is in
///   sight.
/// - Dots: both axes at once.
/// - Grids: the columns, to one at most. Of few rows all have their height, and are scrolled; many are zoomed as well.
/// Rings have no axes, and charts over time zoom the timeline instead.
///
/// Registered axes are owned by the plot and outlive this.
class PlotZoom {
public:
    /// @param measure  values at the ends, in any unit that the caller keeps to.
    /// @param least  the shortest stretch that makes sense, as a share of the measure.
    void add(QCPAxis* axis, const AxisMeasure& measure, double least);
    /// An axis may go beyond its measure: figures at the ends of bars need room. Before: as far as the measure.
    /// @param lower, upper  values.
    void setLimits(const QCPAxis* axis, double lower, double upper);

    [[nodiscard]] const std::vector<QCPAxis*>& axes() const { return m_registered; }
    [[nodiscard]] bool isZoomed() const { return !m_zoom.isWhole(); }
    [[nodiscard]] const ChartZoom& zoom() const { return m_zoom; }
    /// Sides that no axis is on are left out.
    void setZoom(const ChartZoom& zoom);
    /// The values that are in sight. The axis was added.
    [[nodiscard]] QCPRange shown(const QCPAxis* axis) const;

    // What a zoom would be after an input; px of the plot as it was last laid out.

    /// The cell with what stands at its axes that a point is in; nullptr: none of those that can be zoomed.
    [[nodiscard]] const QCPAxisRect* cellAt(QPointF position) const;
    /// @param factor  of the stretch that is in sight; below 1: nearer.
    [[nodiscard]] ChartZoom zoomedAt(const QCPAxisRect& cell, QPointF anchor, double factor) const;
    /// @param by  shares of what is in sight, to the right and up where positive.
    [[nodiscard]] ChartZoom moved(const QCPAxisRect& cell, QPointF by) const;
    /// To what lies in a box of the cell.
    [[nodiscard]] ChartZoom zoomedTo(const QCPAxisRect& cell, const QRectF& box) const;
    /// What a drag from one point to another takes in: the whole height of the cell where that is not zoomed.
    [[nodiscard]] QRectF box(const QCPAxisRect& cell, QPointF from, QPointF to) const;

    /// The measure of the first axis on a side; none: there is none.
    [[nodiscard]] std::optional<AxisMeasure> measure(Qt::Orientation side) const;

private:
    struct Axis {
        const QCPAxis* axis = nullptr;
        AxisMeasure measure;
        AxisSpan limits;
        double least = 0;
    };

    [[nodiscard]] const std::optional<AxisSpan>& zoomOf(const Axis& axis) const;
    [[nodiscard]] AxisSpan spanOf(const Axis& axis) const; ///< in sight
    /// Whether all of it is in sight, told by a stretch that lies within its limits.
    [[nodiscard]] static std::optional<AxisSpan> unlessWhole(const Axis& axis, AxisSpan span);
    template <typename Take> [[nodiscard]] ChartZoom changed(const QCPAxisRect& cell, Take take) const;
    [[nodiscard]] double shareAt(const Axis& axis, QPointF position) const;

    std::vector<Axis> m_axes;
    std::vector<QCPAxis*> m_registered; ///< the same axes
    ChartZoom m_zoom;
};

} // namespace kinetoscope
