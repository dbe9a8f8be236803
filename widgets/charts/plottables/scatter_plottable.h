// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/plottables/shape_plottable.h"

namespace kinetoscope {

/// Dots of one group against two logarithmic axes, and the roofs over them. The area of a dot stands for its size
/// column; the largest dots are drawn first, so that none is hidden.
///
/// Both axes: the table's units.
class ScatterPlottable : public ShapePlottable {
    Q_OBJECT

public:
    ScatterPlottable(QCPAxis* xAxis, QCPAxis* yAxis, const ChartSpec* spec, std::size_t group);

    /// What the axes have to show: the dots, and where the roofs bend; with room around.
    [[nodiscard]] QCPRange xRange() const;
    [[nodiscard]] QCPRange yRange() const;

protected:
    [[nodiscard]] std::vector<ChartShape> buildShapes() override;
    void drawUnder(QCPPainter* painter) override;
    void drawOver(QCPPainter* painter) override;

private:
    [[nodiscard]] const ScatterChart& form() const { return *spec().description.as<ScatterChart>(); }
    [[nodiscard]] const ChartData::Group& group() const { return spec().data->groups[m_group]; }
    /// Rows that have a place: both values positive. Largest first.
    [[nodiscard]] std::vector<std::size_t> placedRows() const;
    [[nodiscard]] double radiusOf(const ChartData::Row& row, double largest) const;

    /// A roof as it is drawn, in pixels from left to right.
    struct RoofLine {
        QLineF line;
        bool isSlope = false;
        QString words;
    };
    [[nodiscard]] std::vector<RoofLine> roofLines() const;
    /// Where the words of a roof may be, the best place first; all inside the axes.
    [[nodiscard]] std::vector<QRectF> placesOf(const RoofLine& roof, QSizeF size) const;
    /// Beside the dots and the lines if they can; adds where they are to what is taken.
    void drawRoofWords(QCPPainter* painter, const std::vector<RoofLine>& roofs, std::vector<QRectF>& taken) const;

    std::size_t m_group = 0;
};

} // namespace kinetoscope
