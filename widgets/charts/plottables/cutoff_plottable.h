// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/plottables/shape_plottable.h"

namespace kinetoscope {

/// The line of a histogram that parts its values in two, with how many and how much time lie on either side. It can be
/// moved; who moves it decides what that means.
///
/// Key axis: bin i is [i - 0.5, i + 0.5].
class CutoffPlottable : public ShapePlottable {
    Q_OBJECT

public:
    CutoffPlottable(QCPAxis* keyAxis, QCPAxis* valueAxis, const ChartSpec* spec, std::size_t group, double value);

    [[nodiscard]] double value() const { return m_value; } ///< in the unit of the histogram's values
    void setValue(double value) { m_value = value; }
    void setHot(bool isHot) { m_isHot = isHot; } ///< under the pointer, or being moved
    /// Whether a point of the plot is near enough to take hold of the line.
    [[nodiscard]] bool isNear(QPointF position) const;
    [[nodiscard]] QRectF cell() const { return area(); } ///< px of the plot
    /// The value at a point of the plot, to two significant digits.
    [[nodiscard]] double valueAt(QPointF position) const;
    /// What lies on either side of the line, in words.
    [[nodiscard]] QString sidesText() const;
    /// Lines of text that a cell of this height has room for above its bars: limit and figures, the figures alone,
    /// none.
    [[nodiscard]] static int labelLines(const QFontMetricsF& metrics, double height);
    /// Room above the bars for the texts, px.
    [[nodiscard]] static double labelRoom(const QFontMetricsF& metrics, double height);

protected:
    [[nodiscard]] std::vector<ChartShape> buildShapes() override { return {}; } ///< none: it stands for no rows
    void drawOver(QCPPainter* painter) override;

private:
    [[nodiscard]] const ChartData::Group& group() const { return spec().data->groups[m_group]; }
    [[nodiscard]] double pixel() const { return mKeyAxis->coordToPixel(placeInBins(group().rows, m_value)); }
    [[nodiscard]] bool isInSight() const; ///< the line, where the histogram is zoomed
    void drawLine(QCPPainter* painter, double x) const;
    [[nodiscard]] QString limitText(bool isBelow) const;
    [[nodiscard]] static QString figuresText(const CutoffSides& sides, bool isBelow);

    std::size_t m_group = 0;
    double m_value = 0;
    bool m_isHot = false;
};

} // namespace kinetoscope
