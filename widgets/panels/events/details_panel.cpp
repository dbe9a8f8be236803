// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/events/details_panel.h"

#include "core/model/trace_set.h"
#include "widgets/models/args_model.h"
#include "widgets/panels/events/details_panel_parts.h"
#include "widgets/panels/events/efficiency_facts.h"
#include "widgets/panels/events/facts_tree.h"
#include "widgets/panels/events/selection_facts.h"
#include "widgets/panels/events/slice_facts.h"
#include "widgets/support/fonts.h"
#include "widgets/support/number_text.h"
#include "widgets/support/plain_text.h"
#include "widgets/support/view_state.h"

#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QLabel>
#include <QMenu>
#include <QPlainTextEdit>
#include <QStackedWidget>
#include <QToolButton>
#include <QTreeView>

#include <algorithm>
#include <optional>

namespace kinetoscope {

DetailsPanel::DetailsPanel(ViewState* viewState, QWidget* parent)
    : QWidget(parent)
    , m_viewState(viewState)
{
    setObjectName(QStringLiteral("detailsPanel"));
    setAccessibleName(tr("Details"));
    m_parts = std::make_unique<Parts>(
        [this](const Result<Read>& read) {
            if (read)
                takeRead(*read);
        },
        [this](const Result<Looked>& looked) {
            if (looked)
                takeLooked(*looked);
        },
        [this](Result<Parts::Waits> waits) {
            if (!waits)
                return;
            m_parts->waits = std::move(waits).value();
            addWaits();
        },
        [this](const Result<std::optional<CallFigures>>& figures) {
            if (!figures || !*figures)
                return;
            TextTree facts = m_parts->facts->tree();
            addEfficiency(facts, **figures);
            m_parts->facts->setTree(std::move(facts));
            emit efficiencyShown();
        },
        this);

    auto* menu = new QMenu(m_parts->copy);
    menu->addAction(tr("Copy as text"), this, &DetailsPanel::copyText)->setObjectName(QStringLiteral("copyText"));
    menu->addAction(tr("Copy event as JSON"), this, &DetailsPanel::copyJson)->setObjectName(QStringLiteral("copyJson"));
    m_parts->copy->setMenu(menu);

    connectTrees();
    setFocusProxy(m_parts->facts);
    connect(m_viewState, &ViewState::selectionChanged, this, &DetailsPanel::showSelection);
    connect(m_viewState, &ViewState::traceSetChanged, this, &DetailsPanel::showSelection);
    showSelection();
}

DetailsPanel::~DetailsPanel() = default;

/// Links of the facts, and the menus of both trees.
void DetailsPanel::connectTrees()
{
    const auto linkAt = [](const QModelIndex& index) { return index.data(TextTreeModel::LinkRole); };
    connect(m_parts->facts, &QTreeView::clicked, this, [this, linkAt](const QModelIndex& index) {
        if (const QVariant link = linkAt(index); link.isValid())
            follow(link.value<Selection>(), false);
        else if (index.data(TextTreeModel::ListRole).toBool())
            emit selectionTableRequested();
    });
    connect(m_parts->facts, &QTreeView::activated, this, [this, linkAt](const QModelIndex& index) {
        if (const QVariant link = linkAt(index); link.isValid())
            follow(link.value<Selection>(), true);
        else if (index.data(TextTreeModel::ListRole).toBool())
            emit selectionTableRequested();
    });
    for (QTreeView* view : { static_cast<QTreeView*>(m_parts->facts), m_parts->args }) {
        connect(view, &QWidget::customContextMenuRequested, this, [this, view](const QPoint& position) {
            const QModelIndex index = view->indexAt(position);
            if (!index.isValid())
                return;
            QMenu context(this);
            context.setObjectName(QStringLiteral("factMenu"));
            const QString name = nameOf(index);
            if (!name.isEmpty() && !index.siblingAtColumn(1).data().toString().isEmpty())
                context.addAction(tr("Copy name"), this, [name] { QGuiApplication::clipboard()->setText(name); });
            context.addAction(tr("Copy value"), this, [index] {
                // Both models keep the whole text under the same role number.
                const QModelIndex value = index.siblingAtColumn(1);
                QGuiApplication::clipboard()->setText(
                    (value.data().toString().isEmpty() ? index : value).data(Qt::UserRole).toString());
            });
            context.addAction(tr("Copy as text"), this, &DetailsPanel::copyText);
            context.exec(view->viewport()->mapToGlobal(position));
        });
    }
}

/// What stands before a value: of a slice its name as the file has it, as the tool tip says.
QString DetailsPanel::nameOf(const QModelIndex& fact) const
{
    const QVariant link = fact.data(TextTreeModel::LinkRole);
    const Selection linked = link.isValid() ? link.value<Selection>() : Selection {};
    return linked.slices.size() == 1 && linked.intervals.empty()
        ? m_viewState->names().fullName(linked.slices.front())
        : fact.siblingAtColumn(0).data(Qt::UserRole).toString();
}

void DetailsPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LocaleChange) {
        m_parts->nothing->forget();
        showSelection();
    }
}

void DetailsPanel::showSelection()
{
    const Selection& selection = m_viewState->selection();
    m_parts->reader.cancel();
    m_parts->looker.cancel();
    m_parts->measurer.cancel();
    m_parts->shown.reset();
    m_parts->json.clear();
    m_parts->facts->setCurrentIndex({}); // what comes later of the same selection keeps it
    m_parts->argsModel->setTree(nullptr);
    m_parts->argsState->clear();
    if (!m_viewState->traceSet() || selection.isEmpty()) {
        m_parts->nothing->setTraces(m_viewState->traceSet());
        m_parts->facts->setTree({});
        m_parts->pages->setCurrentIndex(0);
        return;
    }
    m_parts->pages->setCurrentIndex(1);
    if (selection.slices.size() == 1 && selection.intervals.empty())
        showSlice(selection.slices.front());
    else
        showSeveral(selection);
}

void DetailsPanel::showSlice(SliceRef slice)
{
    Parts& parts = *m_parts;
    parts.shown = slice;
    parts.below->show();
    const QString display = m_viewState->names().displayName(slice);
    const QString full = m_viewState->names().fullName(slice);
    parts.title->setText(display);
    parts.fullName->setPlainText(full);
    parts.fullName->setVisible(full != display && !full.isEmpty());
    const int lines =
        static_cast<int>(full.size()) * parts.fullName->fontMetrics().averageCharWidth() / std::max(120, width() - 24)
        + 1;
    parts.fullName->setFixedHeight(
        std::min(scaledPx(Parts::kTallestName), lines * parts.fullName->fontMetrics().lineSpacing() + 10));
    parts.facts->setTree(sliceFacts(*m_viewState->traceSet(), m_viewState->names(), slice));
    requestArguments(slice);
    requestWaits(slice);
    requestEfficiency(slice);
}

void DetailsPanel::nameInterval(const IntervalRef& interval, const QString& name)
{
    m_parts->named.emplace(interval, name);
}

void DetailsPanel::showSeveral(const Selection& selection)
{
    Parts& parts = *m_parts;
    parts.fullName->hide();
    parts.below->hide();
    const std::size_t count = selection.slices.size() + selection.intervals.size();
    const std::shared_ptr<const TraceSet> traces = m_viewState->traceSet();
    if (count == 1) {
        const IntervalRef interval = selection.intervals.front();
        const bool isNamed = parts.named && parts.named->first == interval;
        parts.title->setText(
            isNamed ? parts.named->second : tr("Interval of %1").arg(durationText(interval.range.length())));
        parts.facts->setTree(intervalFacts(*traces, interval));
        parts.looker.start([traces, interval](const std::stop_token& stop) -> Result<Looked> {
            Progress progress;
            progress.stop = stop;
            KT_TRY(std::vector<GapEntry> entries, gapEntriesOf(traces, interval, progress));
            // Where the whole device idles, work of any of its streams ends that.
            const bool isOfDevice = !entries.empty() && !entries.back().stream.isValid();
            const std::int64_t device = isOfDevice ? entries.back().device : Track::kNoDevice;
            return Looked { {}, interval, surroundingsOf(*traces, interval, device), std::move(entries) };
        });
        return;
    }
    parts.title->setText(tr("%1 selected", nullptr, static_cast<int>(std::min<std::size_t>(count, 1'000'000'000)))
                             .arg(countText(static_cast<std::int64_t>(count))));
    parts.facts->setTree({});
    parts.looker.start([traces, all = m_viewState->sharedSelection()](const std::stop_token& stop) -> Result<Looked> {
        return Looked { selectionTotals(*traces, *all, stop), std::nullopt, {}, {} };
    });
}

void DetailsPanel::follow(const Selection& link, bool zoom)
{
    m_viewState->setSelection(link);
    // A stretch of time has no row that would show where it is.
    if (zoom || link.slices.empty())
        emit zoomRequested(m_viewState->selection());
}

QString DetailsPanel::asText() const
{
    if (m_viewState->selection().isEmpty())
        return {};
    const QString name = m_parts->shown ? m_viewState->names().fullName(*m_parts->shown) : m_parts->title->text();
    return tr("Name") + QLatin1Char('\t') + name + QLatin1Char('\n') + factsText(m_parts->facts->tree());
}

QString DetailsPanel::asJson() const
{
    return fullText(m_parts->json);
}

void DetailsPanel::copyText()
{
    QGuiApplication::clipboard()->setText(asText());
}

void DetailsPanel::copyJson()
{
    if (!m_parts->json.empty())
        QGuiApplication::clipboard()->setText(asJson());
}

} // namespace kinetoscope

#include "moc_details_panel.cpp"
