// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/events/details_panel.h"

#include "core/analysis/collectives/collective_matching.h"
#include "core/analysis/efficiency/call_figures.h"
#include "core/analysis/efficiency/peak_shares.h"
#include "core/analysis/names/classification.h"
#include "core/analysis/ranks/wait_facts.h"
#include "core/io/json/json_tree.h"
#include "core/model/trace_set.h"
#include "widgets/models/args_model.h"
#include "widgets/panels/events/efficiency_facts.h"
#include "widgets/panels/events/facts_tree.h"
#include "widgets/panels/events/selection_facts.h"
#include "widgets/panels/events/slice_facts.h"
#include "widgets/panels/events/trace_facts_page.h"
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

constexpr int kTallestName = 92; // px: five lines; longer names scroll

} // namespace

/// What the worker reads for one slice.
struct DetailsPanel::Read {
    SliceRef slice;
    std::string json;
    std::shared_ptr<const JsonTree> tree;
    QString problem; ///< why there are no arguments; "" when there are
    WorkBelow work;
    LengthPlace length;
};

/// What the worker finds out about several parts, or about one interval.
struct DetailsPanel::Looked {
    SelectionTotals totals;
    std::optional<IntervalRef> interval;
    IntervalSurroundings around;   ///< of it
    std::vector<GapEntry> entries; ///< of it, where it is idle
};

struct DetailsPanel::Parts {
    /// Of all runs of a job.
    using Waits = std::shared_ptr<const std::vector<RunWait>>;
    using Figures = std::optional<CallFigures>;

    Parts(LatestJob<Read>::Done read, LatestJob<Looked>::Done looked, LatestJob<Waits>::Done waited,
        LatestJob<Figures>::Done measured, QWidget* panel)
        : reader(std::move(read))
        , looker(std::move(looked))
        , waiter(std::move(waited))
        , measurer(std::move(measured))
    {
        auto* layout = new QVBoxLayout(panel);
        layout->setContentsMargins(6, 4, 6, 4);
        layout->setSpacing(4);
        pages = new QStackedWidget(panel);
        layout->addWidget(pages);
        nothing = new TraceFactsPage(panel);
        pages->addWidget(nothing);

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
        facts = new FactsTree("facts", tr("Details"), splitter);
        below = new QWidget(splitter);
        auto* belowLayout = new QVBoxLayout(below);
        belowLayout->setContentsMargins(0, 0, 0, 0);
        belowLayout->setSpacing(2);
        argsState = plainLabel(below, QStringLiteral("argumentsState"));
        argsModel = new ArgsModel(panel);
        args = new QTreeView(below);
        setUpEventTree(*args, "arguments", tr("Arguments"));
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

    QStackedWidget* pages = nullptr;
    TraceFactsPage* nothing = nullptr;
    std::weak_ptr<const TraceSet> waitsOf; ///< of `waits`, and of the job that is running
    Waits waits;
    QLabel* title = nullptr;
    std::optional<std::pair<IntervalRef, QString>> named; ///< see nameInterval()
    QPlainTextEdit* fullName = nullptr;
    QToolButton* copy = nullptr;
    FactsTree* facts = nullptr;
    QWidget* below = nullptr; ///< what is said of the arguments: of one slice
    QLabel* argsState = nullptr;
    QTreeView* args = nullptr;
    ArgsModel* argsModel = nullptr;

    std::optional<SliceRef> shown;
    std::function<std::shared_ptr<const KernelClassifier>()> classifier;
    std::string json;
    // Last: destroyed first, so that no result arrives in a half-destroyed panel.
    LatestJob<Read> reader;
    LatestJob<Looked> looker;
    LatestJob<Waits> waiter;
    LatestJob<Figures> measurer;
};

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

void DetailsPanel::takeRead(const Read& read)
{
    Parts& parts = *m_parts;
    parts.json = read.json;
    const std::uint32_t args = read.tree ? read.tree->find(0, "args") : JsonTree::kNone;
    parts.argsModel->setTree(read.tree, args);
    parts.args->expandAll();
    parts.args->resizeColumnToContents(ArgsModel::KeyColumn);
    // A key of many letters leaves its value in view; both trees are as wide, and this one may be hidden yet.
    parts.args->setColumnWidth(
        ArgsModel::KeyColumn, std::min(parts.args->columnWidth(ArgsModel::KeyColumn), parts.facts->width() / 2));
    if (!read.problem.isEmpty())
        parts.argsState->setText(read.problem);
    else if (parts.argsModel->isEmpty())
        parts.argsState->setText(tr("This event has no arguments."));
    else
        parts.argsState->setText(read.tree->isComplete()
                ? tr("Arguments")
                : tr("Arguments (damaged in the file, shown as far as readable)"));
    parts.args->setVisible(!parts.argsModel->isEmpty());
    TextTree facts = parts.facts->tree();
    addLengthPlace(facts, *m_viewState->traceSet(), read.slice, read.length);
    if (!read.work.pieces.empty())
        addWorkBelow(facts, *m_viewState->traceSet(), m_viewState->names(), read.slice, read.work);
    parts.facts->setTree(std::move(facts));
    emit argumentsShown();
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
        std::min(scaledPx(kTallestName), lines * parts.fullName->fontMetrics().lineSpacing() + 10));
    parts.facts->setTree(sliceFacts(*m_viewState->traceSet(), m_viewState->names(), slice));
    requestArguments(slice);
    requestWaits(slice);
    requestEfficiency(slice);
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
        KT_TRY(const auto facts, readWaits({ TraceSet::withoutDrift(traces), {}, stop }, {}, context));
        return std::make_shared<const std::vector<RunWait>>(runWaits(*facts));
    });
}

void DetailsPanel::addWaits()
{
    Parts& parts = *m_parts;
    const std::shared_ptr<const TraceSet> traces = m_viewState->traceSet();
    if (!parts.shown || parts.waitsOf.lock() != traces)
        return;
    TextTree facts = parts.facts->tree();
    addRunWaits(facts, *traces, *parts.shown, *parts.waits);
    parts.facts->setTree(std::move(facts));
}

void DetailsPanel::setClassifierSource(std::function<std::shared_ptr<const KernelClassifier>()> source)
{
    m_parts->classifier = std::move(source);
}

/// Ops, launches and GPU work alone can have any.
void DetailsPanel::requestEfficiency(SliceRef slice)
{
    const std::shared_ptr<const TraceSet> traces = m_viewState->traceSet();
    const EventKind kind = traces->ranks()[slice.rank].trace->kind(slice.slice);
    if (kind != EventKind::CpuOp && !isApiCall(kind) && !isGpuWork(kind))
        return;
    const std::shared_ptr<const KernelClassifier> classifier = m_parts->classifier ? m_parts->classifier() : nullptr;
    // Where no shapes were recorded at all, Efficiency says so once.
    const KernelClassifier builtInRules;
    if (PeakShares::lackOf(*traces->ranks()[slice.rank].trace, classifier ? *classifier : builtInRules)
        == MfuLack::NoShapes)
        return;
    m_parts->measurer.start(
        [traces, slice, classifier](const std::stop_token& stop) -> Result<std::optional<CallFigures>> {
            Progress progress;
            progress.stop = stop;
            const KernelClassifier builtIn;
            return callFiguresOf(traces, slice, classifier ? *classifier : builtIn, progress);
        });
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

void DetailsPanel::takeLooked(const Looked& looked)
{
    if (!looked.interval) {
        m_parts->facts->setTree(selectionFacts(m_viewState->names(), looked.totals));
        return;
    }
    TextTree facts = m_parts->facts->tree();
    addSurroundings(
        facts, *m_viewState->traceSet(), m_viewState->names(), *looked.interval, looked.around, looked.entries);
    m_parts->facts->setTree(std::move(facts));
}

void DetailsPanel::requestArguments(SliceRef slice)
{
    m_parts->argsState->setText(tr("Reading arguments…"));
    m_parts->args->hide();
    m_parts->reader.start([traces = m_viewState->traceSet(), slice](std::stop_token stop) -> Result<Read> {
        const std::shared_ptr<const Trace>& trace = traces->ranks()[slice.rank].trace;
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
        read.length = placeByLength(*traces, slice);
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
