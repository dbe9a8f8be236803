// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/chart/pie_layout.h"
#include "widgets/charts/plottables/shape_plottable.h"

namespace kinetoscope {

/// One ring with its labels beside it or in a legend, and the whole in its centre. Fills its axis rectangle; the axes
/// only lend it.
class RingPlottable : public ShapePlottable {
    Q_OBJECT

public:
    /// @param group  index into spec->data.groups.
    RingPlottable(QCPAxis* keyAxis, QCPAxis* valueAxis, const ChartSpec* spec, std::size_t group);

    std::optional<std::size_t> shapeAt(QPointF position) const override; ///< labels stand for their slices

protected:
    [[nodiscard]] std::vector<ChartShape> buildShapes() override;
    void drawOver(QCPPainter* painter) override;

private:
    struct Label {
        QString name;
        QString figure;
        QString fullName;
    };

    [[nodiscard]] Label labelOf(std::size_t row) const;
    /// A name in the room that labels beside the ring may have: two lines of a column of them.
    [[nodiscard]] QString nameBeside(const QString& fullName) const;
    [[nodiscard]] static QString shareOf(const Label& label); ///< the figure without the time
    void drawLabel(QCPPainter* painter, const PieLabel& place) const;
    void drawLegendLine(QCPPainter* painter, const PieLabel& place, const QString& name) const;
    /// The names of a legend in its room, by label: those that are cut can still be told apart.
    [[nodiscard]] std::vector<QString> namesOfLegend(const QFontMetricsF& metrics) const;
    [[nodiscard]] double roomForName(const PieLabel& place) const; ///< of a legend, px
    [[nodiscard]] QString wholeText() const;
    /// One of several; else the chart's header says whose it is.
    [[nodiscard]] bool hasTitle() const { return spec().groups.size() > 1 && !m_group.label.empty(); }
    void drawCentre(QCPPainter* painter) const;
    void drawRule(QCPPainter* painter) const;
    [[nodiscard]] bool hasOthers() const { return !m_group.rows.empty() && m_group.rows.back().folded > 0; }
    [[nodiscard]] ChartShape sentenceShape() const;
    [[nodiscard]] QString sentence() const;
    [[nodiscard]] QRectF ringArea() const; ///< between the group's title and the rule
    [[nodiscard]] QPolygonF sliceOutline(const PieSlice& slice) const;

    ChartData::Group m_group; ///< folded: at most 8 slices
    double m_total = 0;
    std::size_t m_groupIndex = 0;
    PieLayout m_layout; ///< of the last drawing, relative to ringArea()
};

} // namespace kinetoscope
