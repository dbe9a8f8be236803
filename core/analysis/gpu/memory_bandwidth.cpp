// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/gpu/memory_bandwidth.h"

#include "core/analysis/gpu/copies_by_time.h"
#include "core/analysis/names/classification.h"
#include "core/analysis/point_statistics.h"
#include "core/analysis/scope/per_rank.h"
#include "core/analysis/types/column_names.h"
#include "core/analysis/types/columns.h"
#include "core/analysis/types/series_rows.h"
#include "core/analysis/types/stream_cell.h"
#include "core/base/vectors.h"
#include "core/numeric/exact_sum.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <utility>

namespace kinetoscope {

namespace {

constexpr const char* kSummaryTitle = "How fast copies run, by kind of copy";
constexpr const char* kSeriesTitle = "Bandwidth of copies over time";
/// Faster than any memory by a factor of a million: such a number is damage, and sums of sane ones stay exact.
constexpr double kMostBandwidth = 1e12;

std::vector<ColumnDescriptor> summaryColumns()
{
    std::vector<ColumnDescriptor> all = bandwidthSummaryColumnsOfHta();
    all.push_back(numberColumn(column::kDevice, "Device"));
    all.push_back({ "time_weighted_mean", ColumnType::Float, Unit::GigabytesPerSecond, "Mean while copying" });
    all.push_back(defined({ "effective_bandwidth", ColumnType::Float, Unit::GigabytesPerSecond, "Effective bandwidth" },
        "Bytes over copying time"));
    all.push_back({ "bytes", ColumnType::Int, Unit::Bytes, "Bytes" });
    all.push_back(durationColumn("busy_time", "Copying time"));
    all.push_back(countColumn("copies", "Copies"));
    return all;
}

/// The columns of table `series`.
enum class SeriesColumn : std::uint8_t { Time, Process, Name, Bandwidth, Rank, Device };

std::vector<ColumnDescriptor> seriesColumns()
{
    std::vector<ColumnDescriptor> all = bandwidthSeriesColumnsOfHta();
    all.front().type = ColumnType::Time;
    all.push_back(numberColumn(column::kDevice, "Device"));
    return all;
}

/// Bytes moved in the first `part` of a copy that takes `whole`, rounded down: cut anywhere, the pieces add up.
std::int64_t bytesWithin(std::int64_t bytes, Nanoseconds part, Nanoseconds whole)
{
    __extension__ using Wide = __int128;
    return static_cast<std::int64_t>(Wide { bytes } * part / whole);
}

/// Reads one GPU activity as a copy.
class CopyReader {
public:
    explicit CopyReader(const RankTrace& rank)
        : m_rank(rank)
        , m_shortest(rank.trace->report().hasFractionalTimes ? 1 : 1'000)
    {
    }

    [[nodiscard]] MemoryCopy read(const GpuWorkRow& row) const
    {
        const SliceTable& slices = m_rank.trace->slices();
        const EventIndex event = slices.eventIndex[row.slice.index()];
        const Timestamp start = m_rank.toJobTime(slices.start[row.slice.index()]);
        const Nanoseconds recorded = slices.duration(row.slice);
        const Nanoseconds length = recorded > 0 ? recorded : m_shortest;

        MemoryCopy copy { row.range, row.slice, 0.0, 0 };
        if (recorded == 0)
            copy.range.end = saturatingAdd(copy.range.begin, m_shortest);
        const std::int64_t bytes = std::max<std::int64_t>(0, m_rank.trace->args().bytes.find(event).value_or(0));
        copy.bytes = bytesWithin(bytes, std::min(length, copy.range.end - start), length)
            - bytesWithin(bytes, std::min(length, copy.range.begin - start), length);
        const double bandwidth = m_rank.trace->args().bandwidth.find(event).value_or(-1.0);
        if (bandwidth >= 0.0 && bandwidth <= kMostBandwidth)
            copy.bandwidth = bandwidth;
        else
            copy.bandwidth = static_cast<double>(bytes) / static_cast<double>(length); // [DIFF-6.4]
        return copy;
    }

private:
    const RankTrace& m_rank;
    Nanoseconds m_shortest; ///< stands for 0: the resolution of the file's clock
};

/// Sum of the copies under way at each moment at which that changes ([DIFF-6.1], [DIFF-6.2]).
std::vector<BandwidthPoint> pointsOf(const std::vector<MemoryCopy>& copies, const Progress& progress)
{
    struct Edge {
        Timestamp time = 0;
        double change = 0;
    };
    std::vector<Edge> edges;
    edges.reserve(2 * copies.size());
    for (const MemoryCopy& copy : copies)
        edges.push_back({ copy.range.begin, copy.bandwidth });
    for (const MemoryCopy& copy : copies)
        edges.push_back({ copy.range.end, -copy.bandwidth });
    sortRuns(
        edges, [](const Edge& a, const Edge& b) { return a.time < b.time; }, progress);

    std::vector<BandwidthPoint> points;
    ExactSum sum; // order inside one moment does not matter to it
    StopCheck check(progress);
    for (std::size_t i = 0; i < edges.size() && !check.after(4); ++i) {
        sum.add(edges[i].change);
        if (i + 1 == edges.size() || edges[i + 1].time != edges[i].time)
            points.push_back({ edges[i].time, sum.value() });
    }
    return points;
}

/// What the summary says of a series beyond its points.
struct Totals {
    std::vector<double> positive; ///< values of the points above 0
    Nanoseconds busy = 0;         ///< time in which at least one copy runs
    double moved = 0;             ///< GB/s x ns: bytes by bandwidth
    std::int64_t bytes = 0;
};

Totals totalsOf(const BandwidthSeries& series)
{
    Totals totals;
    for (std::size_t i = 0; i < series.points.size(); ++i) {
        const BandwidthPoint& point = series.points[i];
        if (point.value > 0.0)
            totals.positive.push_back(point.value);
        if (i + 1 < series.points.size())
            totals.moved += point.value * static_cast<double>(series.points[i + 1].time - point.time);
    }
    std::vector<TimeRange> ranges;
    for (const MemoryCopy& copy : series.copies) {
        ranges.push_back(copy.range);
        totals.bytes = saturatingAdd(totals.bytes, copy.bytes);
    }
    totals.busy = totalLength(unionOf(std::move(ranges)));
    return totals;
}

Cell perNanosecond(double amount, Nanoseconds time)
{
    return time > 0 ? Cell { amount / static_cast<double>(time) } : Cell {};
}

/// Which copies a cell is made of.
struct MemoryBandwidthRowKey {
    std::size_t rank = 0; ///< in ScopedGpuWork
    std::int64_t device = Track::kNoDevice;
    std::string name;
};

template <typename Wanted>
Selection copiesWhere(const ScopedGpuWork& source, const MemoryBandwidthRowKey& key, Wanted wanted)
{
    const RankGpuWork work = source.rank(key.rank);
    std::set<SliceId> chosen;
    for (const BandwidthSeries& series : bandwidthSeries(source.rankTrace(key.rank), work)) {
        if (series.device != key.device || series.name != key.name)
            continue;
        for (const MemoryCopy& copy : series.copies) {
            if (wanted(series, copy))
                chosen.insert(copy.slice);
        }
    }
    return selectionWhere(source, source.rankTrace(key.rank), work,
        [&chosen](const GpuWorkRow& row) { return chosen.count(row.slice) != 0; });
}

/// The copies that run at one of the points with this value.
Selection copiesAtValue(const ScopedGpuWork& source, const MemoryBandwidthRowKey& key, double value)
{
    return copiesWhere(source, key, [value](const BandwidthSeries& series, const MemoryCopy& copy) {
        auto point = std::ranges::lower_bound(series.points, copy.range.begin, {}, &BandwidthPoint::time);
        for (; point != series.points.end() && point->time < copy.range.end; ++point) {
            if (point->value == value)
                return true;
        }
        return false;
    });
}

/// One series in table `series`.
struct BandwidthLine {
    MemoryBandwidthRowKey key;
    std::int64_t rank = 0; ///< its number
    Cell device;
    std::string pid;
    std::vector<BandwidthPoint> points;
    std::shared_ptr<CopiesByTime> copies = std::make_shared<CopiesByTime>();

    [[nodiscard]] Cell figure(std::size_t point, std::size_t column) const
    {
        switch (static_cast<SeriesColumn>(column)) {
        case SeriesColumn::Time:
            return points[point].time;
        case SeriesColumn::Bandwidth:
            return points[point].value;
        case SeriesColumn::Rank:
            return rank;
        default:
            return device;
        }
    }
    [[nodiscard]] std::string_view text(std::size_t column) const
    {
        return static_cast<SeriesColumn>(column) == SeriesColumn::Process ? pid : key.name;
    }
};
using BandwidthRows = SeriesRows<BandwidthLine>;

/// Both tables under construction.
class BandwidthTables {
public:
    BandwidthTables()
        : m_summary("summary", kSummaryTitle, summaryColumns())
    {
    }

    void add(std::size_t rank, const RankTrace& trace, BandwidthSeries series)
    {
        const MemoryBandwidthRowKey key { rank, series.device, series.name };
        const Cell device = deviceCell(*trace.trace, series.device);
        addSummary(key, trace.rank, device, series);
        m_series->add({ key, trace.rank, device, std::move(series.pid), std::move(series.points) });
    }

    std::vector<Table> take(const std::shared_ptr<const ScopedGpuWork>& source)
    {
        // The two cells that are about single moments; a copy of the table's figures, not of the table.
        std::vector<std::pair<double, double>> extremes;
        const std::size_t least = m_summary.columnIndex(column::kMin);
        const std::size_t greatest = m_summary.columnIndex(column::kMax);
        for (std::size_t row = 0; row < m_summary.rowCount(); ++row)
            extremes.emplace_back(
                std::get<double>(m_summary.cell(row, least)), std::get<double>(m_summary.cell(row, greatest)));
        m_summary.setEvidence([source, keys = std::move(m_summaryKeys), extremes = std::move(extremes), least,
                                  greatest](std::size_t row, std::size_t column) {
            if (column == least)
                return copiesAtValue(*source, keys[row], extremes[row].first);
            if (column == greatest)
                return copiesAtValue(*source, keys[row], extremes[row].second);
            return copiesWhere(*source, keys[row], [](const BandwidthSeries&, const MemoryCopy&) { return true; });
        });
        Table series("series", kSeriesTitle, seriesColumns(), m_series);
        series.setEvidence([source, rows = m_series](std::size_t row, std::size_t) {
            const auto [line, point] = rows->at(row);
            return line.copies->at(*source, line.key.rank, line.key.device, line.key.name, line.points[point].time);
        });
        return tableList(std::move(m_summary), std::move(series));
    }

private:
    void addSummary(
        const MemoryBandwidthRowKey& key, std::int64_t rankNumber, const Cell& device, const BandwidthSeries& series)
    {
        const Totals totals = totalsOf(series);
        if (totals.positive.empty())
            return; // no size, no bandwidth: nothing to describe
        std::vector<Cell> cells { rankNumber, series.name };
        appendPointStatistics(cells, describe(totals.positive));
        cells.push_back(device);
        cells.push_back(perNanosecond(totals.moved, totals.busy));
        cells.push_back(perNanosecond(static_cast<double>(totals.bytes), totals.busy));
        cells.emplace_back(totals.bytes);
        cells.emplace_back(totals.busy);
        cells.emplace_back(static_cast<std::int64_t>(series.copies.size()));
        m_summary.addRow(std::move(cells));
        m_summaryKeys.push_back(key);
    }

    Table m_summary;
    std::shared_ptr<BandwidthRows> m_series = std::make_shared<BandwidthRows>();
    std::vector<MemoryBandwidthRowKey> m_summaryKeys;
};

std::vector<ChartDescription> memoryBandwidthCharts()
{
    ChartDescription series { .id = "bandwidth-series",
        .table = "series",
        .title = kSeriesTitle,
        .labelColumn = column::kTs,
        .series = { { column::kMemoryBwGbps, "", PartKind::Memory } },
        .groupColumn = "rank,device,name",
        .form = StepSeriesChart {} };

    ChartDescription means { .id = "bandwidth-means",
        .table = "summary",
        .title = "Bandwidth by kind of copy: mean of the points, least to greatest",
        .labelColumn = column::kName,
        .series = { { column::kMean, "", PartKind::Memory } },
        .groupColumn = "rank,device",
        // a copy shorter than the clock's tick would flatten all others
        .form = ErrorBarChart { .minimumColumn = column::kMin, .maximumColumn = column::kMax, .logarithmic = true } };
    return { series, means };
}

void remarkOnCopies(const RankTrace& rank, const std::vector<BandwidthSeries>& all, std::vector<Remark>& remarks)
{
    std::size_t copies = 0;
    std::size_t unknown = 0;
    for (const BandwidthSeries& series : all) {
        copies += series.copies.size();
        unknown += static_cast<std::size_t>(std::ranges::count(series.copies, 0.0, &MemoryCopy::bandwidth));
    }
    if (copies == 0 && std::ranges::any_of(rank.trace->slices().kind, [](EventKind kind) { return isGpuWork(kind); }))
        remarks.push_back(remarkOfRank(
            rank, "no-copies", { KT_PHRASE("memory-bandwidth", "no copy or fill of device memory in this scope.") }));
    else if (copies == 0)
        remarks.push_back(remarkOfRank(rank, "no-copies",
            { KT_PHRASE(
                  "memory-bandwidth", "no copy or fill of device memory in this scope; record with %1 to have them."),
                arg::Text { "ProfilerActivity.CUDA" } }));
    else if (unknown > 0)
        remarks.push_back(remarkOfRank(rank, "bandwidth-unknown",
            { KT_PHRASE("memory-bandwidth", "%1 of %2 copies have neither a bandwidth nor a size and count as 0 GB/s."),
                arg::Count { unknown }, arg::Count { copies } }));
}

Result<AnalysisResult> runMemoryBandwidth(AnalysisInputs inputs, const Parameters&, const AnalysisContext& context)
{
    KT_TRY(const std::shared_ptr<const ScopedGpuWork> source, ScopedGpuWork::create(inputs[0], *context.classifier));

    AnalysisResult result;
    BandwidthTables tables;
    struct RankSeries {
        std::vector<BandwidthSeries> all;
        std::vector<Remark> remarks;
    };
    const auto read = [&](std::size_t i) -> Result<RankSeries> {
        KT_TRY(const RankGpuWork work, source->rank(i, context.progress));
        const RankTrace& rank = source->rankTrace(i);
        RankSeries series { bandwidthSeries(rank, work, context.progress), {} };
        KT_TRY_DONE(context.progress.carryOn());
        remarkOnSelection(work, rank, series.remarks);
        remarkOnCopies(rank, series.all, series.remarks);
        return series;
    };
    const auto add = [&](std::size_t i, RankSeries rank) {
        for (BandwidthSeries& series : rank.all) {
            if (context.progress.shouldStop())
                return;
            tables.add(i, source->rankTrace(i), std::move(series));
        }
        append(result.remarks, rank.remarks);
    };
    KT_TRY_DONE(forEachRankInOrder(source->rankCount(), context, read, add));
    result.tables = tables.take(source);
    result.charts = memoryBandwidthCharts();
    return result;
}

} // namespace

std::string_view memoryCopyName(std::string_view name)
{
    constexpr std::size_t kKindLength = 11; // "Memcpy HtoD"
    if (name.starts_with("Memset"))
        return "Memset";
    if (!name.starts_with("Memcpy"))
        return "Memcpy Unknown";
    std::size_t end = std::min(name.size(), kKindLength);
    while (end < name.size() && (static_cast<unsigned char>(name[end]) & 0xc0) == 0x80)
        ++end; // never half a character
    return name.substr(0, end);
}

std::vector<BandwidthSeries> bandwidthSeries(const RankTrace& rank, const RankGpuWork& work, const Progress& progress)
{
    const Trace& trace = *rank.trace;
    const CopyReader reader(rank);
    std::map<std::pair<std::int64_t, std::string_view>, BandwidthSeries> byKey;
    StopCheck check(progress);
    for (const GpuStream& stream : work.streams) {
        for (std::size_t i = stream.firstRow; i < stream.firstRow + stream.rowCount; ++i) {
            const GpuWorkRow& row = work.rows[i];
            if (check.after(row.type == KernelType::Memory ? 10 : 1))
                return {};
            if (row.type != KernelType::Memory)
                continue;
            const std::string_view name = memoryCopyName(trace.name(row.slice));
            BandwidthSeries& series = byKey[{ stream.device, name }];
            if (series.copies.empty()) {
                series.device = stream.device;
                series.pid = std::string(trace.text(trace.track(stream.track).pid));
                series.name = std::string(name);
            }
            series.copies.push_back(reader.read(row));
        }
    }
    std::vector<BandwidthSeries> all;
    for (auto& [key, series] : byKey) {
        series.points = pointsOf(series.copies, progress);
        all.push_back(std::move(series));
    }
    return all;
}

std::vector<ColumnDescriptor> bandwidthSummaryColumnsOfHta()
{
    return joinedColumns({ { numberColumn(column::kRank, "Rank"), textColumn(column::kName, "Copy") },
        pointStatisticsColumns(Unit::GigabytesPerSecond) });
}

std::vector<ColumnDescriptor> bandwidthSeriesColumnsOfHta()
{
    return {
        microsecondsColumn(column::kTs, "Time"),
        textColumn("pid", "Process"),
        textColumn(column::kName, "Copy"),
        { column::kMemoryBwGbps, ColumnType::Float, Unit::GigabytesPerSecond, "Bandwidth" },
        numberColumn(column::kRank, "Rank"),
    };
}

AnalysisDescriptor memoryBandwidth()
{
    return { .id = "memory-bandwidth",
        .title = "Memory bandwidth",
        .question = "How fast do copies run, and when?",
        .group = PanelGroup::Memory,
        .tables = { { "summary", kSummaryTitle, summaryColumns() }, { "series", kSeriesTitle, seriesColumns() } },
        .recordingOption = kGpuRecordingOption,
        .run = runMemoryBandwidth };
}

} // namespace kinetoscope
