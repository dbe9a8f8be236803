// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/gpu/copies/memory_bandwidth.h"

#include "core/analysis/gpu/copies/bandwidth_rows.h"
#include "core/analysis/names/classification.h"
#include "core/analysis/point_statistics.h"
#include "core/analysis/scope/per_rank.h"
#include "core/analysis/scope/recorded_elsewhere.h"
#include "core/analysis/types/column_names.h"
#include "core/analysis/types/columns.h"
#include "core/analysis/types/stream_cell.h"
#include "core/analysis/words/remark_codes.h"
#include "core/base/vectors.h"

#include <algorithm>
#include <memory>
#include <set>
#include <utility>

namespace kinetoscope {

namespace {

constexpr const char* kSummaryTitle = "How fast copies run, by kind of copy";
constexpr const char* kSeriesTitle = "Bandwidth of copies over time";

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

std::vector<ColumnDescriptor> seriesColumns()
{
    std::vector<ColumnDescriptor> all = bandwidthSeriesColumnsOfHta();
    all.front().type = ColumnType::Time;
    all.push_back(numberColumn(column::kDevice, "Device"));
    return all;
}

Cell perNanosecond(double amount, Nanoseconds time)
{
    return time > 0 ? Cell { amount / static_cast<double>(time) } : Cell {};
}

template <typename Wanted>
Selection copiesWhere(
    const ScopedGpuWork& source, const MemoryBandwidthRowKey& key, const Progress& progress, Wanted wanted)
{
    const RankGpuWork work = source.rowsOf(key.rank, progress);
    std::set<SliceId> chosen;
    StopCheck check(progress);
    constexpr std::size_t kItemsPerCopy = 16; // to StopCheck: a place in a tree
    for (const BandwidthSeries& series : bandwidthSeries(source.rankTrace(key.rank), work, progress)) {
        if (series.device != key.device || series.name != key.name)
            continue;
        for (const MemoryCopy& copy : series.copies) {
            if (check.after(kItemsPerCopy))
                return {};
            if (wanted(series, copy))
                chosen.insert(copy.slice);
        }
    }
    return selectionWhere(
        source, source.rankTrace(key.rank), work,
        [&chosen](const GpuWorkRow& row) { return chosen.count(row.slice) != 0; }, progress);
}

/// The copies that run at one of the points with this value.
Selection copiesAtValue(
    const ScopedGpuWork& source, const MemoryBandwidthRowKey& key, double value, const Progress& progress)
{
    return copiesWhere(source, key, progress, [value](const BandwidthSeries& series, const MemoryCopy& copy) {
        auto point = std::ranges::lower_bound(series.points, copy.range.begin, {}, &BandwidthPoint::time);
        for (; point != series.points.end() && point->time < copy.range.end; ++point) {
            if (point->value == value)
                return true;
        }
        return false;
    });
}

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
                                  greatest](std::size_t row, std::size_t column, const Progress& progress) {
            if (column == least)
                return copiesAtValue(*source, keys[row], extremes[row].first, progress);
            if (column == greatest)
                return copiesAtValue(*source, keys[row], extremes[row].second, progress);
            return copiesWhere(
                *source, keys[row], progress, [](const BandwidthSeries&, const MemoryCopy&) { return true; });
        });
        Table series("series", kSeriesTitle, seriesColumns(), m_series);
        series.setEvidence([source, rows = m_series](std::size_t row, std::size_t, const Progress& progress) {
            const auto [line, point] = rows->at(row);
            return line.copies->at(
                *source, line.key.rank, line.key.device, line.key.name, line.points[point].time, progress);
        });
        return tableList(std::move(m_summary), std::move(series));
    }

private:
    void addSummary(
        const MemoryBandwidthRowKey& key, std::int64_t rankNumber, const Cell& device, const BandwidthSeries& series)
    {
        const BandwidthTotals totals = totalsOf(series);
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
    if (copies == 0
        && (isPartOfRecording(*rank.trace)
            || std::ranges::any_of(rank.trace->slices().kind, [](EventKind kind) { return isGpuWork(kind); })))
        remarks.push_back(remarkOfRank(rank, std::string(kNothingFits),
            { KT_PHRASE("memory-bandwidth", "no copy or fill of device memory in this scope.") }));
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
