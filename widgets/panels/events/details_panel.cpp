// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/events/details_panel.h"

#include "core/analysis/collectives/collective_matching.h"
#include "core/analysis/names/classification.h"
#include "core/analysis/ranks/wait_facts.h"
#include "core/io/json/json_tree.h"
#include "core/model/trace_set.h"
#include "widgets/models/args_model.h"
#include "widgets/models/text_tree_model.h"
#include "widgets/panels/events/selection_facts.h"
#include "widgets/panels/events/slice_facts.h"
#include "widgets/panels/events/trace_facts.h"
#include "widgets/support/fonts.h"
#include "widgets/support/latest_job.h"
#include "widgets/support/message_text.h"
#include "widgets/support/number_text.h"
#include "widgets/support/plain_text.h"
#include "widgets/support/view_state.h"
#include "widgets/support/wrapping_label.h"

#include <QAction>
#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPlainTextEdit>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>
#include <optional>

namespace kinetoscope {
namespace {

constexpr std::size_t kMostCounted = 1'000'000'000; ///< what fits a plural form

QTreeView* treeView(QWidget* parent, const char* objectName, const QString& accessibleName)
{
    auto* view = new QTreeView(parent);
    view->setObjectName(QLatin1String(objectName));
    view->setAccessibleName(accessibleName);
    view->setFrameShape(QFrame::NoFrame);
    view->setTextElideMode(Qt::ElideMiddle);
    view->setUniformRowHeights(true);
    view->setAllColumnsShowFocus(true);
    view->setIndentation(14);
    view->setContextMenuPolicy(Qt::CustomContextMenu);
    view->header()->setStretchLastSection(true);
    return view;
}

constexpr int kTallestName = 92; // px: five lines; longer names scroll

} // namespace

/// What the worker reads for one slice.
struct DetailsPanel::Read {
    SliceRef slice;
    std::string json;
    std::shared_ptr<const JsonTree> tree;
    QString problem; ///< why there are no arguments; "" when there are
    WorkBelow work;
};

/// What the worker finds out about several parts, or about one interval.
struct DetailsPanel::Looked {
    SelectionTotals totals;
    std::optional<IntervalRef> interval;
    IntervalSurroundings around;   ///< of it
    std::optional<GapEntry> entry; ///< of it, where it is idle
};

struct DetailsPanel::Parts {
    /// Of all runs of a job.
    using Waits = std::shared_ptr<const std::vector<RunWait>>;

    Parts(LatestJob<Read>::Done read, LatestJob<Looked>::Done looked, LatestJob<Waits>::Done waited, QWidget* panel)
        : reader(std::move(read))
        , looker(std::move(looked))
        , waiter(std::move(waited))
        , surveyor([this](Result<TextTree> survey) {
            if (survey)
                showTraceFacts(std::move(survey).value());
        })
    {
        auto* layout = new QVBoxLayout(panel);
        layout->setContentsMargins(6, 4, 6, 4);
        layout->setSpacing(4);
        pages = new QStackedWidget(panel);
        layout->addWidget(pages);
        nothing = new QLabel(tr("Nothing is selected. Click a slice on the timeline."), panel);
        nothing->setObjectName(QStringLiteral("nothingSelected"));
        nothing->setTextFormat(Qt::PlainText);
        nothing->setWordWrap(true);
        nothing->setAlignment(Qt::AlignCenter);
        auto* empty = new QWidget(panel);
        auto* emptyLayout = new QVBoxLayout(empty);
        emptyLayout->setContentsMargins(0, 0, 0, 0);
        traceFactsModel = new TextTreeModel({ tr("Field"), tr("Value") }, panel);
        traceView = treeView(empty, "traceFacts", tr("The open trace"));
        traceView->setModel(traceFactsModel);
        traceView->setHeaderHidden(true);
        traceView->setRootIsDecorated(false);
        traceView->setTextElideMode(Qt::ElideRight);
        traceView->setContextMenuPolicy(Qt::NoContextMenu);
        traceView->hide();
        emptyLayout->addWidget(traceView, 1);
        emptyLayout->addWidget(nothing, 0);
        pages->addWidget(empty);

        auto* contents = new QWidget(panel);
        auto* column = new QVBoxLayout(contents);
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(4);
        auto* top = new QHBoxLayout;
        title = new WrappingLabel(contents);
        title->setObjectName(QStringLiteral("displayName"));
        title->setTextFormat(Qt::PlainText);
        QFont bold = title->font();
        bold.setBold(true);
        title->setFont(bold);
        copy = new QToolButton(contents);
        copy->setObjectName(QStringLiteral("copyDetails"));
        copy->setText(tr("Copy"));
        copy->setAccessibleName(tr("Copy the details"));
        copy->setPopupMode(QToolButton::InstantPopup);
        top->addWidget(title, 1);
        top->addWidget(copy, 0, Qt::AlignTop);
        column->addLayout(top);
        fullName = new QPlainTextEdit(contents);
        fullName->setObjectName(QStringLiteral("fullName"));
        fullName->setAccessibleName(tr("Full name"));
        fullName->setReadOnly(true);
        fullName->setFrameShape(QFrame::NoFrame);
        fullName->setFont(codeFont());
        fullName->setWordWrapMode(QTextOption::WrapAnywhere);
        fullName->setTabChangesFocus(true);
        fullName->setMaximumHeight(scaledPx(kTallestName));
        column->addWidget(fullName);

        auto* splitter = new QSplitter(Qt::Vertical, contents);
        splitter->setChildrenCollapsible(false);
        factsModel = new TextTreeModel({ tr("Field"), tr("Value") }, panel);
        facts = treeView(splitter, "facts", tr("Details"));
        facts->setModel(factsModel);
        facts->setHeaderHidden(true);
        facts->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        facts->header()->setStretchLastSection(false);
        facts->viewport()->installEventFilter(panel);
        auto* below = new QWidget(splitter);
        auto* belowLayout = new QVBoxLayout(below);
        belowLayout->setContentsMargins(0, 0, 0, 0);
        belowLayout->setSpacing(2);
        argsState = new QLabel(below);
        argsState->setObjectName(QStringLiteral("argumentsState"));
        argsState->setTextFormat(Qt::PlainText);
        argsState->setWordWrap(true);
        argsModel = new ArgsModel(panel);
        args = treeView(below, "arguments", tr("Arguments"));
        args->setModel(argsModel);
        belowLayout->addWidget(argsState);
        belowLayout->addWidget(args, 1);
        splitter->addWidget(facts);
        splitter->addWidget(below);
        splitter->setStretchFactor(0, 5);
        splitter->setStretchFactor(1, 2);
        column->addWidget(splitter, 1);
        pages->addWidget(contents);
    }

    void showFacts(TextTree tree)
    {
        factsModel->setTree(std::move(tree));
        facts->expandAll();
        for (int row = 0; row < factsModel->rowCount(); ++row)
            facts->setFirstColumnSpanned(row, {}, factsModel->index(row, 0).data(TextTreeModel::HeadingRole).toBool());
        for (int section = 0; section < factsModel->rowCount(); ++section)
            spanTexts(factsModel->index(section, 0));
        fitFacts();
    }

    /// What stands below a fact and has no value gets the room of both columns.
    void spanTexts(const QModelIndex& section)
    {
        for (int row = 0; row < factsModel->rowCount(section); ++row) {
            const QModelIndex fact = factsModel->index(row, 0, section);
            for (int below = 0; below < factsModel->rowCount(fact); ++below)
                facts->setFirstColumnSpanned(
                    below, fact, factsModel->index(below, 1, fact).data().toString().isEmpty());
        }
    }

    /// Names of ops are long, times are short: names get what the values leave, and values never more than half.
    void fitFacts()
    {
        const int width = facts->viewport()->width();
        facts->resizeColumnToContents(1);
        const int values = std::clamp(facts->columnWidth(1), 60, std::max(60, width / 2));
        facts->setColumnWidth(0, std::max(60, width - values));
        facts->setColumnWidth(1, values);
    }

    void showTraceFacts(TextTree survey)
    {
        traceFactsModel->setTree(std::move(survey));
        traceView->expandAll();
        for (int row = 0; row < traceFactsModel->rowCount(); ++row)
            traceView->setFirstColumnSpanned(row, {}, true);
        traceView->resizeColumnToContents(0);
        traceView->show();
    }

    QStackedWidget* pages = nullptr;
    QTreeView* traceView = nullptr; ///< facts of the trace while nothing is selected
    TextTreeModel* traceFactsModel = nullptr;
    std::weak_ptr<const TraceSet> surveyed; ///< what they are about
    std::weak_ptr<const TraceSet> waitsOf;  ///< of `waits`, and of the job that is running
    Waits waits;
    QLabel* nothing = nullptr;
    QLabel* title = nullptr;
    QPlainTextEdit* fullName = nullptr;
    QToolButton* copy = nullptr;
    QTreeView* facts = nullptr;
    TextTreeModel* factsModel = nullptr;
    QLabel* argsState = nullptr;
    QTreeView* args = nullptr;
    ArgsModel* argsModel = nullptr;

    std::optional<SliceRef> shown;
    std::string json;
    // Last: destroyed first, so that no result arrives in a half-destroyed panel.
    LatestJob<Read> reader;
    LatestJob<Looked> looker;
    LatestJob<Waits> waiter;
    LatestJob<TextTree> surveyor;
};

DetailsPanel::DetailsPanel(ViewState* viewState, QWidget* parent)
    : QWidget(parent)
    , m_viewState(viewState)
{
    setObjectName(QStringLiteral("detailsPanel"));
    setAccessibleName(tr("Details"));
    m_parts = std::make_unique<Parts>(
        [this](Result<Read> read) {
            if (!read)
                return;
            Parts& parts = *m_parts;
            parts.json = read->json;
            const std::uint32_t args = read->tree ? read->tree->find(0, "args") : JsonTree::kNone;
            parts.argsModel->setTree(read->tree, args);
            parts.args->expandAll();
            parts.args->resizeColumnToContents(ArgsModel::KeyColumn);
            if (!read->problem.isEmpty())
                parts.argsState->setText(read->problem);
            else if (parts.argsModel->isEmpty())
                parts.argsState->setText(tr("This event has no arguments."));
            else
                parts.argsState->setText(read->tree->isComplete()
                        ? tr("Arguments")
                        : tr("Arguments (damaged in the file, shown as far as readable)"));
            parts.args->setVisible(!parts.argsModel->isEmpty());
            if (read->work.count > 0) {
                TextTree facts = parts.factsModel->tree();
                addWorkBelow(facts, *m_viewState->traceSet(), m_viewState->names(), read->slice, read->work);
                parts.showFacts(std::move(facts));
            }
            emit argumentsShown();
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
        this);

    auto* menu = new QMenu(m_parts->copy);
    menu->addAction(tr("Copy as text"), this, &DetailsPanel::copyText)->setObjectName(QStringLiteral("copyText"));
    menu->addAction(tr("Copy event as JSON"), this, &DetailsPanel::copyJson)->setObjectName(QStringLiteral("copyJson"));
    m_parts->copy->setMenu(menu);

    const auto linkAt = [](const QModelIndex& index) { return index.data(TextTreeModel::LinkRole); };
    connect(m_parts->facts, &QTreeView::clicked, this, [this, linkAt](const QModelIndex& index) {
        if (const QVariant link = linkAt(index); link.isValid())
            follow(link.value<Selection>(), false);
    });
    connect(m_parts->facts, &QTreeView::activated, this, [this, linkAt](const QModelIndex& index) {
        if (const QVariant link = linkAt(index); link.isValid())
            follow(link.value<Selection>(), true);
    });
    for (QTreeView* view : { m_parts->facts, m_parts->args }) {
        connect(view, &QWidget::customContextMenuRequested, this, [this, view](const QPoint& position) {
            const QModelIndex index = view->indexAt(position);
            if (!index.isValid())
                return;
            QMenu context(this);
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
    connect(m_viewState, &ViewState::selectionChanged, this, &DetailsPanel::showSelection);
    connect(m_viewState, &ViewState::traceSetChanged, this, &DetailsPanel::showSelection);
    showSelection();
}

DetailsPanel::~DetailsPanel() = default;

bool DetailsPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize && m_parts && watched == m_parts->facts->viewport())
        m_parts->fitFacts();
    return QWidget::eventFilter(watched, event);
}

void DetailsPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LocaleChange) {
        m_parts->surveyed.reset(); // numbers are written otherwise
        showSelection();
    }
}

void DetailsPanel::showSelection()
{
    const Selection& selection = m_viewState->selection();
    m_parts->reader.cancel();
    m_parts->looker.cancel();
    m_parts->shown.reset();
    m_parts->json.clear();
    m_parts->argsModel->setTree(nullptr);
    m_parts->argsState->clear();
    if (!m_viewState->traceSet() || selection.isEmpty()) {
        m_parts->nothing->setText(m_viewState->traceSet()
                ? tr("Nothing is selected. Click a slice on the timeline.")
                : tr("No trace is open. Drop one on the window, or use File > Open."));
        m_parts->factsModel->setTree({});
        m_parts->pages->setCurrentIndex(0);
        surveyTrace();
        return;
    }
    m_parts->pages->setCurrentIndex(1);
    if (selection.slices.size() == 1 && selection.intervals.empty())
        showSlice(selection.slices.front());
    else
        showSeveral(selection);
}

/// Once a trace; the numbers of a large one take a moment.
void DetailsPanel::surveyTrace()
{
    Parts& parts = *m_parts;
    const std::shared_ptr<const TraceSet> traces = m_viewState->traceSet();
    if (!traces) {
        parts.surveyor.cancel();
        parts.surveyed.reset();
        parts.traceFactsModel->setTree({});
        parts.traceView->hide();
        return;
    }
    if (parts.surveyed.lock() == traces)
        return;
    parts.surveyed = traces;
    parts.surveyor.start(
        [traces](const std::stop_token& stop) -> Result<TextTree> { return traceFacts(*traces, stop); });
}

void DetailsPanel::showSlice(SliceRef slice)
{
    Parts& parts = *m_parts;
    parts.shown = slice;
    const QString display = m_viewState->names().displayName(slice);
    const QString full = m_viewState->names().fullName(slice);
    parts.title->setText(display);
    parts.fullName->setPlainText(full);
    parts.fullName->setVisible(full != display && !full.isEmpty());
    const int lines =
        static_cast<int>(full.size()) * parts.fullName->fontMetrics().averageCharWidth() / std::max(120, width() - 24)
        + 1;
    parts.fullName->setFixedHeight(
        std::min(scaledPx(kTallestName), lines * parts.fullName->fontMetrics().lineSpacing() + 10));
    parts.showFacts(sliceFacts(*m_viewState->traceSet(), m_viewState->names(), slice));
    requestArguments(slice);
    requestWaits(slice);
}

/// Who waits for whom in a collective is read once a job.
void DetailsPanel::requestWaits(SliceRef slice)
{
    Parts& parts = *m_parts;
    const std::shared_ptr<const TraceSet> traces = m_viewState->traceSet();
    if (traces->ranks().size() < 2 || !isCollective(*traces->ranks()[slice.rank].trace, slice.slice))
        return;
    if (parts.waitsOf.lock() == traces) {
        if (parts.waits)
            addWaits();
        return; // or when the job is done
    }
    parts.waitsOf = traces;
    parts.waits = nullptr;
    parts.waiter.start([traces](const std::stop_token& stop) -> Result<Parts::Waits> {
        const KernelClassifier classifier;
        AnalysisContext context;
        context.classifier = &classifier;
        context.progress.stop = stop;
        const auto facts = readWaits({ TraceSet::withoutDrift(traces), {}, stop }, {}, context);
        if (!facts)
            return facts.error();
        return std::make_shared<const std::vector<RunWait>>(runWaits(**facts));
    });
}

void DetailsPanel::addWaits()
{
    Parts& parts = *m_parts;
    const std::shared_ptr<const TraceSet> traces = m_viewState->traceSet();
    if (!parts.shown || parts.waitsOf.lock() != traces)
        return;
    TextTree facts = parts.factsModel->tree();
    addRunWaits(facts, *traces, *parts.shown, *parts.waits);
    parts.showFacts(std::move(facts));
}

void DetailsPanel::showSeveral(const Selection& selection)
{
    Parts& parts = *m_parts;
    parts.fullName->hide();
    parts.args->hide();
    const std::size_t count = selection.slices.size() + selection.intervals.size();
    const std::shared_ptr<const TraceSet> traces = m_viewState->traceSet();
    if (count == 1) {
        const IntervalRef interval = selection.intervals.front();
        parts.title->setText(tr("Interval of %1").arg(durationText(interval.range.length())));
        parts.showFacts(intervalFacts(*traces, interval));
        parts.looker.start([traces, interval](const std::stop_token& stop) -> Result<Looked> {
            Progress progress;
            progress.stop = stop;
            Result<std::optional<GapEntry>> entry = gapEntryOf(traces, interval, progress);
            if (!entry)
                return entry.error();
            return Looked { {}, interval, surroundingsOf(*traces, interval), std::move(entry).value() };
        });
        return;
    }
    parts.title->setText(tr("%n selected", nullptr, static_cast<int>(std::min<std::size_t>(count, kMostCounted))));
    parts.factsModel->setTree({});
    parts.looker.start([traces, all = m_viewState->sharedSelection()](const std::stop_token& stop) -> Result<Looked> {
        return Looked { selectionTotals(*traces, *all, stop), std::nullopt, {}, {} };
    });
}

void DetailsPanel::takeLooked(const Looked& looked)
{
    if (!looked.interval) {
        m_parts->showFacts(selectionFacts(m_viewState->names(), looked.totals));
        return;
    }
    TextTree facts = m_parts->factsModel->tree();
    addSurroundings(
        facts, *m_viewState->traceSet(), m_viewState->names(), *looked.interval, looked.around, looked.entry);
    m_parts->showFacts(std::move(facts));
}

void DetailsPanel::requestArguments(SliceRef slice)
{
    m_parts->argsState->setText(tr("Reading arguments…"));
    m_parts->args->hide();
    const std::shared_ptr<const Trace> trace = m_viewState->traceSet()->ranks()[slice.rank].trace;
    m_parts->reader.start([trace, slice](std::stop_token stop) -> Result<Read> {
        Read read;
        read.slice = slice;
        const Result<std::string> json = trace->eventJson(trace->slices().eventIndex[slice.slice.index()]);
        if (json) {
            read.json = json.value();
            read.tree = std::make_shared<const JsonTree>(JsonTree::parse(read.json));
        } else {
            read.problem = messageText(json.error().message);
        }
        const EventKind kind = trace->kind(slice.slice);
        // A launch's own work is in the facts already.
        if (isHostCallTree(kind) && !isApiCall(kind))
            read.work = workBelow(*trace, slice.slice, stop);
        return read;
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
    return tr("Name") + QLatin1Char('\t') + name + QLatin1Char('\n') + factsText(m_parts->factsModel->tree());
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
