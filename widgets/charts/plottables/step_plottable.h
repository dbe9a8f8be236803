// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/timeline/step_hit.h"
#include "widgets/charts/plottables/shape_plottable.h"

namespace kinetoscope {

/// Series over time drawn as steps: a value holds until the next one. Stacked ones are areas, one on top of the other.
/// Cost follows pixels: of the samples in one pixel column only first, least, greatest and last are drawn. A shape
/// stands for one step; it is made when it is asked for.
///
/// Key axis: the table's time divided by `keyScale`; value axis: table units.
class StepPlottable : public ShapePlottable {
    Q_OBJECT

public:
    StepPlottable(QCPAxis* keyAxis, QCPAxis* valueAxis, const ChartSpec* spec, std::size_t group, double keyScale);

    /// Numbers of shapes: the samples of the first series, then those of the second, ...
    [[nodiscard]] bool hasShape(std::size_t index) const override { return index < m_firstIndex.back(); }
    [[nodiscard]] ChartShape shape(std::size_t index) const override;
    /// The step at the point's time, anywhere in the cell: see stepAt().
    [[nodiscard]] std::optional<std::size_t> shapeAt(QPointF position) const override;
    /// Walks the steps in view, series after series.
    [[nodiscard]] std::optional<std::size_t> neighbour(std::optional<std::size_t> from, int direction) const override;

protected:
    /// none are kept: there may be millions
    [[nodiscard]] std::vector<ChartShape> buildShapes() override { return {}; }
    void drawOver(QCPPainter* painter) override;

private:
    [[nodiscard]] const ChartData::Group& group() const { return spec().data->groups[m_group]; }
    [[nodiscard]] bool isStacked() const { return spec().description.kind() == ChartKind::StackedArea; }
    [[nodiscard]] StepPlace placeOf(std::size_t index) const;
    [[nodiscard]] std::size_t indexOf(StepPlace place) const { return m_firstIndex[place.series] + place.point; }
    [[nodiscard]] QPolygonF outlineOf(StepPlace place) const;
    [[nodiscard]] QString figureOf(StepPlace place) const;
    /// The first (last) step of a series that begins in view.
    [[nodiscard]] std::optional<StepPlace> endInView(std::size_t series, int direction) const;
    [[nodiscard]] bool isInView(StepPlace place) const;
    [[nodiscard]] std::vector<StepPlace> selectedSteps();
    [[nodiscard]] StepColumns columnsOf(const std::vector<ChartData::Point>& points) const;
    [[nodiscard]] double pixelOf(const StepColumn& column) const { return area().left() + column.x; }
    void drawBoxes(QCPPainter* painter, const StepColumns& columns, const QColor& colour) const;
    void drawLine(QCPPainter* painter, const StepColumns& columns, const QColor& colour) const;
    void drawEmpty(QCPPainter* painter) const;
    void drawArea(QCPPainter* painter, const StepColumns& columns, const KindStyle& style) const;

    std::size_t m_group = 0;
    double m_keyScale = 1;
    std::vector<std::size_t> m_firstIndex; ///< by series: number of its first step; one more: of all
    std::vector<bool> m_rowsAscend; ///< by series: whether its points are in the order of the table; once it is asked
};

} // namespace kinetoscope
