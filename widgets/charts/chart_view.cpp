// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/chart_view.h"

#include "core/layout/chart/chart_data.h"
#include "widgets/charts/chart_plot.h"
#include "widgets/support/plain_text.h"
#include "widgets/support/registry_text.h"

#include <QEnterEvent>
#include <QPainter>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace kinetoscope {

ChartView::ChartView(QWidget* parent)
    : QWidget(parent)
    , m_data(std::make_shared<const ChartData>())
    , m_scroll(new QScrollArea(this))
    , m_opening([this](Result<std::shared_ptr<const OpenedOthers>> opened) {
        if (!opened || !m_othersOf)
            return;
        m_opened = std::move(opened).value();
        rebuild();
    })
    , m_reading([this](Result<std::shared_ptr<const ChartData>> read) {
        if (!read || !m_chart)
            return;
        m_data = std::move(read).value();
        dropZoom();
        rebuild();
        emit heatLookShown();
    })
{
    setObjectName(QStringLiteral("chartView"));
    setAccessibleName(tr("Chart"));
    setFocusPolicy(Qt::StrongFocus);
    setMinimumSize(200, 110);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(1, 1, 1, 1); // room for the focus frame
    layout->addWidget(m_scroll);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->viewport()->setAutoFillBackground(false);
    m_scroll->viewport()->installEventFilter(this);
    makeZoomActions();
    dropZoom();
}

ChartView::~ChartView() = default;

void ChartView::setChart(std::shared_ptr<const AnalysisResult> result, const std::string& chartId,
    const QString& scopeLine, std::shared_ptr<const ChartData> read)
{
    const bool hasSameId = m_chart && m_chart->id == chartId;
    if (!hasSameId || !m_isPointerInside)
        m_kept.reset();
    else if (!m_kept && canBeRing())
        m_kept = Kept { ringOrder(*m_data), shadesOf(*m_data) };
    // Both live inside their results.
    const std::shared_ptr<const AnalysisResult> resultBefore = std::exchange(m_result, std::move(result));
    const ChartDescription* chartBefore = std::exchange(m_chart, nullptr);
    m_data = std::make_shared<const ChartData>();
    m_scopeLine = scopeLine;
    leavePart();
    m_dragged.reset();
    m_bandFrom.reset();
    const bool hadOthers = m_othersOf.has_value();
    const int groupBefore = m_group;
    closeOthers();
    m_reading.cancel();
    if (!hasSameId)
        m_heatLook = {};
    if (m_result) {
        const auto it = std::ranges::find(m_result->charts, chartId, &ChartDescription::id);
        const Table* table = it != m_result->charts.end() ? m_result->findTable(it->table) : nullptr;
        if (table) {
            m_chart = &*it;
            m_data = read ? std::move(read)
                          : std::make_shared<const ChartData>(chartData(*table, *m_chart, windowWords, placedLook()));
            if (m_kept)
                m_data = std::make_shared<const ChartData>(inOrder(*m_data, m_kept->order));
        }
    }
    if (m_group >= static_cast<int>(m_data->groups.size()))
        m_group = -1;
    if (hadOthers || m_group != groupBefore || !m_chart || !chartBefore || !isSameChart(*chartBefore, *m_chart))
        dropZoom();
    setAccessibleName(m_chart ? chartTitle(*m_chart) : tr("Chart"));
    rebuild();
    if (m_heatLook != HeatLook {})
        readGrid(); // what was read is the usual look of it
    if (hadOthers)
        emit othersShown();
}

QStringList ChartView::groups() const
{
    QStringList labels;
    for (const ChartData::Group& group : m_data->groups)
        labels.append(displayText(group.label));
    return labels;
}

void ChartView::showGroup(int group)
{
    const int wanted = group < static_cast<int>(m_data->groups.size()) ? group : -1;
    if (wanted == m_group)
        return;
    m_group = wanted;
    dropZoom();
    closeOthers();
    rebuild();
}

void ChartView::setHeatLook(const HeatLook& look)
{
    HeatLook wanted = look;
    wanted.places = nullptr;
    if (wanted == m_heatLook)
        return;
    m_heatLook = std::move(wanted);
    readGrid();
}

HeatLook ChartView::placedLook() const
{
    HeatLook look = m_heatLook;
    look.places = m_places;
    return look;
}

void ChartView::readGrid()
{
    const Table* table = chartTable();
    if (!table || m_chart->kind() != ChartKind::HeatMap)
        return;
    // The result is kept alive by the job: table and description live inside it.
    m_reading.start([result = m_result, table, chart = m_chart, look = placedLook()](
                        const std::stop_token& stop) -> Result<std::shared_ptr<const ChartData>> {
        return std::make_shared<const ChartData>(chartData(*table, *chart, windowWords, look, stop));
    });
}

QStringList ChartView::seriesLabels() const
{
    QStringList labels;
    const Table* table = chartTable();
    for (std::size_t i = 0; table && i < m_chart->series.size(); ++i) {
        const ChartSeries& series = m_chart->series[i];
        const std::size_t column = table->columnIndex(series.column);
        const bool isTitled = series.label.empty() && column < table->columnCount();
        labels.append(isTitled ? registryText(table->columns()[column].title, 60) : registryText(series.label, 60));
    }
    return labels;
}

void ChartView::openOthersOf(std::size_t group)
{
    m_othersOf = group;
    dropZoom();
    rebuild();
    openMembers(group);
    emit othersShown();
}

/// What the analysis folded itself: its names are looked up, meanwhile it is one bar.
void ChartView::openMembers(std::size_t group)
{
    const Table* table = chartTable();
    if (!table || !table->hasMembers())
        return;
    // The result is kept alive by the job: table and description live inside it.
    m_opening.start([result = m_result, table, chart = m_chart, data = m_data, group](
                        const std::stop_token& stop) -> Result<std::shared_ptr<const OpenedOthers>> {
        const Progress progress { .stop = stop };
        auto opened = std::make_shared<const OpenedOthers>(
            openOthers(*table, *chart, data->groups[group], windowWords, progress));
        KT_TRY_DONE(progress.carryOn());
        return opened;
    });
}

void ChartView::closeOthers()
{
    m_opening.cancel();
    m_othersOf.reset();
    m_opened.reset();
}

const Table* ChartView::chartTable() const
{
    return m_result && m_chart ? m_result->findTable(m_chart->table) : nullptr;
}

void ChartView::back()
{
    if (!m_othersOf)
        return;
    closeOthers();
    dropZoom();
    rebuild();
    emit othersShown();
}

void ChartView::setTimeSpan(TimeRange span)
{
    if (span == m_timeSpan)
        return;
    m_timeSpan = span;
    if (!m_plot)
        return;
    // Below the pointer is another step now; the next move says which.
    if (m_chart && isOverTime(m_chart->kind()))
        leavePart();
    m_plot->setTimeSpan(span);
}

void ChartView::setPointedTime(std::optional<Timestamp> time)
{
    m_pointedTime = time;
    if (m_plot)
        m_plot->setPointedTime(time);
}

bool ChartView::showsRing() const
{
    if (!canBeRing() || m_form == Form::Bars || m_othersOf)
        return false;
    if (m_form == Form::Ring)
        return true;
    // Parts that overlap, or run at once, are shares of nothing that exists.
    if (m_chart->as<PieChart>()->wholeLabel.empty())
        return false;
    ChartData shown = *m_data;
    if (m_group >= 0)
        shown.groups = { m_data->groups[static_cast<std::size_t>(m_group)] };
    return !barsAreBetter(shown);
}

void ChartView::setTitleSaid(bool isSaid)
{
    if (isSaid == m_isTitleSaid)
        return;
    m_isTitleSaid = isSaid;
    rebuild();
}

void ChartView::setForm(Form form)
{
    if (form == m_form && !m_othersOf)
        return;
    m_form = form;
    closeOthers();
    dropZoom();
    rebuild();
}

ChartSpec ChartView::screenSpec() const
{
    ChartSpec shown = pictureSpec(Palette::of(*this).theme());
    shown.isOnScreen = true;
    if (m_isTitleSaid && !m_othersOf) {
        shown.description.title.clear();
        shown.description.named = {};
    }
    shown.groups.resize(std::min(shown.groups.size(), kMostRings));
    limitRows(shown, kMostRows);
    return shown;
}

void ChartView::rebuild()
{
    leavePart();
    const ChartPlot* before = m_plot;
    if (QWidget* old = m_scroll->takeWidget()) {
        // Not at once: who sends a change of theme or numbers walks through a list of widgets that has it too.
        old->removeEventFilter(this);
        old->hide();
        old->deleteLater();
    }
    m_plot = nullptr;
    m_scroll->setVisible(!isEmpty());
    if (isEmpty()) {
        update();
        return;
    }
    m_plot = new ChartPlot(screenSpec());
    m_plot->setFont(font());
    m_plot->setSelectedRows(m_selectedRows);
    m_plot->setPointedTime(m_pointedTime);
    if (before && !m_zoom.isWhole())
        setZoom(m_plot->zoomAfter(*before));
    fitPlotHeight(m_scroll->viewport()->width());
    m_plot->installEventFilter(this);
    m_scroll->setWidget(m_plot);
}

/// Bars become thinner where that spares scrolling, not where it would not.
void ChartView::fitPlotHeight(int width)
{
    const int wanted = m_plot->wantedHeight(width);
    const int least = m_plot->leastHeight(width);
    const int room = m_scroll->viewport()->height();
    m_plot->setMinimumHeight(wanted > room && least <= room ? least : wanted);
}

void ChartView::setSelectedRows(std::vector<std::size_t> rows)
{
    m_selectedRows = std::move(rows);
    if (m_plot)
        m_plot->setSelectedRows(m_selectedRows);
}

void ChartView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    const bool isAboutLooks = event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange
        || event->type() == QEvent::LocaleChange;
    if (isAboutLooks && m_plot)
        rebuild();
}

void ChartView::enterEvent(QEnterEvent* event)
{
    QWidget::enterEvent(event);
    m_isPointerInside = true;
}

void ChartView::leaveEvent(QEvent* event)
{
    QWidget::leaveEvent(event);
    m_isPointerInside = false;
    if (!m_kept)
        return;
    m_kept.reset();
    m_data = std::make_shared<const ChartData>(inOrder(*m_data, {}));
    rebuild();
}

void ChartView::focusInEvent(QFocusEvent* event)
{
    QWidget::focusInEvent(event);
    update();
}

void ChartView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Palette& palette = Palette::of(*this);
    painter.fillRect(rect(), palette.canvas);
    if (isEmpty() && m_chart) {
        painter.setPen(palette.secondText);
        painter.drawText(rect().adjusted(12, 12, -12, -12), Qt::AlignCenter | Qt::TextWordWrap,
            tr("There is nothing to draw in this scope."));
    }
    if (hasFocus()) {
        painter.setPen(QPen(palette.accent, 1));
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

int ChartView::wantedHeight(int width) const
{
    return m_plot ? m_plot->wantedHeight(width) : 0;
}

} // namespace kinetoscope

#include "moc_chart_view.cpp"
