// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/plottables/shape_plottable.h"

#include <QString>

#include <vector>

namespace kinetoscope {

/// A grid of cells on the heat ramp, a figure in each cell where it fits. Places without a value stay canvas.
///
/// Key axis: column i of the grid is centred at i. Value axis: row i is centred at i, the first on top.
class HeatPlottable : public ShapePlottable {
    Q_OBJECT

public:
    HeatPlottable(QCPAxis* columnAxis, QCPAxis* rowAxis, const ChartSpec* spec);

    /// Height of the ramp with its figures, px.
    [[nodiscard]] static double rampHeight(const QFontMetricsF& metrics) { return metrics.height() + 10; }

protected:
    [[nodiscard]] std::vector<ChartShape> buildShapes() override;
    void drawOver(QCPPainter* painter) override;

private:
    [[nodiscard]] QString figureOf(double value) const;
    void drawRamp(QCPPainter* painter) const;

    std::vector<QString> m_figures; ///< one a shape
};

} // namespace kinetoscope
