// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/events/trace_facts_page.h"

#include "core/model/trace_set.h"
#include "core/numeric/intervals.h"
#include "widgets/delegates/value_delegate.h"
#include "widgets/panels/events/facts_tree.h"
#include "widgets/panels/trace/traces_panel.h"
#include "widgets/support/number_text.h"
#include "widgets/support/plain_text.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <cstdint>
#include <stop_token>
#include <utility>
#include <vector>

namespace kinetoscope {

namespace {

/// For the translations.
class TraceFactsText {
    Q_DECLARE_TR_FUNCTIONS(TraceFacts)
};

/// What the slices of a job add up to.
struct Counted {
    std::array<std::uint64_t, kEventKindCount> kinds {};
    std::uint64_t counters = 0;
    std::uint64_t memoryRecords = 0;
    Nanoseconds gpuTime = 0; ///< from the first to the last GPU work, of all ranks
    Nanoseconds busy = 0;    ///< the part of it in which a GPU of the rank works
    double leastBusy = 100;  ///< percent, of the ranks
    double mostBusy = 0;
    int ranksWithWork = 0;
};

void count(const Trace& trace, Counted& counted, const std::stop_token& stop)
{
    const SliceTable& slices = trace.slices();
    const StringId memory = trace.strings().find("[memory]");
    std::vector<TimeRange> work;
    for (std::size_t row = 0; row < slices.size(); ++row) {
        if (row % 65'536 == 0 && stop.stop_requested())
            return;
        const EventKind kind = slices.kind[row];
        ++counted.kinds[static_cast<std::size_t>(kind)];
        counted.memoryRecords += slices.name[row] == memory ? 1 : 0;
        if (isGpuWork(kind))
            work.push_back(slices.range(SliceId(static_cast<std::uint32_t>(row))));
    }
    // The rows of a raw memory timeline are drawn as samples.
    counted.memoryRecords += trace.memoryTimeline().size();
    counted.counters += trace.isMemoryTimeline() ? 0 : trace.counters().size();
    if (work.empty())
        return;
    const std::vector<TimeRange> busy = unionOf(std::move(work));
    const Nanoseconds window = saturatingSubtract(busy.back().end, busy.front().begin);
    const Nanoseconds time = totalLength(busy);
    counted.gpuTime = saturatingAdd(counted.gpuTime, window);
    counted.busy = saturatingAdd(counted.busy, time);
    const double share = window > 0 ? 100.0 * static_cast<double>(time) / static_cast<double>(window) : 100;
    counted.leastBusy = std::min(counted.leastBusy, share);
    counted.mostBusy = std::max(counted.mostBusy, share);
    ++counted.ranksWithWork;
}

/// Each device of another name or size once: one below the other, since of several in a line the middle would be cut.
void addDevices(TextTree& facts, int heading, const TraceSet& traces)
{
    std::vector<std::pair<QString, QString>> known;
    for (const RankTrace& rank : traces.ranks()) {
        for (const DeviceProperties& device : rank.trace->metadata().devices) {
            const QString name = displayText(device.name, 80); // AMD's profiler leaves it empty
            const QString memory = device.totalMemoryBytes > 0 ? bytesText(device.totalMemoryBytes) : QString();
            if (std::ranges::find(known, std::pair(name, memory)) != known.end())
                continue;
            known.emplace_back(name, memory);
            if (!name.isEmpty())
                facts.node(facts.add(heading, { TraceFactsText::tr("Device"), name })).toolTip = name;
            if (!memory.isEmpty())
                facts.add(heading, { TraceFactsText::tr("Device memory"), memory });
        }
    }
}

QString steps(const Trace& trace)
{
    const auto number = static_cast<std::int64_t>(trace.steps().size());
    const Step& first = trace.steps().front();
    const Step& last = trace.steps().back();
    if (number == 1)
        return displayText(trace.text(first.name));
    return first.number == last.number // of ranks that somebody put into one file
        ? QStringLiteral("%1 (%2)").arg(countText(number)).arg(first.number)
        : TraceFactsText::tr("%1 (%2 to %3)").arg(countText(number)).arg(first.number).arg(last.number);
}

void addRecorded(TextTree& facts, const Counted& counted)
{
    const auto of = [&counted](EventKind kind) { return counted.kinds[static_cast<std::size_t>(kind)]; };
    struct Kind {
        const char* name;
        std::uint64_t count;
        bool isMissed; ///< an option of the profiler would have recorded it
    };
    const std::array all {
        Kind { QT_TRANSLATE_NOOP("TraceFacts", "Kernels"), of(EventKind::Kernel), true },
        Kind { QT_TRANSLATE_NOOP("TraceFacts", "Copies and memsets"), of(EventKind::Memcpy) + of(EventKind::Memset),
            false },
        Kind { QT_TRANSLATE_NOOP("TraceFacts", "Other device work"), of(EventKind::MtiaWork) + of(EventKind::HpuWork),
            false },
        Kind { QT_TRANSLATE_NOOP("TraceFacts", "Host ops"), of(EventKind::CpuOp), true },
        Kind { QT_TRANSLATE_NOOP("TraceFacts", "API calls"), of(EventKind::RuntimeCall) + of(EventKind::DriverCall),
            false },
        Kind { QT_TRANSLATE_NOOP("TraceFacts", "Annotations"), of(EventKind::UserAnnotation), false },
        Kind { QT_TRANSLATE_NOOP("TraceFacts", "Python frames"), of(EventKind::PythonFunction), true },
        Kind { QT_TRANSLATE_NOOP("TraceFacts", "Memory records"), counted.memoryRecords, true },
        Kind { QT_TRANSLATE_NOOP("TraceFacts", "Counter ranges"), of(EventKind::ProfilerRange), false },
        Kind { QT_TRANSLATE_NOOP("TraceFacts", "Counter samples"), counted.counters, false },
        Kind { QT_TRANSLATE_NOOP("TraceFacts", "Other slices"), of(EventKind::Other), false },
    };
    const int recorded = facts.addHeading(TraceFactsText::tr("Recorded"));
    QStringList missing;
    for (const Kind& kind : all) {
        if (kind.count > 0)
            facts.add(recorded, { TraceFactsText::tr(kind.name), countText(static_cast<std::int64_t>(kind.count)) });
        else if (kind.isMissed)
            missing.append(TraceFactsText::tr(kind.name));
    }
    if (missing.isEmpty())
        return;
    // Below each other: a list in one line is cut in its middle, where it says most.
    const int none = facts.add(recorded, { TraceFactsText::tr("Not recorded"), QString() });
    for (const QString& kind : missing)
        facts.add(none, { kind, QString() });
}

/// What is open, for whoever has selected nothing yet: device, duration, busy share, steps, what was recorded and what
/// was not. O(slices); any thread. Stopped it returns what it has by then.
TextTree traceFacts(const TraceSet& traces, const std::stop_token& stop)
{
    TextTree facts;
    if (traces.ranks().empty())
        return facts;
    const bool isOne = traces.ranks().size() == 1;
    const Trace& first = *traces.ranks().front().trace;
    const QString path = fullText(first.path());
    const int heading = facts.addHeading(isOne
            ? displayText(QFileInfo(path).fileName().toStdString())
            : TraceFactsText::tr("%1 ranks").arg(countText(static_cast<std::int64_t>(traces.ranks().size()))));
    facts.node(heading).toolTip = isOne ? path : QFileInfo(path).path();
    addDevices(facts, heading, traces);
    facts.node(facts.add(heading, { TraceFactsText::tr("Duration"), durationText(traces.range().length()) })).toolTip =
        TracesPanel::durationDefinition(traces.range(), traces.isFarApart() ? TimeRange() : traces.workRange());
    Counted counted;
    int loaded = 0; // only their events are there to be counted
    for (const RankTrace& rank : traces.ranks()) {
        if (rank.presence != RankPresence::Loaded)
            continue;
        ++loaded;
        count(*rank.trace, counted, stop);
    }
    const auto all = static_cast<std::int64_t>(traces.ranks().size());
    if (loaded < all)
        facts.add(heading,
            { TraceFactsText::tr("Loaded ranks"),
                TraceFactsText::tr("%1 of %2").arg(countText(loaded), countText(all)) });
    if (counted.ranksWithWork > 0) {
        // Short enough for a narrow window; whose they are is said beside the pointer.
        const bool isOneRank = counted.ranksWithWork == 1;
        const QString least = percentText(counted.leastBusy);
        const QString most = percentText(counted.mostBusy);
        const QString share = least == most ? most : TraceFactsText::tr("%1 to %2").arg(least, most);
        facts.node(facts.add(heading, { TraceFactsText::tr("GPU busy"), share })).toolTip = isOneRank
            ? TraceFactsText::tr("Of the time from the first to the last GPU work")
            : TraceFactsText::tr("The least and the most of a rank, of its time from the first to the last GPU work");
        if (isOneRank) // a figure of its own: where a column is narrow two in one cell are cut into each other
            facts.node(facts.add(heading, { TraceFactsText::tr("GPU time"), durationText(counted.gpuTime) })).toolTip =
                TraceFactsText::tr("From the first to the last GPU work");
    }
    if (!first.steps().empty()) {
        const QString text = steps(first);
        facts.node(facts.add(heading, { TraceFactsText::tr("Steps"), text })).toolTip = text;
    }
    facts.add(heading, { TraceFactsText::tr("Events"), countText(static_cast<std::int64_t>(traces.eventCount())) });
    if (loaded > 0) // a summary does not say what was recorded
        addRecorded(facts, counted);
    return facts;
}

} // namespace

TraceFactsPage::TraceFactsPage(QWidget* parent)
    : QWidget(parent)
    , m_view(new QTreeView(this))
    , m_model(new TextTreeModel({ tr("Field"), tr("Value") }, this))
    , m_hint(plainLabel(this, QStringLiteral("nothingSelected")))
    , m_surveyor([this](Result<TextTree> facts) {
        if (facts)
            show(std::move(facts).value());
    })
{
    setUpEventTree(*m_view, "traceFacts", tr("The open trace"));
    m_view->setModel(m_model);
    m_view->setHeaderHidden(true);
    m_view->setRootIsDecorated(false);
    m_view->setItemDelegate(new ValueDelegate(m_view));
    connect(m_view, &QWidget::customContextMenuRequested, this, &TraceFactsPage::askAbout);
    m_view->hide();
    m_hint->setAlignment(Qt::AlignCenter);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_view, 1);
    layout->addWidget(m_hint, 0);
}

void TraceFactsPage::setTraces(const std::shared_ptr<const TraceSet>& traces)
{
    const auto hasSlices = [](const RankTrace& rank) { return rank.trace->slices().size() > 0; };
    m_hint->setText(!traces ? tr("No trace is open. Drop one on the window, or use File > Open.")
            : std::ranges::any_of(traces->ranks(), hasSlices)
            ? tr("Nothing is selected. Click a slice on the timeline.")
            : tr("Nothing is selected: there is no slice on the timeline."));
    if (!traces) {
        m_surveyor.cancel();
        m_shown.reset();
        m_model->setTree({});
        m_view->hide();
        return;
    }
    if (m_shown.lock() == traces)
        return;
    m_shown = traces;
    m_surveyor.start([traces](const std::stop_token& stop) -> Result<TextTree> { return traceFacts(*traces, stop); });
}

void TraceFactsPage::show(TextTree facts)
{
    m_model->setTree(std::move(facts));
    m_view->expandAll();
    for (int row = 0; row < m_model->rowCount(); ++row)
        m_view->setFirstColumnSpanned(row, {}, true);
    m_view->resizeColumnToContents(0);
    m_view->header()->setStretchLastSection(false); // that keeps its 100 px in a narrow view
    m_view->header()->setMinimumSectionSize(1);     // values have the rooms of short names, too: nothing lies beyond
    m_view->header()->setSectionResizeMode(1, QHeaderView::Stretch);
    m_view->show();
}

void TraceFactsPage::askAbout(const QPoint& position)
{
    const QModelIndex index = m_view->indexAt(position);
    if (!index.isValid())
        return;
    QMenu context(this);
    context.setObjectName(QStringLiteral("traceFactMenu"));
    context.addAction(tr("Copy value"), this, [index] {
        const QModelIndex value = index.siblingAtColumn(1);
        QGuiApplication::clipboard()->setText(
            (value.data().toString().isEmpty() ? index : value).data(TextTreeModel::FullTextRole).toString());
    });
    context.exec(m_view->viewport()->mapToGlobal(position));
}

} // namespace kinetoscope

#include "moc_trace_facts_page.cpp"
