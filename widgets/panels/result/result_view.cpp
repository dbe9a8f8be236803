// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/result/result_view.h"

#include "core/layout/chart/chart_data.h"
#include "core/layout/table/category_words.h"
#include "core/layout/table/row_arrangement.h"
#include "widgets/charts/chart_view.h"
#include "widgets/models/result_table_model.h"
#include "widgets/panels/result/facts_view.h"
#include "widgets/panels/result/heat_bar.h"
#include "widgets/panels/result/result_table_view.h"
#include "widgets/support/elided.h"
#include "widgets/support/fonts.h"
#include "widgets/support/plain_text.h"
#include "widgets/support/registry_text.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QResizeEvent>
#include <QStackedWidget>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace kinetoscope {

ResultView::ResultView(const QString& ownTable, QWidget* parent)
    : QSplitter(Qt::Horizontal, parent)
    , m_ownTable(ownTable)
{
    setChildrenCollapsible(false);
    buildChartSide();
    buildTableSide();
    setStretchFactor(0, 3);
    setStretchFactor(1, 4);
    setSizes({ 480, 620 });
    connect(this, &QSplitter::splitterMoved, this, [this] { m_isRoomShared = true; });
    connectChart();
    connectTable();
}

void ResultView::buildChartSide()
{
    m_chartSide = new QWidget(this);
    auto* layout = new QVBoxLayout(m_chartSide);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    auto* bar = new QHBoxLayout;
    m_chartChoice = elidedChoice(m_chartSide, QStringLiteral("chartChoice"), tr("Chart"));
    m_groupChoice = elidedChoice(m_chartSide, QStringLiteral("groupChoice"), tr("Part of the chart"));
    m_formButton = new QToolButton(m_chartSide);
    m_formButton->setObjectName(QStringLiteral("ringOrBars"));
    bar->addWidget(m_chartChoice, 2);
    bar->addWidget(m_groupChoice, 1);
    bar->addWidget(m_formButton);
    m_chart = new ChartView(m_chartSide);
    m_heatBar = new HeatBar(m_chartSide);
    layout->addLayout(bar);
    layout->addWidget(m_heatBar);
    layout->addWidget(m_chart, 1);
    addWidget(m_chartSide);
}

void ResultView::buildTableSide()
{
    auto* side = new QWidget(this);
    auto* layout = new QVBoxLayout(side);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    auto* bar = new QHBoxLayout;
    m_tableChoice = elidedChoice(side, QStringLiteral("tableChoice"), tr("Table"));
    m_filter = new QLineEdit(side);
    m_filter->setObjectName(QStringLiteral("tableFilter"));
    m_filter->setAccessibleName(tr("Filter the table"));
    m_filter->setPlaceholderText(tr("Filter"));
    m_filter->setToolTip(tr("Rows with this in a text, or with a number that begins with it"));
    m_filter->setClearButtonEnabled(true);
    bar->addWidget(m_tableChoice, 2);
    bar->addWidget(m_filter, 1);
    m_tablePages = new QStackedWidget(side);
    m_table = new ResultTableView(m_tablePages);
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    m_facts = new FactsView(m_tablePages);
    m_tablePages->addWidget(m_table);
    m_tablePages->addWidget(m_facts);
    m_zeros = new QWidget(side);
    m_zeros->setObjectName(QStringLiteral("zeros"));
    auto* zeros = new QHBoxLayout(m_zeros);
    zeros->setContentsMargins(4, 0, 0, 0);
    m_zeroNames = new ElidedLabel(m_zeros); // one line: in a low window several would take the rows' room
    m_zeroNames->setObjectName(QStringLiteral("zeroNames"));
    m_zeroNames->setTextFormat(Qt::PlainText);
    m_zeroButton = new QToolButton(m_zeros);
    m_zeroButton->setObjectName(QStringLiteral("showZeros"));
    zeros->addWidget(m_zeroButton); // beside the words: at the far end nobody takes it for theirs
    zeros->addWidget(m_zeroNames, 1);
    layout->addLayout(bar);
    layout->addWidget(m_tablePages, 1);
    layout->addWidget(m_zeros);
    addWidget(side);
}

void ResultView::connectChart()
{
    connect(m_chartChoice, &QComboBox::activated, this, &ResultView::refreshChart);
    connect(m_groupChoice, &QComboBox::activated, this, [this] {
        m_chart->showGroup(m_groupChoice->currentData().toInt());
        refreshFormButton();
        emit viewChanged();
    });
    connect(m_formButton, &QToolButton::clicked, this, &ResultView::toggleForm);
    connect(m_chart, &ChartView::othersShown, this, &ResultView::refreshFormButton);
    connect(m_heatBar, &HeatBar::lookChosen, m_chart, &ChartView::setHeatLook);
    connect(m_chart, &ChartView::heatLookShown, this, &ResultView::viewChanged);
    connect(m_chart, &ChartView::partClicked, this, &ResultView::selectParts);
    connect(m_chart, &ChartView::partHovered, this, &ResultView::hoverParts);
    connect(m_chart, &ChartView::partMenuRequested, this, &ResultView::askAboutParts);
    connect(
        m_chart, &ChartView::partDoubleClicked, this, [this](const std::vector<std::size_t>& rows, std::size_t column) {
            emit rowsActivated({ m_chart->rows(), rows, column, m_chart->currentStretch() });
        });
    connect(m_chart, &ChartView::timePointedAt, this, &ResultView::timePointedAt);
}

void ResultView::connectFacts()
{
    connect(m_facts, &FactsView::factSelected, this, [this](std::size_t column, bool isClicked) {
        if (isTableOfChart())
            m_chart->setSelectedRows({ 0 });
        emit rowsSelected({ tableRows(), { 0 }, column, {}, isClicked }, false);
    });
    connect(m_facts, &FactsView::factActivated, this, [this](std::size_t column) {
        emit rowsActivated({ tableRows(), { 0 }, column });
    });
    connect(m_facts, &FactsView::menuRequested, this, [this](std::size_t column, QPoint globalPosition) {
        RowsAsked asked { { tableRows(), { 0 }, column }, {}, {}, false };
        asked.chain = chainOf(asked.rows);
        emit menuRequested(asked, globalPosition);
    });
}

void ResultView::refreshZeros()
{
    const QString said = m_tablePages->currentWidget() == m_table ? m_table->zeroText() : QString();
    m_zeros->setVisible(!said.isEmpty());
    m_zeroNames->setText(said);
    m_zeroButton->setText(m_table->showsZeros() ? tr("Hide") : tr("Show"));
    m_zeroButton->setAccessibleName(
        m_table->showsZeros() ? tr("Hide what is zero throughout") : tr("Show what is zero throughout"));
    m_zeroButton->setToolTip(m_zeroButton->accessibleName());
}

/// What a table is called in the choice of tables: not once more what stands above the chart.
QString ResultView::tableLabel(const Table& table) const
{
    const bool isSaid = std::ranges::any_of(m_prepared.result->charts,
        [&table](const ChartDescription& chart) { return !table.title().empty() && chart.title == table.title(); });
    if (!isSaid)
        return registryText(table.title().empty() ? table.name() : table.title(), 80);
    return registryText(shortTitle(table.name()), 80);
}

void ResultView::connectTable()
{
    connectFacts();
    connect(m_table, &ResultTableView::zerosChanged, this, &ResultView::refreshZeros);
    connect(m_zeroButton, &QToolButton::clicked, this, [this] { m_table->setShowsZeros(!m_table->showsZeros()); });
    refreshZeros();
    connect(m_tableChoice, &QComboBox::activated, this, [this] {
        showTable(m_tableChoice->currentData().toString());
        emit tableChosen();
    });
    connect(m_table, &QWidget::customContextMenuRequested, this, &ResultView::askAboutRow);
    connect(m_filter, &QLineEdit::textChanged, m_table, &ResultTableView::setFilterText);
    connect(m_table, &ResultTableView::rowsSelected, this,
        [this](const std::vector<std::size_t>& rows, std::size_t column, bool isClicked) {
            if (isTableOfChart())
                m_chart->setSelectedRows(rows);
            emit rowsSelected({ tableRows(), rows, column, {}, isClicked }, false);
        });
    connect(m_table, &ResultTableView::rowHovered, this, [this](std::optional<std::size_t> row, std::size_t column) {
        emit rowsHovered({ tableRows(), row ? std::vector { *row } : std::vector<std::size_t> {}, column });
    });
    connect(m_table, &ResultTableView::rowActivated, this, [this](std::size_t row, std::size_t column) {
        emit rowsActivated({ tableRows(), { row }, column });
    });
}

void ResultView::setResult(PreparedResult prepared, const QString& scopeLine)
{
    const PanelLook wanted = look();
    m_prepared = std::move(prepared);
    m_scopeLine = scopeLine;
    refillChoices();
    chooseChart(wanted.chart);
    drawChart();
    showGridAs(wanted.grid);
    // The table somebody chose stays. One table is put on display, not each in turn: its columns are measured.
    const QString table = fullText(wanted.table);
    showTable(m_tableChoice->findData(table) >= 0 ? table : ownTableName());
    QTimer::singleShot(0, this, &ResultView::shareRoom); // as soon as it is shown, and as wide as it will be
}

/// Side by side both would be too narrow to be read: the chart stands above the table.
void ResultView::resizeEvent(QResizeEvent* event)
{
    QSplitter::resizeEvent(event);
    constexpr int kRoomForTwo = 520;
    constexpr int kRoomForBoth = 260; // of the height
    const bool isTall = width() < scaledPx(kRoomForTwo) && height() >= scaledPx(kRoomForBoth);
    const Qt::Orientation wanted = isTall ? Qt::Vertical : Qt::Horizontal;
    if (wanted == orientation())
        return;
    setOrientation(wanted);
    setSizes(isTall ? QList<int> { height() * 11 / 20, height() * 9 / 20 }
                    : QList<int> { width() * 3 / 7, width() * 4 / 7 });
}

QSize ResultView::minimumSizeHint() const
{
    return isHidden() ? QSize(0, 0) : QSplitter::minimumSizeHint();
}

void ResultView::shareRoom()
{
    if (m_isRoomShared || !isVisible() || !m_prepared.result || m_prepared.result->tables.empty())
        return;
    m_isRoomShared = true;
    if (orientation() == Qt::Vertical) {
        const int table = m_filter->sizeHint().height() + m_table->wantedHeight();
        const int chart = std::clamp(height() - table, height() * 2 / 5, height() * 13 / 20);
        setSizes({ chart, height() - chart });
        return;
    }
    // Long texts need the room more than bars, but the legend of a time split has to stay readable: two lines of it.
    constexpr int kRoomForLegend = 400;
    const auto formats = m_prepared.formats.find(m_prepared.result->tables.front().name());
    const bool isReadWhole =
        formats != m_prepared.formats.end() && std::ranges::any_of(formats->second, &ColumnFormat::isReadWhole);
    const int chart = m_table->showsCards() ? std::max(width() / 3, std::min(width() * 2 / 5, scaledPx(kRoomForLegend)))
        : isReadWhole                       ? width() / 3
                      : std::clamp(width() - m_table->wantedWidth(), width() / 3, width() * 3 / 5);
    setSizes({ chart, width() - chart });
}

void ResultView::clear()
{
    m_wantedLook = look();
    setResult({}, {});
}

void ResultView::refillChoices()
{
    m_tableChoice->clear();
    m_chartChoice->clear();
    if (m_prepared.result) {
        for (const Table* each : inReadingOrder(m_prepared.result->tables))
            m_tableChoice->addItem(tableLabel(*each), fullText(each->name()));
        for (const ChartDescription& each : m_prepared.result->charts)
            m_chartChoice->addItem(chartTitle(each, 80), fullText(each.id));
    }
    m_tableChoice->setVisible(m_tableChoice->count() > 1);
}

PanelLook ResultView::look() const
{
    PanelLook look;
    look.tables = m_table->looks();
    if (!m_prepared.result) {
        look.chart = m_wantedLook.chart;
        look.table = m_wantedLook.table;
        look.grid = m_wantedLook.grid;
        return look;
    }
    // What is in view by itself is no choice.
    if (m_chartChoice->currentIndex() != ownChart())
        look.chart = m_chartChoice->currentData().toString().toStdString();
    if (currentTable() != ownTableName())
        look.table = currentTable().toStdString();
    if (const ChartDescription* chart = m_chart->description())
        look.grid = gridLook(*chart, m_chart->heatLook());
    return look;
}

void ResultView::setLook(const PanelLook& look)
{
    m_table->setLooks(look.tables);
    if (!m_prepared.result) {
        m_wantedLook = look;
        return;
    }
    chooseChart(look.chart);
    refreshChart();
    showGridAs(look.grid);
    const bool isThere = m_tableChoice->findData(fullText(look.table)) >= 0;
    showTable(isThere ? fullText(look.table) : ownTableName());
}

void ResultView::showGridAs(const GridLook& look)
{
    const ChartDescription* chart = m_chart->description();
    if (!chart || chart->kind() != ChartKind::HeatMap)
        return;
    m_chart->setHeatLook(heatLook(*chart, look));
    m_heatBar->setChart(chart, m_chart->seriesLabels(), m_chart->heatLook(), m_chart->places().get());
}

QString ResultView::ownTableName() const
{
    const ChartDescription* chart = m_chart->description();
    QString wanted = m_ownTable;
    if (wanted.isEmpty() || m_tableChoice->findData(wanted) < 0)
        wanted = chart ? fullText(chart->table) : m_tableChoice->itemData(0).toString();
    return m_prepared.result ? fullText(firstTable(*m_prepared.result, wanted.toStdString())) : wanted;
}

int ResultView::ownChart() const
{
    const int own = m_chartChoice->findData(fullText(m_prepared.ownChart));
    return own >= 0 ? own : m_chartChoice->count() - 1;
}

void ResultView::chooseChart(const std::string& id)
{
    const int chosen = m_chartChoice->findData(fullText(id));
    m_chartChoice->setCurrentIndex(chosen >= 0 ? chosen : ownChart());
}

bool ResultView::isTableOfChart() const
{
    const ChartDescription* chart = m_chart->description();
    return chart && currentTable().toStdString() == chart->table;
}

QString ResultView::currentTable() const
{
    const Table* table = m_table->table();
    return table ? fullText(table->name()) : QString();
}

QWidget* ResultView::rowsInView() const
{
    return m_tablePages->currentWidget();
}

void ResultView::showTable(const QString& name)
{
    const auto formats = m_prepared.formats.find(name.toStdString());
    m_table->setTable(m_prepared.result, name.toStdString(),
        formats != m_prepared.formats.end() ? formats->second : std::vector<ColumnFormat> {});
    m_tableChoice->setCurrentIndex(m_tableChoice->findData(name));
    const Table* table = m_table->table();
    const bool asFacts = table && FactsView::suits(*table);
    if (asFacts)
        m_facts->setRow(*table, m_prepared.formats[table->name()]);
    m_tablePages->setCurrentWidget(asFacts ? static_cast<QWidget*>(m_facts) : m_table);
    refreshZeros();
    // A few sentences or facts are read, not searched.
    m_filter->setVisible((!asFacts && !m_table->showsCards()) || !m_filter->text().isEmpty());
    refreshFormButton();
    emit viewChanged();
}

void ResultView::showChart(const QString& id)
{
    const int index = m_chartChoice->findData(id);
    if (index < 0)
        return;
    m_chartChoice->setCurrentIndex(index);
    refreshChart();
}

/// The one in which its table has the figures of its series, the largest: they are compared. Of shares that of the
/// times they are shares of.
std::optional<TimeUnit> ResultView::timeUnitOfChart(const std::string& id) const
{
    if (!m_prepared.result)
        return std::nullopt;
    const auto chart = std::ranges::find(m_prepared.result->charts, id, &ChartDescription::id);
    const Table* table =
        chart != m_prepared.result->charts.end() ? m_prepared.result->findTable(chart->table) : nullptr;
    const auto formats = table ? m_prepared.formats.find(table->name()) : m_prepared.formats.end();
    if (formats == m_prepared.formats.end() || chart->series.empty())
        return std::nullopt;
    const auto* const stack = chart->as<StackedBarChart>();
    const std::size_t total = table->columnIndex(stack ? stack->totalColumn : std::string());
    const std::size_t first = table->columnIndex(chart->series.front().column);
    const Unit unit = first < table->columnCount() ? table->columns()[first].unit : Unit::None;
    if (unit == Unit::Percent || unit == Unit::Ratio)
        return total < formats->second.size() ? std::optional(formats->second[total].timeUnit) : std::nullopt;
    std::optional<TimeUnit> largest;
    for (const ChartSeries& series : chart->series) {
        const std::size_t column = table->columnIndex(series.column);
        if (column < formats->second.size())
            largest = std::max(largest, std::optional(formats->second[column].timeUnit)); // none is the least
    }
    return largest;
}

void ResultView::drawChart()
{
    int shownGroup = m_chart->shownGroup();
    m_chart->setTimeSpan(m_timeSpan);
    m_chart->setPlaces(m_prepared.places);
    const std::string id = m_chartChoice->currentData().toString().toStdString();
    const bool isAnother = !m_chart->description() || m_chart->description()->id != id;
    m_chart->setTimeUnit(timeUnitOfChart(id));
    m_chart->setChart(m_prepared.result, id, m_scopeLine, id == m_prepared.chartId ? m_prepared.chartData : nullptr);
    m_heatBar->setChart(m_chart->description(), m_chart->seriesLabels(), m_chart->heatLook(), m_chart->places().get());
    refillGroups();
    // Dots of several ranks below each other are cut by a low panel: one at first, which takes the room there is.
    if (isAnother && m_chart->description() && m_chart->description()->kind() == ChartKind::Scatter)
        shownGroup = 0;
    if (m_groupChoice->count() > 0) {
        m_groupChoice->setCurrentIndex(std::max(0, m_groupChoice->findData(shownGroup)));
        m_chart->showGroup(m_groupChoice->currentData().toInt());
    }
    m_chartChoice->setVisible(m_chartChoice->count() > 1);
    m_chart->setTitleSaid(m_chartChoice->count() > 1);
    m_chartSide->setVisible(hasChartToDraw());
}

/// An empty chart takes no room from a table. Of several the others are not read for this: whoever chose an empty one
/// needs the choice.
bool ResultView::hasChartToDraw() const
{
    if (!m_prepared.result)
        return false;
    if (m_prepared.result->charts.size() == 1)
        return !m_chart->isEmpty();
    return std::ranges::any_of(m_prepared.result->charts, [this](const ChartDescription& chart) {
        const Table* table = m_prepared.result->findTable(chart.table);
        return table && table->rowCount() > 0;
    });
}

void ResultView::refillGroups()
{
    const QStringList groups = m_chart->groups();
    m_groupChoice->clear();
    m_groupChoice->setVisible(groups.size() > 1);
    if (groups.size() <= 1)
        return;
    const int first = static_cast<int>(std::min<qsizetype>(groups.size(), 4));
    m_groupChoice->addItem(
        first == groups.size() ? tr("All") : tr("First %n of %1", nullptr, first).arg(groups.size()), -1);
    for (int i = 0; i < groups.size(); ++i)
        m_groupChoice->addItem(groups[i], i);
}

void ResultView::refreshChart()
{
    drawChart();
    if (const ChartDescription* chart = m_chart->description())
        showTable(fullText(chart->table));
    refreshFormButton();
    emit viewChanged();
}

void ResultView::refreshFormButton()
{
    m_formButton->setVisible(m_chart->canBeRing());
    const bool isRing = m_chart->showsRing();
    m_formButton->setText(isRing ? tr("Bars") : (m_chart->showsOthers() ? tr("Back") : tr("Ring")));
    m_formButton->setAccessibleName(isRing ? tr("Show as bars") : tr("Show as a ring"));
    m_formButton->setToolTip(m_formButton->accessibleName());
}

void ResultView::toggleForm()
{
    if (m_chart->showsOthers())
        m_chart->back();
    else
        m_chart->setForm(m_chart->showsRing() ? ChartView::Form::Bars : ChartView::Form::Ring);
    refreshFormButton();
    emit viewChanged();
}

void ResultView::setTimeSpan(TimeRange span)
{
    m_timeSpan = span;
    m_chart->setTimeSpan(span);
}

void ResultView::setPointedTime(std::optional<Timestamp> time)
{
    m_chart->setPointedTime(time);
}

} // namespace kinetoscope

#include "moc_result_view.cpp"
