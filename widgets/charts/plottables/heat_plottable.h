// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/chart/heat_blocks.h"
#include "widgets/charts/plottables/shape_plottable.h"

#include <QString>

#include <vector>

namespace kinetoscope {

/// A grid of cells on the heat ramp, a figure in each cell where it fits; of several rows in one pixel the worst is
/// seen. Places without a value are hatched; values beyond the end of the ramp have a mark. A shape stands for one cell
/// and is made when it is asked for: cost follows pixels.
///
/// Key axis: column i of the grid is centred at i. Value axis: row i is centred at i, the first on top.
class HeatPlottable : public ShapePlottable {
    Q_OBJECT

public:
    HeatPlottable(QCPAxis* columnAxis, QCPAxis* rowAxis, const ChartSpec* spec);

    /// Height of the ramp with its figures, px.
    [[nodiscard]] static double rampHeight(const QFontMetricsF& metrics) { return metrics.height() + 10; }

    /// Numbers of shapes: positions in HeatMap::values. Those without a value are passed over by all but hasShape().
    [[nodiscard]] bool hasShape(std::size_t index) const override { return index < map().values.size(); }
    [[nodiscard]] ChartShape shape(std::size_t index) const override;
    [[nodiscard]] std::optional<std::size_t> shapeAt(QPointF position) const override;
    [[nodiscard]] std::optional<std::size_t> neighbour(std::optional<std::size_t> from, int direction) const override;
    [[nodiscard]] std::optional<std::size_t> neighbourRow(std::size_t from, int direction) const override;
    [[nodiscard]] std::optional<std::size_t> shapeLike(const ChartShape& drawn) const override;
    [[nodiscard]] bool areShapesDrawnOnes() const override { return false; }

protected:
    [[nodiscard]] std::vector<ChartShape> buildShapes() override { return {}; } ///< none are kept
    void drawUnder(QCPPainter* painter) override;
    void drawOver(QCPPainter* painter) override;

private:
    /// What of the map is in sight.
    struct Sight {
        QRectF area;
        HeatBlocks blocks;
    };

    [[nodiscard]] const HeatMap& map() const { return spec().data->heat; }
    /// The rows and the columns that are in sight of it.
    [[nodiscard]] std::vector<HeatBand> rowsInSight() const;
    [[nodiscard]] std::vector<HeatBand> columnsInSight() const;
    [[nodiscard]] const std::vector<std::size_t>& selectedCells();
    [[nodiscard]] QRectF boxOf(const Sight& sight, std::size_t row, std::size_t column) const;
    [[nodiscard]] QRectF boxOfCell(std::size_t cell) const;
    [[nodiscard]] QColor colourOf(double value) const;
    [[nodiscard]] QString figureOf(double value) const;
    [[nodiscard]] QString placeOf(std::size_t row) const;
    void drawBlocks(QCPPainter* painter, const Sight& sight) const;
    void drawImage(QCPPainter* painter, const Sight& sight) const;
    void drawFigures(QCPPainter* painter, const Sight& sight) const;
    void drawRamp(QCPPainter* painter) const;

    std::vector<std::size_t> m_cellsOf; ///< table rows that m_selectedCells are of
    std::vector<std::size_t> m_selectedCells;
};

} // namespace kinetoscope
