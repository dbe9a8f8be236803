// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/status/status_line.h"

#include "app/window/parts/themed_icon.h"
#include "core/analysis/words/clock_message.h"
#include "core/base/memory_use.h"
#include "widgets/panels/trace/import_report_dialog.h"
#include "widgets/support/elided.h"
#include "widgets/support/fonts.h"
#include "widgets/support/message_text.h"
#include "widgets/support/number_text.h"
#include "widgets/support/palette.h"
#include "widgets/support/plain_text.h"
#include "widgets/support/view_state.h"
#include "widgets/timeline/painters/mark_painter.h"

#include <QCoreApplication>
#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QString>
#include <QToolButton>

#include <algorithm>
#include <chrono>

namespace kinetoscope {

namespace {

/// "3 selected · union 1.2 ms · sum 1.5 ms"; one part is its duration alone; "" for nothing.
QString selectionText(const SelectionTotals& totals)
{
    const std::size_t parts = totals.slices + totals.intervals;
    if (parts == 0)
        return {};
    if (parts == 1)
        return QCoreApplication::translate("SelectionSummary", "selected %1").arg(durationText(totals.sum));
    const QString count = countText(static_cast<std::int64_t>(parts));
    if (totals.covered == totals.sum)
        return QCoreApplication::translate("SelectionSummary", "%1 selected · %2").arg(count, durationText(totals.sum));
    return QCoreApplication::translate("SelectionSummary", "%1 selected · union %2 · sum %3")
        .arg(count, durationText(totals.covered), durationText(totals.sum));
}

constexpr std::chrono::seconds kMemoryInterval { 2 };
constexpr int kBarSteps = 1000;
constexpr int kStatusLineBarWidth = 160;

template <typename Label = QLabel> QLabel* makeLabel(QWidget* parent, const char* name, const QString& accessibleName)
{
    auto* label = new Label(parent);
    label->setObjectName(QString::fromLatin1(name));
    label->setAccessibleName(accessibleName);
    label->setTextFormat(Qt::PlainText);
    label->setContentsMargins(4, 0, 4, 0);
    return label;
}

} // namespace

StatusLine::StatusLine(ViewState* viewState, QWidget* parent)
    : QStatusBar(parent)
    , m_viewState(viewState)
    , m_figures(new QWidget(this))
    , m_pointer(makeLabel(this, "pointer-time", tr("Time at the pointer")))
    , m_markDistance(makeLabel(this, "mark-distance", tr("From the mark to the pointer")))
    , m_visible(makeLabel(this, "visible-span", tr("Visible span")))
    , m_selection(makeLabel<ElidedLabel>(this, "selection-summary", tr("Selection")))
    , m_report(new QToolButton(this))
    , m_clocks(makeLabel(this, "clocks", tr("Clocks of the ranks")))
    , m_memory(makeLabel(this, "memory", tr("Memory in use")))
    , m_loadName(makeLabel<ElidedLabel>(this, "load-name", tr("Loading")))
    , m_loadBar(new QProgressBar(this))
    , m_cancel(new QToolButton(this))
    , m_totals([this](const Result<SelectionTotals>& totals) {
        if (totals)
            m_selection->setText(kinetoscope::selectionText(*totals));
    })
{
    const QFont numbers = numberFont(font());
    for (QLabel* label : { m_pointer, m_markDistance, m_visible, m_selection, m_memory })
        label->setFont(numbers);
    fitToFont();
    m_memory->setToolTip(tr("Memory this program uses"));
    m_report->setObjectName(QStringLiteral("import-summary"));
    m_report->setAutoRaise(true);
    m_report->setToolTip(tr("What was read, repaired and left out"));
    m_loadBar->setObjectName(QStringLiteral("load-bar"));
    m_loadBar->setFixedWidth(kStatusLineBarWidth);
    m_cancel->setObjectName(QStringLiteral("cancel-load"));
    m_cancel->setAutoRaise(true);
    m_cancel->setIconSize(QSize(12, 12));
    m_cancel->setToolTip(tr("Stop loading"));
    m_cancel->setAccessibleName(m_cancel->toolTip());

    auto* figures = new QHBoxLayout(m_figures);
    figures->setContentsMargins(0, 0, 0, 0);
    for (QLabel* label : { m_pointer, m_markDistance, m_visible, m_selection })
        figures->addWidget(label);
    addWidget(m_figures);
    connect(this, &QStatusBar::messageChanged, this, &StatusLine::makeRoomForMessage);
    for (QWidget* widget :
        std::initializer_list<QWidget*> { m_clocks, m_report, m_memory, m_loadName, m_loadBar, m_cancel })
        addPermanentWidget(widget);

    connect(m_report, &QToolButton::clicked, this, &StatusLine::importReportRequested);
    connect(m_cancel, &QToolButton::clicked, this, &StatusLine::cancelRequested);
    connect(viewState, &ViewState::traceSetChanged, this, &StatusLine::showTraceSet);
    connect(viewState, &ViewState::visibleRangeChanged, this, &StatusLine::showVisibleRange);
    connect(viewState, &ViewState::selectionChanged, this, &StatusLine::showSelection);
    connect(viewState, &ViewState::pointedTimeChanged, this, &StatusLine::showPointedTime);
    connect(viewState->marks(), &Marks::changed, this, &StatusLine::showMarkDistance);
    connect(&m_memoryTimer, &QTimer::timeout, this, &StatusLine::showMemory);
    m_memoryTimer.setInterval(kMemoryInterval);
    showTraceSet();
    hideLoading();
}

void StatusLine::showPointedTime()
{
    const std::optional<Timestamp> time = m_viewState->pointedTime();
    m_pointer->setText(time ? momentText(*time) : QString());
    showMarkDistance();
}

void StatusLine::showLoading(const QString& name)
{
    m_loadName->setText(tr("Loading %1").arg(fontMetrics().elidedText(name, Qt::ElideMiddle, 2 * kStatusLineBarWidth)));
    m_loadBar->setRange(0, 0);
    for (QWidget* widget : std::initializer_list<QWidget*> { m_loadName, m_loadBar, m_cancel })
        widget->show();
    m_memoryTimer.start();
    showMemory();
}

void StatusLine::setLoadProgress(quint64 done, quint64 total)
{
    if (total == 0)
        return;
    m_loadBar->setRange(0, kBarSteps);
    const double share = static_cast<double>(done) / static_cast<double>(total);
    m_loadBar->setValue(static_cast<int>(share * kBarSteps));
    m_loadBar->setToolTip(tr("%1 of %2 read").arg(bytesText(done), bytesText(total)));
}

void StatusLine::hideLoading()
{
    for (QWidget* widget : std::initializer_list<QWidget*> { m_loadName, m_loadBar, m_cancel })
        widget->hide();
    m_memory->setVisible(m_viewState->traceSet() != nullptr);
    if (!m_viewState->traceSet())
        m_memoryTimer.stop();
}

void StatusLine::changeEvent(QEvent* event)
{
    QStatusBar::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        applyColours();
    else if (event->type() == QEvent::FontChange)
        fitToFont();
    else if (event->type() == QEvent::LocaleChange) { // numbers are written otherwise
        showClocks();
        showVisibleRange();
        showPointedTime();
        showSelection();
    }
}

void StatusLine::fitToFont()
{
    // Wide enough for any moment of a long trace: the neighbours must not dance while the pointer moves.
    const QFontMetrics numbers(numberFont(font()));
    m_pointer->setMinimumWidth(numbers.horizontalAdvance(QStringLiteral("000.000 000 000 ms")));
    m_markDistance->setMinimumWidth(numbers.horizontalAdvance(tr("%1 from mark").arg(QStringLiteral("+000.0 ms"))));
    m_loadBar->setMaximumHeight(fontMetrics().height() + 2);
}

void StatusLine::showTraceSet()
{
    const auto& traces = m_viewState->traceSet();
    m_report->setVisible(traces != nullptr);
    m_memory->setVisible(traces != nullptr);
    m_hasLoss = false;
    if (traces) {
        m_report->setText(ImportReportDialog::summary(*traces));
        for (const RankTrace& rank : traces->ranks())
            m_hasLoss = m_hasLoss || rank.trace->report().dropped > 0;
        m_memoryTimer.start();
        showMemory();
    }
    m_report->setAccessibleName(m_report->text());
    showClocks();
    showPointedTime();
    showVisibleRange();
    showSelection();
    applyColours();
}

void StatusLine::showClocks()
{
    constexpr std::size_t kMostListed = 24; // a tool tip must fit the screen; the Traces panel has all
    const auto& traces = m_viewState->traceSet();
    const Message clocks = traces ? clocksMessage(*traces) : Message {};
    m_clocks->setVisible(!clocks.isEmpty());
    m_clocks->setText(clocks.isEmpty() ? QString() : messageText(clocks));
    QStringList lines;
    for (std::size_t i = 0; !clocks.isEmpty() && i < std::min(kMostListed, traces->ranks().size()); ++i) {
        const RankTrace& rank = traces->ranks()[i];
        lines << tr("Rank %1: %2").arg(QString::number(rank.rank), messageText(clockMessage(rank)));
    }
    if (!lines.isEmpty() && traces->ranks().size() > kMostListed)
        lines << tr("and more: see the Traces panel");
    m_clocks->setToolTip(plainToolTip(lines.join(QLatin1Char('\n'))));
}

void StatusLine::showVisibleRange()
{
    const TimeRange range = m_viewState->visibleRange();
    m_visible->setText(m_viewState->traceSet() ? tr("visible %1").arg(durationText(range.length())) : QString());
}

void StatusLine::showMarkDistance()
{
    const Mark* mark = m_viewState->marks()->reference();
    m_markDistance->setVisible(mark != nullptr);
    const std::optional<Timestamp> pointed = m_viewState->pointedTime();
    if (!mark || !pointed) {
        m_markDistance->clear();
        return;
    }
    const Nanoseconds distance = saturatingSubtract(*pointed, mark->range.begin);
    const QString sign = distance > 0 ? QStringLiteral("+") : QString();
    m_markDistance->setText(tr("%1 from mark").arg(sign + durationText(distance)));
    m_markDistance->setToolTip(plainToolTip(tr("From \u201c%1\u201d to the pointer").arg(markTitle(*mark))));
}

void StatusLine::showSelection()
{
    constexpr std::size_t kQuicklyCounted = 2000;
    m_totals.cancel();
    const Selection& selection = m_viewState->selection();
    const std::shared_ptr<const TraceSet>& traces = m_viewState->traceSet();
    if (!traces) {
        m_selection->clear();
    } else if (selection.slices.size() + selection.intervals.size() <= kQuicklyCounted) {
        m_selection->setText(kinetoscope::selectionText(selectionTotals(*traces, selection)));
    } else {
        m_totals.start(
            [traces, shared = m_viewState->sharedSelection()](const std::stop_token& stop) -> Result<SelectionTotals> {
                return selectionTotals(*traces, *shared, stop);
            });
    }
}

void StatusLine::showMemory()
{
    const std::uint64_t bytes = residentBytes(); // 0: the system does not tell
    m_memory->setText(bytes > 0 ? bytesText(bytes) : QString());
    m_memory->setVisible(bytes > 0 && (m_viewState->traceSet() || m_loadBar->isVisible()));
}

/// QStatusBar hides what it covers, but shows it again below the message when another widget is added or goes.
void StatusLine::makeRoomForMessage(const QString& message)
{
    m_figures->setVisible(message.isEmpty());
}

void StatusLine::applyColours()
{
    QPalette palette; // what it does not say follows the application
    if (m_hasLoss)
        palette.setColor(QPalette::ButtonText, Palette::of(Palette::themeOf(QGuiApplication::palette())).error);
    m_report->setPalette(palette);
    m_cancel->setIcon(themedIcon(QStringLiteral("close")));
}

} // namespace kinetoscope

#include "moc_status_line.cpp"
