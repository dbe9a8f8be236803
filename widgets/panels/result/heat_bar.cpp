// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/result/heat_bar.h"

#include "widgets/support/elided.h"
#include "widgets/support/plain_text.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>

#include <algorithm>
#include <utility>

namespace kinetoscope {
namespace {

constexpr int kCoordinateRole = Qt::UserRole + 1;

constexpr std::pair<HeatOrder, const char*> kOrderNames[] = { { HeatOrder::Label, "" }, { HeatOrder::Host, "host" },
    { HeatOrder::Coordinate, "coordinate" }, { HeatOrder::Value, "value" }, { HeatOrder::Similarity, "similarity" } };

} // namespace

GridLook gridLook(const ChartDescription& chart, const HeatLook& look)
{
    GridLook kept;
    if (look.series > 0 && look.series < chart.series.size())
        kept.figure = chart.series[look.series].column;
    for (const auto& [order, name] : kOrderNames) {
        if (order == look.order)
            kept.order = name;
    }
    kept.coordinate = look.coordinate;
    kept.isDifference = look.isDifference;
    kept.isFolded = look.isFolded;
    return kept;
}

HeatLook heatLook(const ChartDescription& chart, const GridLook& look)
{
    HeatLook shown;
    for (std::size_t i = 0; i < chart.series.size(); ++i) {
        if (chart.series[i].column == look.figure)
            shown.series = i;
    }
    for (const auto& [order, name] : kOrderNames) {
        if (name == look.order)
            shown.order = order;
    }
    shown.coordinate = look.coordinate;
    shown.isDifference = look.isDifference;
    shown.isFolded = look.isFolded;
    return shown;
}

HeatBar::HeatBar(QWidget* parent)
    : QWidget(parent)
    , m_series(elidedChoice(this, QStringLiteral("heatFigure"), tr("Figure")))
    , m_difference(new QCheckBox(tr("Less the median"), this))
    , m_order(elidedChoice(this, QStringLiteral("heatOrder"), tr("Order of the rows")))
    , m_fold(new QCheckBox(tr("Fold"), this))
{
    setObjectName(QStringLiteral("heatBar"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    m_difference->setObjectName(QStringLiteral("heatDifference"));
    m_difference->setToolTip(tr("Show how far each value is from the median of its column"));
    m_fold->setObjectName(QStringLiteral("heatFold"));
    m_fold->setToolTip(tr("Two rows for all ranks with one coordinate: their median and their worst"));
    layout->addWidget(m_series, 2);
    layout->addWidget(m_order, 2);
    layout->addWidget(m_difference);
    layout->addWidget(m_fold);
    layout->addStretch(1);
    connect(m_series, &QComboBox::activated, this, &HeatBar::choose);
    connect(m_order, &QComboBox::activated, this, &HeatBar::choose);
    connect(m_difference, &QCheckBox::clicked, this, &HeatBar::choose);
    connect(m_fold, &QCheckBox::clicked, this, &HeatBar::choose);
    hide();
}

void HeatBar::setChart(
    const ChartDescription* chart, const QStringList& labels, const HeatLook& look, const RankPlaces* places)
{
    const auto* form = chart ? chart->as<HeatMapChart>() : nullptr;
    setVisible(form != nullptr);
    if (!form)
        return;
    m_series->clear();
    m_series->addItems(labels);
    m_series->setCurrentIndex(std::min(static_cast<int>(look.series), m_series->count() - 1));
    m_series->setVisible(m_series->count() > 1);
    m_difference->setChecked(look.isDifference);
    m_order->clear();
    const auto offer = [this](HeatOrder order, const QString& words, const QString& coordinate = {}) {
        m_order->addItem(words, static_cast<int>(order));
        m_order->setItemData(m_order->count() - 1, coordinate, kCoordinateRole);
    };
    offer(HeatOrder::Label, tr("By rank"));
    if (places) {
        const bool hasHosts =
            std::ranges::any_of(places->ranks, [](const auto& rank) { return !rank.second.host.empty(); });
        const bool areGuessed =
            std::ranges::all_of(places->ranks, [](const auto& rank) { return rank.second.isHostGuessed; });
        if (hasHosts)
            offer(HeatOrder::Host, areGuessed ? tr("By host (guessed)") : tr("By host"));
        for (const std::string& coordinate : places->coordinates)
            offer(HeatOrder::Coordinate, tr("By %1").arg(displayText(coordinate, 40)), fullText(coordinate));
    }
    offer(HeatOrder::Value, tr("By value"));
    offer(HeatOrder::Similarity, tr("By similarity"));
    int chosen = 0;
    for (int i = 0; i < m_order->count(); ++i) {
        if (m_order->itemData(i).toInt() == static_cast<int>(look.order)
            && (look.order != HeatOrder::Coordinate
                || m_order->itemData(i, kCoordinateRole).toString().toStdString() == look.coordinate))
            chosen = i;
    }
    m_order->setCurrentIndex(chosen);
    m_fold->setChecked(look.isFolded);
    refreshFold();
}

HeatLook HeatBar::look() const
{
    HeatLook look { .series = static_cast<std::size_t>(std::max(0, m_series->currentIndex())),
        .isDifference = m_difference->isChecked(),
        .order = static_cast<HeatOrder>(m_order->currentData().toInt()),
        .coordinate = m_order->currentData(kCoordinateRole).toString().toStdString() };
    look.isFolded = look.order == HeatOrder::Coordinate && m_fold->isChecked();
    return look;
}

void HeatBar::refreshFold()
{
    m_fold->setVisible(m_order->currentData().toInt() == static_cast<int>(HeatOrder::Coordinate));
}

void HeatBar::choose()
{
    refreshFold();
    emit lookChosen(look());
}

} // namespace kinetoscope

#include "moc_heat_bar.cpp"
