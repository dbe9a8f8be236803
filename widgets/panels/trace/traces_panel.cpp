// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/trace/traces_panel.h"

#include "core/analysis/words/clock_message.h"
#include "core/model/overhead_track.h"
#include "core/model/trace_set.h"
#include "core/model/work_range.h"
#include "widgets/delegates/value_delegate.h"
#include "widgets/models/text_tree_model.h"
#include "widgets/panels/trace/import_report_dialog.h"
#include "widgets/support/message_text.h"
#include "widgets/support/number_text.h"
#include "widgets/support/plain_text.h"
#include "widgets/support/view_state.h"

#include <QEvent>
#include <QFileInfo>
#include <QHeaderView>
#include <QMenu>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>
#include <map>

namespace kinetoscope {
namespace {

/// What one process or device holds.
struct Holder {
    QString name;
    std::uint64_t slices = 0;
    int tracks = 0; ///< threads, or streams
};

/// The tree of a job. Tags are positions of ranks.
class TraceTree {
public:
    explicit TraceTree(const TraceSet& traces)
        : m_traces(traces)
    {
    }

    TextTree build()
    {
        const auto ranks = static_cast<int>(m_traces.ranks().size());
        const int job = m_tree.add(TextTree::kRoot,
            { ranks == 1 ? TracesPanel::tr("1 trace") : TracesPanel::tr("%n ranks", nullptr, ranks), QString() });
        m_tree.node(job).isHeading = true;
        if (ranks > 1) // of one the row below its name says it; beside the heading it would be cut
            m_tree.add(job, { TracesPanel::tr("Events"), countText(static_cast<std::int64_t>(m_traces.eventCount())) });
        if (const auto loaded = std::ranges::count_if(m_traces.ranks(), &RankTrace::isLoaded); loaded < ranks)
            m_tree.add(
                job, { TracesPanel::tr("Loaded"), TracesPanel::tr("%1 of %n ranks", nullptr, ranks).arg(loaded) });
        m_tree.node(job).toolTip = durationText(m_traces.range().length());
        for (int i = 0; i < ranks; ++i)
            addRank(job, i);
        for (const Remark& remark : m_traces.remarks()) {
            const int node = m_tree.add(job, { TracesPanel::tr("Remark"), remarkText(remark) });
            m_tree.node(node).toolTip =
                remarkText(remark) + (remark.path.empty() ? QString() : QLatin1Char('\n') + fullText(remark.path));
        }
        return std::move(m_tree);
    }

private:
    int fact(int parent, const QString& field, const QString& value, const QString& toolTip = {})
    {
        const int node = m_tree.add(parent, { field, value });
        m_tree.node(node).tag = m_rank;
        m_tree.node(node).toolTip = toolTip;
        return node;
    }

    void addRank(int job, int index)
    {
        m_rank = index;
        const RankTrace& rank = m_traces.ranks()[static_cast<std::size_t>(index)];
        const Trace& trace = *rank.trace;
        const QString path = fullText(rank.path);
        const QString file = displayText(QFileInfo(path).fileName().toStdString());
        const int node = fact(job, TracesPanel::tr("Rank %1").arg(rank.rank),
            rank.isLoaded() ? file : QStringLiteral("%1 \u00b7 %2").arg(presenceText(rank.presence), file), path);
        if (!rank.isLoaded()) {
            m_tree.node(node).isLoss = rank.presence == RankPresence::Failed;
            addUnloaded(node, rank);
            return;
        }
        const ImportReport& report = trace.report();
        fact(node, TracesPanel::tr("Events"), countText(static_cast<std::int64_t>(report.events)),
            TracesPanel::tr("%1 drawable; the import report counts the others by kind")
                .arg(countText(static_cast<std::int64_t>(report.drawable))));
        const int health = fact(node, TracesPanel::tr("Reading"), healthLine(report),
            TracesPanel::tr("Double-click for the import report"));
        m_tree.node(health).isLoss = report.dropped > 0;
        fact(node, TracesPanel::tr("Duration"), durationText(trace.range().length()),
            TracesPanel::durationDefinition(trace.range(), workRangeOf(trace)));
        if (const Message clock = clockMessage(rank); !clock.isEmpty())
            fact(node, TracesPanel::tr("Clock"), messageText(clock), messageText(clock));
        if (!trace.steps().empty())
            fact(node, TracesPanel::tr("Steps"), stepsLine(trace), stepNames(trace));
        const TraceMetadata& metadata = trace.metadata();
        if (metadata.worldSize)
            fact(node, TracesPanel::tr("World size"), QString::number(*metadata.worldSize));
        if (!metadata.backend.empty())
            fact(node, TracesPanel::tr("Backend"), displayText(metadata.backend));
        addHolders(node, trace);
    }

    static QString presenceText(RankPresence presence)
    {
        switch (presence) {
        case RankPresence::Loaded:
            return TracesPanel::tr("loaded");
        case RankPresence::Summary:
            return TracesPanel::tr("summary only");
        case RankPresence::Listed:
            return TracesPanel::tr("listed");
        case RankPresence::Failed:
            return TracesPanel::tr("failed");
        }
        return {};
    }

    /// What is known of a rank without its trace.
    void addUnloaded(int node, const RankTrace& rank)
    {
        if (!rank.why.isEmpty()) {
            const QString why = messageText(rank.why);
            fact(node, TracesPanel::tr("Not loaded"), why, why);
        }
        fact(node, TracesPanel::tr("Trace"), fullText(rank.path), TracesPanel::tr("Double-click to load it"));
        if (!rank.summary)
            return;
        const SummaryMeta& meta = rank.summary->meta;
        fact(node, TracesPanel::tr("Events"), countText(static_cast<std::int64_t>(meta.events)));
        fact(node, TracesPanel::tr("Duration"), durationText(meta.range.length()),
            TracesPanel::durationDefinition(meta.range, meta.workRange));
        if (const std::vector<std::int64_t> steps = rank.stepNumbers(); !steps.empty())
            fact(node, TracesPanel::tr("Steps"),
                TracesPanel::tr("%n (%1 to %2)", nullptr, static_cast<int>(steps.size()))
                    .arg(steps.front())
                    .arg(steps.back()));
        if (meta.worldSize)
            fact(node, TracesPanel::tr("World size"), QString::number(*meta.worldSize));
        if (!meta.device.empty())
            fact(node, TracesPanel::tr("Device"), displayText(meta.device, 80));
    }

    static QString healthLine(const ImportReport& report)
    {
        if (report.isClean())
            return TracesPanel::tr("nothing lost");
        return TracesPanel::tr("%1 dropped, %2 repaired")
            .arg(countText(static_cast<std::int64_t>(report.dropped)),
                countText(static_cast<std::int64_t>(report.repaired)));
    }

    static QString stepsLine(const Trace& trace)
    {
        const auto count = static_cast<int>(trace.steps().size());
        const Step& first = trace.steps().front();
        const Step& last = trace.steps().back();
        if (count == 1)
            return displayText(trace.text(first.name), 60);
        return first.number == last.number // of ranks that somebody put into one file
            ? QStringLiteral("%1 (%2)").arg(countText(count)).arg(first.number)
            : TracesPanel::tr("%n (%1 to %2)", nullptr, count).arg(first.number).arg(last.number);
    }

    /// First and last name, which say what the steps are told by.
    static QString stepNames(const Trace& trace)
    {
        return TracesPanel::tr("%1 to %2")
            .arg(fullText(trace.text(trace.steps().front().name)), fullText(trace.text(trace.steps().back().name)));
    }

    void addHolders(int rankNode, const Trace& trace)
    {
        std::map<std::int64_t, Holder> devices;
        std::map<std::string, Holder> processes;
        for (const Track& track : trace.tracks()) {
            // Instants, spans and counters are no threads of work, and what a profiler does is none of the program's.
            if (!track.isDeviceSide() && (track.kind != TrackKind::HostThread || isOverheadTrack(track)))
                continue;
            Holder& holder =
                track.isDeviceSide() ? devices[track.device] : processes[std::string(trace.text(track.pid))];
            holder.slices += track.sliceCount;
            holder.tracks += !track.isDeviceSide() || track.kind == TrackKind::Stream ? 1 : 0;
            if (holder.name.isEmpty() && !track.isDeviceSide())
                holder.name = displayText(track.processName, 80);
        }
        const auto slices = [](const Holder& holder) {
            return holder.slices == 1
                ? TracesPanel::tr("1 slice")
                : TracesPanel::tr("%1 slices").arg(countText(static_cast<std::int64_t>(holder.slices)));
        };
        for (const auto& [pid, holder] : processes) {
            const QString name = holder.name.isEmpty()
                ? TracesPanel::tr("process %1").arg(displayText(pid, 40))
                : QStringLiteral("%1 (%2)").arg(holder.name, displayText(pid, 40));
            // The kind of place is its label; what does not fit beside it is in the tool tip.
            fact(rankNode, TracesPanel::tr("Host %1").arg(displayText(pid, 12)),
                holder.tracks == 1 ? TracesPanel::tr("1 thread")
                                   : TracesPanel::tr("%n threads", nullptr, holder.tracks),
                QStringLiteral("%1: %2").arg(name, slices(holder)));
        }
        for (const auto& [device, holder] : devices) {
            const DeviceProperties* const properties = propertiesOf(trace.metadata(), device);
            const QString model = properties == nullptr ? QString() : displayText(properties->name, 80);
            const QString label = device == Track::kNoDevice
                ? TracesPanel::tr("GPU")
                : TracesPanel::tr("GPU %1").arg(
                    device >= 0 ? QString::number(device) : displayText(trace.deviceText(device), 12));
            const QString streams = holder.tracks == 1 ? TracesPanel::tr("1 stream")
                                                       : TracesPanel::tr("%n streams", nullptr, holder.tracks);
            // Where hardware counters were recorded there are ranges, and no stream.
            const QString places = holder.tracks == 0 ? slices(holder) : streams;
            const QString contents = holder.tracks == 0 ? places : streams + QStringLiteral(", ") + slices(holder);
            fact(rankNode, label, places, model.isEmpty() ? contents : QStringLiteral("%1\n%2").arg(model, contents));
            if (properties != nullptr)
                addDevice(rankNode, *properties);
        }
    }

    static const DeviceProperties* propertiesOf(const TraceMetadata& metadata, std::int64_t device)
    {
        const auto found = std::ranges::find(metadata.devices, device, &DeviceProperties::id);
        return found == metadata.devices.end() ? nullptr : &*found;
    }

    void addDevice(int rankNode, const DeviceProperties& device)
    {
        const QString memory = device.totalMemoryBytes > 0 ? bytesText(device.totalMemoryBytes) : QString();
        const QString name = displayText(device.name, 80); // AMD's profiler leaves it empty
        if (!name.isEmpty())
            fact(rankNode, TracesPanel::tr("Device"), name, name);
        if (!memory.isEmpty())
            fact(rankNode, TracesPanel::tr("Device memory"), memory, memory);
    }

    const TraceSet& m_traces;
    TextTree m_tree;
    int m_rank = -1;
};

} // namespace

QString TracesPanel::durationDefinition(TimeRange all, TimeRange work)
{
    const QString exact = exactDurationText(all.length());
    if (work.isEmpty() || work.length() >= all.length())
        return exact;
    return exact + QLatin1Char('\n')
        + tr("From the first to the last event, marks and spans of the profiler itself included, as the end of its "
             "record window. The work spans %1.")
              .arg(durationText(work.length()));
}

TracesPanel::TracesPanel(ViewState* viewState, QWidget* parent)
    : QWidget(parent)
    , m_viewState(viewState)
    , m_model(new TextTreeModel({ tr("Trace"), tr("Contents") }, this))
    , m_view(new QTreeView(this))
{
    setObjectName(QStringLiteral("tracesPanel"));
    setAccessibleName(tr("Traces"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_view);
    m_view->setObjectName(QStringLiteral("traces"));
    m_view->setAccessibleName(tr("Traces"));
    m_view->setModel(m_model);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setHeaderHidden(true);
    m_view->setUniformRowHeights(true);
    m_view->setTextElideMode(Qt::ElideMiddle); // files of a job and paths in remarks begin alike
    m_view->setItemDelegate(new ValueDelegate(m_view));
    m_view->setIndentation(12);
    m_view->setExpandsOnDoubleClick(false);
    m_view->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_view, &QTreeView::clicked, this, [this](const QModelIndex& index) {
        if (const int rank = index.data(TextTreeModel::TagRole).toInt(); rank >= 0)
            emit rankChosen(static_cast<std::uint32_t>(rank));
    });
    connect(m_view, &QTreeView::activated, this, [this](const QModelIndex& index) {
        const int rank = index.data(TextTreeModel::TagRole).toInt();
        if (rank < 0)
            return;
        if (isLoaded(rank))
            emit importReportRequested(rank);
        else
            emit loadRequested(static_cast<std::uint32_t>(rank));
    });
    connect(m_view, &QWidget::customContextMenuRequested, this, [this](const QPoint& position) {
        const QModelIndex index = m_view->indexAt(position);
        const int rank = index.isValid() ? index.data(TextTreeModel::TagRole).toInt() : -1;
        if (rank < 0)
            return;
        QMenu menu(this);
        if (isLoaded(rank))
            menu.addAction(tr("Import report"), this, [this, rank] { emit importReportRequested(rank); });
        else
            menu.addAction(tr("Load"), this, [this, rank] { emit loadRequested(static_cast<std::uint32_t>(rank)); })
                ->setObjectName(QStringLiteral("loadRank"));
        menu.exec(m_view->viewport()->mapToGlobal(position));
    });
    connect(m_viewState, &ViewState::traceSetChanged, this, &TracesPanel::showTraceSet);
    showTraceSet();
}

void TracesPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LocaleChange)
        showTraceSet();
}

bool TracesPanel::isLoaded(int rank) const
{
    const RankTrace* trace = m_viewState->rankOf(static_cast<std::uint32_t>(rank));
    return trace && trace->isLoaded();
}

void TracesPanel::showTraceSet()
{
    const std::shared_ptr<const TraceSet>& traces = m_viewState->traceSet();
    m_model->setTree(traces ? TraceTree(*traces).build() : TextTree());
    // Few ranks stand open; of many only the list of ranks.
    m_view->expandToDepth(traces && traces->ranks().size() <= 4 ? 1 : 0);
    m_view->resizeColumnToContents(0);
    m_view->header()->setStretchLastSection(false); // that keeps its 100 px in a narrow view
    m_view->header()->setSectionResizeMode(1, QHeaderView::Stretch);
}

} // namespace kinetoscope

#include "moc_traces_panel.cpp"
