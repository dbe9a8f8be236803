// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/launch/queue_length.h"

#include "core/analysis/gpu/gpu_work.h"
#include "core/analysis/launch/queue_figures.h"
#include "core/analysis/launch/queue_rows.h"
#include "core/analysis/launch/recorded_launches.h"
#include "core/analysis/launch/stream_queue.h"
#include "core/analysis/names/classification.h"
#include "core/analysis/point_statistics.h"
#include "core/analysis/scope/per_rank.h"
#include "core/analysis/scope/recorded_elsewhere.h"
#include "core/analysis/types/column_names.h"
#include "core/analysis/types/columns.h"
#include "core/analysis/types/parameter_ids.h"
#include "core/analysis/types/parameter_makers.h"
#include "core/analysis/types/stream_cell.h"
#include "core/numeric/intervals.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

namespace kinetoscope {

namespace {

constexpr const char* kQueueLengthSummaryTitle = "Length of the queue of each stream";
constexpr const char* kSeriesTitle = "Queue length over time";
constexpr const char* kBlockedTitle = "How long queues are full";

std::vector<ColumnDescriptor> withDevice(std::vector<ColumnDescriptor> columns)
{
    columns.push_back(numberColumn("device", "Device"));
    return columns;
}

std::vector<ColumnDescriptor> queueLengthSummaryColumns()
{
    std::vector<ColumnDescriptor> all = withDevice(queueSummaryColumnsOfHta());
    all.push_back({ "time_weighted_mean", ColumnType::Float, Unit::Count, "Mean over time" });
    all.push_back(countColumn("launches", "Launched work"));
    return all;
}

std::vector<ColumnDescriptor> seriesColumns()
{
    return withType(column::kTs, ColumnType::Time, withDevice(queueSeriesColumnsOfHta()));
}

std::vector<ColumnDescriptor> blockedColumns()
{
    std::vector<ColumnDescriptor> all =
        withType(column::kDurationAtMaxQueueLength, ColumnType::Duration, withDevice(queueBlockedColumnsOfHta()));
    all.push_back(countColumn(column::kMaxQueueLength, "Longest"));
    return all;
}

/// What the table `blocked` divides by: the chosen time, else the extent of the rank's trace.
class BlockedBase {
public:
    static Result<BlockedBase> create(const AnalysisInput& input, const KernelClassifier& classifier)
    {
        BlockedBase base;
        base.m_scope = input.scope;
        if (!input.scope.steps.empty()) {
            KT_TRY(base.m_work, ScopedGpuWork::create(input, classifier));
        }
        return base;
    }
    [[nodiscard]] Nanoseconds of(std::size_t i, const RankTrace& rank) const
    {
        if (m_work)
            return totalLength(m_work->rowsOf(i, Progress {}).window);
        return m_scope.range ? m_scope.range->length() : extentOf(*rank.trace);
    }

private:
    Scope m_scope;
    std::shared_ptr<const ScopedGpuWork> m_work;
};

/// The launches of the scope without its range, and the queues they make.
class QueueSource {
public:
    static Result<std::shared_ptr<const QueueSource>> create(const AnalysisInput& input, const Parameters& parameters)
    {
        AnalysisInput wide = input;
        wide.scope.range.reset();
        KT_TRY(auto launches, ScopedLaunches::create(wide));
        auto source = std::make_shared<QueueSource>();
        source->m_launches = std::move(launches);
        source->m_range = input.scope.range;
        source->m_until =
            parameters.text(parameter::kQueuedUntil) == "end" ? QueuedUntil::WorkEnds : QueuedUntil::WorkStarts;
        source->m_limit = parameters.integer(parameter::kMaxQueueLength);
        return std::shared_ptr<const QueueSource>(std::move(source));
    }

    [[nodiscard]] const ScopedLaunches& launches() const { return *m_launches; }
    [[nodiscard]] std::int64_t limit() const { return m_limit; }
    [[nodiscard]] Result<std::vector<StreamQueue>> queues(std::size_t rank, const Progress& progress) const
    {
        KT_TRY(const RankLaunches launches, m_launches->rank(rank, progress));
        std::vector<StreamQueue> queues =
            streamQueues(m_launches->rankTrace(rank), launches, m_until, m_range, progress);
        KT_TRY_DONE(progress.carryOn());
        return queues;
    }

private:
    std::shared_ptr<const ScopedLaunches> m_launches;
    std::optional<TimeRange> m_range;
    QueuedUntil m_until = QueuedUntil::WorkStarts;
    std::int64_t m_limit = 0;
};

/// Which queue a row is about, and its greatest length.
struct QueueRow {
    std::size_t rank = 0; ///< in ScopedLaunches
    TrackId track;
    std::int64_t longest = 0;
};

/// Without points if told to stop.
StreamQueue queueOf(const QueueSource& source, const QueueRow& key, const Progress& progress)
{
    Result<std::vector<StreamQueue>> all = source.queues(key.rank, progress);
    if (!all)
        return {};
    const auto found = std::ranges::find(*all, key.track, &StreamQueue::track);
    return found != all->end() ? std::move(*found) : StreamQueue {};
}

/// The launches and works at the points that `wanted(point)` accepts.
template <typename Wanted>
Selection eventsWhere(const QueueSource& source, const QueueRow& key, const Progress& progress, Wanted wanted)
{
    Selection selection;
    const std::uint32_t rank = source.launches().rankIndex(key.rank);
    const StreamQueue queue = queueOf(source, key, progress);
    StopCheck check(progress);
    for (const QueuePoint& point : queue.points) {
        if (check.after(1))
            break;
        if (point.event.isValid() && wanted(point))
            selection.slices.push_back({ rank, point.event });
    }
    return selection;
}

Selection stretchesAt(const QueueSource& source, const QueueRow& key, std::int64_t limit, const Progress& progress)
{
    return intervalsOfRank(
        source.launches().rankIndex(key.rank), timeAtLength(queueOf(source, key, progress), limit), key.track);
}

/// The three tables under construction.
class QueueTables {
public:
    /// @param i  rank in ScopedLaunches.
    void add(std::size_t i, const QueueSource& source, StreamQueue queue, const QueueFigures& figures, Nanoseconds base)
    {
        const RankTrace& rank = source.launches().rankTrace(i);
        const QueueRow key { i, queue.track, figures.longest };
        addSummary(key, rank, queue, figures);
        m_longest = std::max(m_longest, key.longest);
        if (key.longest >= source.limit()) {
            const Nanoseconds time = totalLength(timeAtLength(queue, source.limit()));
            m_blocked.add({ rank.rank, streamCell(*rank.trace, queue.stream, Track::kNoStream), time,
                              ratioCell(time, base), deviceCell(*rank.trace, queue.device), key.longest },
                key);
        }
        m_series->add(
            { &rank, source.launches().rankIndex(key.rank), &rank.trace->track(queue.track), std::move(queue.points) });
    }

    [[nodiscard]] bool isEmpty() const { return m_summary.keys.empty(); }
    [[nodiscard]] bool isNeverFull() const { return m_blocked.keys.empty(); }
    [[nodiscard]] std::int64_t longest() const { return m_longest; }

    std::vector<Table> take(const std::shared_ptr<const QueueSource>& source)
    {
        m_summary.table.setEvidence(
            [source, keys = std::move(m_summary.keys), greatest = m_summary.table.columnIndex(column::kMax)](
                std::size_t row, std::size_t column, const Progress& progress) {
                if (column == greatest)
                    return stretchesAt(*source, keys[row], keys[row].longest, progress);
                return eventsWhere(*source, keys[row], progress, [](const QueuePoint&) { return true; });
            });
        Table series("series", kSeriesTitle, seriesColumns(), m_series);
        series.setEvidence([source, rows = m_series](std::size_t row, std::size_t) {
            const auto [line, point] = rows->at(row);
            Selection selection;
            if (const SliceId event = line.points[point].event; event.isValid())
                selection.slices.push_back({ line.rankIndex, event });
            return selection;
        });
        m_blocked.table.setEvidence(
            [source, keys = std::move(m_blocked.keys), peak = m_blocked.table.columnIndex(column::kMaxQueueLength)](
                std::size_t row, std::size_t column, const Progress& progress) {
                return stretchesAt(*source, keys[row], column == peak ? keys[row].longest : source->limit(), progress);
            });
        return tableList(std::move(m_summary.table), std::move(series), std::move(m_blocked.table));
    }

private:
    void addSummary(const QueueRow& key, const RankTrace& rank, const StreamQueue& queue, const QueueFigures& figures)
    {
        std::vector<Cell> cells { rank.rank, streamCell(*rank.trace, queue.stream, Track::kNoStream) };
        appendPointStatistics(cells, figures.lengths);
        cells.push_back(deviceCell(*rank.trace, queue.device));
        cells.push_back(cellOrNothing(meanOverTime(queue)));
        cells.emplace_back(figures.launches);
        m_summary.add(std::move(cells), key);
    }

    KeyedTable<QueueRow> m_summary { { "summary", kQueueLengthSummaryTitle, queueLengthSummaryColumns() } };
    std::shared_ptr<QueueRows> m_series = std::make_shared<QueueRows>();
    KeyedTable<QueueRow> m_blocked { { "blocked", kBlockedTitle, blockedColumns() } };
    std::int64_t m_longest = std::numeric_limits<std::int64_t>::min();
};

std::vector<ChartDescription> queueLengthCharts()
{
    ChartDescription series { .id = "queue-series",
        .table = "series",
        .title = kSeriesTitle,
        .labelColumn = column::kTs,
        .series = { { column::kQueueLength, "", PartKind::ApiCall } },
        .groupColumn = "rank,device,stream",
        .form = StepSeriesChart {} };

    ChartDescription means { .id = "queue-means",
        .table = "summary",
        .title = "Queue length by stream: mean of the points, least to greatest",
        .labelColumn = column::kStream,
        .series = { { column::kMean, "", PartKind::ApiCall } },
        .groupColumn = "rank,device",
        .form = ErrorBarChart { .minimumColumn = column::kMin, .maximumColumn = column::kMax, .sortByValue = false } };
    return { series, means };
}

void remarkOnQueues(
    const QueueTables& tables, const QueueSource& source, const AnalysisInput& input, std::vector<Remark>& remarks)
{
    if (tables.isEmpty() && (areLaunchesRecorded(input) || mayBeRecordedElsewhere(input)))
        remarks.push_back(
            { "no-launches", { KT_PHRASE("queue-length", "No host call with linked GPU work in this scope.") } });
    else if (tables.isEmpty())
        remarks.push_back({ "no-launches",
            { KT_PHRASE("queue-length", "No host call with linked GPU work in this scope: record with %1."),
                arg::Text { kGpuRecordingOption } } });
    else if (tables.isNeverFull())
        remarks.push_back({ "queue-never-full",
            { KT_PHRASE("queue-length", "No queue reaches %1; the longest one holds %2."),
                arg::Count { source.limit() }, arg::Count { tables.longest() } } });
}

Result<AnalysisResult> runQueueLength(
    AnalysisInputs inputs, const Parameters& parameters, const AnalysisContext& context)
{
    KT_TRY(const std::shared_ptr<const QueueSource> source, QueueSource::create(inputs[0], parameters));
    KT_TRY(const BlockedBase base, BlockedBase::create(inputs[0], *context.classifier));

    AnalysisResult result;
    QueueTables tables;
    const auto read = [&](std::size_t i) { return source->queues(i, context.progress); };
    const auto add = [&](std::size_t i, std::vector<StreamQueue> queues) {
        const RankTrace& rank = source->launches().rankTrace(i);
        const Nanoseconds whole = base.of(i, rank);
        bool isNegative = false;
        for (StreamQueue& queue : queues) {
            if (context.progress.shouldStop())
                return;
            const QueueFigures figures = figuresOf(queue);
            isNegative = isNegative || figures.shortest < 0;
            tables.add(i, *source, std::move(queue), figures, whole);
        }
        if (isNegative)
            result.remarks.push_back(remarkOfRank(rank, "work-before-launch",
                { KT_PHRASE("queue-length",
                    "some work starts before its own launch, so queue lengths fall below 0 for a moment.") }));
    };
    KT_TRY_DONE(forEachRankInOrder(source->launches().rankCount(), context, read, add));
    remarkOnQueues(tables, *source, inputs[0], result.remarks);
    result.tables = tables.take(source);
    result.charts = queueLengthCharts();
    return result;
}

std::vector<ParameterDescriptor> queueLengthParameters()
{
    ParameterDescriptor limit = countParameter(
        parameter::kMaxQueueLength, "Full at", "Length from which a queue counts as full", 1000, { 1.0, 1e9 });
    limit.htaDefault = std::int64_t { 1024 };
    ParameterDescriptor until = choiceParameter(parameter::kQueuedUntil, "Queued until",
        "start: work waits until it starts, as in HTA; end: until it has finished (exact mode)", { "start", "end" });
    return { limit, until };
}

} // namespace

std::vector<ColumnDescriptor> queueSummaryColumnsOfHta()
{
    return joinedColumns({ { numberColumn(column::kRank, "Rank"), numberColumn(column::kStream, "Stream") },
        pointStatisticsColumns(Unit::Count) });
}

std::vector<ColumnDescriptor> queueSeriesColumnsOfHta()
{
    return {
        numberColumn("index", "Event"),
        microsecondsColumn(column::kTs, "Time"),
        textColumn("pid", "Process"),
        textColumn("tid", "Thread"),
        numberColumn(column::kStream, "Stream"),
        countColumn(column::kQueueLength, "Queue length"),
        numberColumn(column::kRank, "Rank"),
    };
}

std::vector<ColumnDescriptor> queueBlockedColumnsOfHta()
{
    return {
        numberColumn(column::kRank, "Rank"),
        numberColumn(column::kStream, "Stream"),
        microsecondsColumn(column::kDurationAtMaxQueueLength, "Full for", "Time at a full queue"),
        defined({ "relative_duration_at_max_queue_length", ColumnType::Float, Unit::Ratio, "Full share" },
            "Share of the time in view at a full queue"),
    };
}

AnalysisDescriptor queueLength()
{
    return { .id = "queue-length",
        .title = "Queue length",
        .question = "How long are the queues of the streams, and when are they full?",
        .group = PanelGroup::Counters,
        .parameters = queueLengthParameters(),
        .tables = { { "summary", kQueueLengthSummaryTitle, queueLengthSummaryColumns() },
            { "series", kSeriesTitle, seriesColumns() }, { "blocked", kBlockedTitle, blockedColumns() } },
        .recordingOption = kGpuRecordingOption,
        .run = runQueueLength };
}

} // namespace kinetoscope
