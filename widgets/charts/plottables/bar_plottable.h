// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/plottables/shape_plottable.h"

#include <QFont>

#include <array>
#include <optional>

namespace kinetoscope {

/// Bars of one group: plain, stacked or grouped, standing or lying, with whiskers where the chart has a minimum and a
/// maximum. A series of kind CommunicationHidden is no part of the stack: it is drawn as a thin bar beside it.
///
/// Key axis coordinates: row i is centred at i. Value axis: the table's values divided by `scale`.
class BarPlottable : public ShapePlottable {
    Q_OBJECT

public:
    /// @param rows  how many rows of the group are drawn, from the first.
    BarPlottable(QCPAxis* keyAxis, QCPAxis* valueAxis, const ChartSpec* spec, std::size_t group, std::size_t rows);

    /// Table units per axis unit; 1 at first.
    void setScale(double scale) { m_scale = scale; }
    [[nodiscard]] double scale() const { return m_scale; }

    /// Smallest and largest value of the bars in sight along the key axis, in the table's unit, with 0.
    [[nodiscard]] QCPRange valueRange() const;
    /// Where a linear axis begins, in the same unit: at zero, or somewhat below the lowest bar.
    [[nodiscard]] double axisBegin() const;
    [[nodiscard]] bool isZeroThroughout() const; ///< of all bars, in sight or not
    /// Smallest and largest positive one; of all bars where none in sight has one, and both 0 where none has.
    [[nodiscard]] QCPRange positiveRange() const;
    /// Room for the figures at the ends of the bars, px along the value axis.
    [[nodiscard]] double labelRoom() const;
    /// Where a linear axis of so many px that begins at axisBegin() has to end so that the figures fit behind the bars,
    /// in the unit of the table: but for those that would take more than `most` of it beside the longest bar.
    [[nodiscard]] double endWithLabels(double length, double most) const;
    /// How many px an axis needs at least so that all figures fit behind their bars, the longest of which gets what
    /// `most` of the axis leaves. O(bars).
    [[nodiscard]] double lengthForLabels(double most) const;

protected:
    [[nodiscard]] std::vector<ChartShape> buildShapes() override;
    void drawOver(QCPPainter* painter) override;

private:
    struct Bar {
        std::size_t row = 0;
        std::size_t series = 0;
        double from = 0; ///< axis units
        double to = 0;
        double keyLow = 0; ///< key axis units
        double keyHigh = 0;
        bool isThin = false;
    };

    [[nodiscard]] const ChartData::Group& group() const { return spec().data->groups[m_group]; }
    /// @param withUnknown  those whose value is not known, too: as empty ones.
    [[nodiscard]] std::vector<Bar> bars(bool withUnknown = false) const;
    [[nodiscard]] QPolygonF outlineOf(const Bar& bar) const;
    [[nodiscard]] bool isStacked() const;
    [[nodiscard]] bool isLogarithmic() const { return mValueAxis->scaleType() == QCPAxis::stLogarithmic; }
    template <typename Take> void eachValue(const QCPRange& keys, Take take) const; ///< in the table's unit
    [[nodiscard]] QString wholeText(const ChartData::Row& row) const;
    /// A figure at the end of a bar.
    struct EndLabel {
        QString text;
        double key = 0;   ///< axis units: middle of the bar
        double value = 0; ///< its end
        double keys = 1;  ///< room on the key axis
        std::size_t row = 0;
        std::size_t series = 0;
    };

    /// Measured once a size: a layout asks several times, of hundreds of figures.
    struct WidestLabel {
        QFont font;
        double axisWidth = -1;
        double width = 0;
    };

    /// Bars of several series beside each other, each with its figure.
    [[nodiscard]] bool isSideBySide() const { return spec().description.kind() == ChartKind::GroupedBars; }
    [[nodiscard]] KindStyle styleOf(std::size_t row, std::size_t series) const;
    [[nodiscard]] std::vector<EndLabel> endLabels(bool isShort) const;
    [[nodiscard]] double widestLabel(bool isShort) const; ///< px, with the gap before it
    [[nodiscard]] bool hasShortLabels() const;
    [[nodiscard]] QString shortEndLabel(std::size_t row) const;
    [[nodiscard]] QString endLabel(std::size_t row) const;
    /// What the row's bar comes to; none where nothing of it is known, which is not 0.
    [[nodiscard]] std::optional<double> endValue(std::size_t row) const;
    [[nodiscard]] QPointF pixel(double key, double value) const;
    void drawWhiskers(QCPPainter* painter) const;
    void drawValueLabels(QCPPainter* painter) const;
    /// The figure of a lying bar whose end is not where there is room for it.
    void drawLabelElsewhere(QCPPainter* painter, const EndLabel& label) const;

    std::size_t m_group = 0;
    std::size_t m_rows = 0;
    bool m_kindsDiffer = false;
    double m_scale = 1;
    struct EndOfAxis {
        QFont font;
        double length = -1;
        double axisWidth = -1;
        double end = 0;
    };
    mutable EndOfAxis m_end;                     ///< the last answer of endWithLabels()
    mutable std::array<WidestLabel, 2> m_widest; ///< whole figures, short ones
};

} // namespace kinetoscope
