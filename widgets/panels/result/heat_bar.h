// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/chart/heat_map.h"
#include "core/session/panel_look.h"

#include <QWidget>

class QCheckBox;
class QComboBox;

namespace kinetoscope {

/// A look of a chart as it is remembered, and the other way round: what the chart does not have is as usual.
[[nodiscard]] GridLook gridLook(const ChartDescription& chart, const HeatLook& look);
[[nodiscard]] HeatLook heatLook(const ChartDescription& chart, const GridLook& look);

/// How a grid of ranks is looked at: which figure, as it is or less the median of its column, in which order, folded or
/// not. Choices that a grid does not offer are not shown. GUI thread only.
class HeatBar : public QWidget {
    Q_OBJECT

public:
    explicit HeatBar(QWidget* parent = nullptr);

    /// Offers what a chart has; hides itself where that is nothing. @param chart  nullptr, or no grid: hidden.
    /// @param labels  of its series, in their order. @param look  what is chosen now.
    /// @param places  of the ranks; nullptr: there is no order by them.
    void setChart(
        const ChartDescription* chart, const QStringList& labels, const HeatLook& look, const RankPlaces* places);
    [[nodiscard]] HeatLook look() const;

signals:
    /// Somebody chose otherwise.
    void lookChosen(const kinetoscope::HeatLook& look);

private:
    void refreshFold();
    void choose();

    QComboBox* m_series = nullptr;
    QCheckBox* m_difference = nullptr;
    QComboBox* m_order = nullptr; ///< data: HeatOrder, and of a coordinate its name in the role after it
    QCheckBox* m_fold = nullptr;
};

} // namespace kinetoscope
