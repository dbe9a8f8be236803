// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/step_columns.h"
#include "widgets/charts/plottables/shape_plottable.h"

namespace kinetoscope {

/// Series over time drawn as steps: a value holds until the next one. Stacked ones are areas, one on top of the other.
/// Cost follows pixels: of the samples in one pixel column only first, least, greatest and last are drawn.
///
/// Key axis: the table's time divided by `keyScale`; value axis: table units.
class StepPlottable : public ShapePlottable {
    Q_OBJECT

public:
    StepPlottable(QCPAxis* keyAxis, QCPAxis* valueAxis, const ChartSpec* spec, std::size_t group, double keyScale);

protected:
    [[nodiscard]] std::vector<ChartShape> buildShapes() override; ///< none: a line has no area to click
    void drawOver(QCPPainter* painter) override;

private:
    [[nodiscard]] StepColumns columnsOf(const std::vector<ChartData::Point>& points) const;
    [[nodiscard]] double pixelOf(const StepColumn& column) const { return area().left() + column.x; }
    void drawBoxes(QCPPainter* painter, const StepColumns& columns, const QColor& colour) const;
    void drawLine(QCPPainter* painter, const StepColumns& columns, const QColor& colour) const;
    void drawArea(QCPPainter* painter, const StepColumns& columns, const KindStyle& style) const;

    std::size_t m_group = 0;
    double m_keyScale = 1;
};

} // namespace kinetoscope
