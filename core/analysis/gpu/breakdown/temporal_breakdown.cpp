// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/gpu/breakdown/temporal_breakdown.h"

#include "core/analysis/causes/remarks/merged_remarks.h"
#include "core/analysis/gpu/breakdown/time_figures.h"
#include "core/analysis/gpu/waiting_work.h"
#include "core/analysis/scope/per_rank.h"
#include "core/analysis/types/column_names.h"
#include "core/analysis/types/columns.h"
#include "core/analysis/types/stream_cell.h"
#include "core/base/vectors.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace kinetoscope {

using time_figures::figureAt;
using time_figures::FigureColumn;
using time_figures::kFigureCount;
using time_figures::kHtaFigures;

namespace {

ColumnDescriptor columnOf(const FigureColumn& figure, bool isOfHta)
{
    if (figure.isShare) {
        ColumnDescriptor share = percentColumn(figure.name, figure.title, "% of GPU time in view");
        return isOfHta ? roundedInFiles(std::move(share)) : share;
    }
    return durationColumn(figure.name, figure.title);
}

/// @param i  as in figureAt().
Cell cellOf(std::size_t i, const TimeSplit& split)
{
    const FigureColumn& figure = figureAt(i);
    const Nanoseconds ns = split.*figure.figure;
    // Where there is nothing to divide there is no share, not a share of 0 [DIFF-2.1].
    return figure.isShare ? exactPercentCell(ns, split.window) : Cell { ns };
}

std::vector<ColumnDescriptor> temporalBreakdownColumns(bool perDevice)
{
    std::vector<ColumnDescriptor> all { numberColumn(column::kRank, "Rank") };
    if (perDevice)
        all.push_back(numberColumn("device", "Device"));
    for (std::size_t i = 0; i < kFigureCount; ++i)
        all.push_back(columnOf(figureAt(i), i < kHtaFigures.size()));
    all.push_back(countColumn(column::kCount, "GPU activities", "Kernels, copies, memory sets"));
    return all;
}

/// What a row of either table is about, so that its evidence can be read again.
struct TemporalBreakdownRowKey {
    std::size_t rank = 0; ///< in ScopedGpuWork
    std::optional<std::int64_t> device;
};

Selection temporalBreakdownEvidenceOf(
    const ScopedGpuWork& source, const TemporalBreakdownRowKey& key, std::size_t column, const Progress& progress)
{
    const std::size_t firstFigure = key.device ? 2 : 1;
    if (column < firstFigure)
        return {};
    const RankGpuWork whole = source.rowsOf(key.rank, progress);
    std::optional<RankGpuWork> part;
    if (key.device)
        part = workOfDevice(whole, *key.device, source.scope());
    const RankGpuWork& work = part ? *part : whole; // a copy of millions of rows takes long
    if (column - firstFigure >= kFigureCount)
        return selectionWhere(
            source, source.rankTrace(key.rank), work, [](const GpuWorkRow&) { return true; }, progress);
    const UnionSweep sweep = time_figures::sweepOf(work, progress);
    return selectionOf(work, stretchesWhere(sweep, figureAt(column - firstFigure).isPart, progress), progress);
}

/// A table under construction together with what its rows are about.
class SplitTable {
public:
    SplitTable(const char* name, const char* title, bool perDevice)
        : m_table(name, title, temporalBreakdownColumns(perDevice))
    {
    }

    void add(const RankTrace& rank, const TemporalBreakdownRowKey& key, const TimeSplit& split, std::size_t count)
    {
        std::vector<Cell> cells;
        cells.reserve(kFigureCount + 3);
        cells.emplace_back(rank.rank);
        if (key.device)
            cells.push_back(deviceCell(*rank.trace, *key.device));
        for (std::size_t i = 0; i < kFigureCount; ++i)
            cells.push_back(cellOf(i, split));
        cells.emplace_back(static_cast<std::int64_t>(count));
        m_table.addRow(std::move(cells));
        m_keys.push_back(key);
    }

    Table take(std::shared_ptr<const ScopedGpuWork> source)
    {
        m_table.setEvidence([source = std::move(source), keys = std::move(m_keys)](
                                std::size_t row, std::size_t column, const Progress& progress) {
            return temporalBreakdownEvidenceOf(*source, keys[row], column, progress);
        });
        return std::move(m_table);
    }

private:
    Table m_table;
    std::vector<TemporalBreakdownRowKey> m_keys;
};

constexpr const char* kTemporalBreakdownRanksTitle = "Where the GPU time of each rank went";
constexpr const char* kTemporalBreakdownDevicesTitle = "Where the GPU time of each device went";

ChartDescription chartOf(const char* table, const char* title, const char* label)
{
    return { .id = std::string(table) + "-split",
        .table = table,
        .title = title,
        .denominator = "% of GPU time in view",
        .labelColumn = label,
        .series = { { column::kComputeTimePctg, "Compute", PartKind::Compute },
            { column::kCommExposedPctg, "Exposed communication", PartKind::CommunicationExposed },
            { column::kMemExposedPctg, "Exposed copies", PartKind::MemoryExposed },
            { column::kOtherExposedPctg, "Other", PartKind::OtherExposed },
            { column::kOtherStepsPctg, "Work of other steps", PartKind::OtherSteps },
            { column::kIdleTimePctg, "Idle", PartKind::Idle } },
        .form = StackedBarChart { .totalColumn = column::kKernelTimeUs, .sortByValue = false } };
}

/// The figures of one rank.
struct RankSplit {
    struct DeviceSplit {
        std::int64_t device = Track::kNoDevice;
        TimeSplit split;
        std::size_t count = 0; ///< GPU activities
    };
    TimeSplit split;
    std::size_t count = 0;
    std::vector<DeviceSplit> devices {};
    std::vector<Remark> remarks {};
};

Result<RankSplit> temporalBreakdownMeasureRank(
    const ScopedGpuWork& source, std::size_t i, const KernelClassifier& classifier, const Progress& progress)
{
    KT_TRY(const RankGpuWork work, source.rank(i, progress));
    RankSplit rank { .split = splitTime(work, progress), .count = work.rows.size() };
    const std::vector<std::int64_t> devices = devicesOf(work);
    const std::vector<std::int64_t> idle = idleDevicesOf(work, *source.rankTrace(i).trace, source.scope());
    const auto isThere = [&](const RankGpuWork::OtherWork& other) { return other.device == devices.front(); };
    if (devices.size() == 1 && idle.empty() && std::ranges::all_of(work.otherSteps, isThere)) {
        rank.devices.push_back({ devices.front(), rank.split, rank.count }); // nothing to take apart
    } else {
        eachDevice(work, source.scope(), idle, [&](std::int64_t device, const RankGpuWork& part) {
            rank.devices.push_back({ device, splitTime(part, progress), part.rows.size() });
            return !progress.shouldStop();
        });
    }
    KT_TRY_DONE(progress.carryOn());
    remarkOnSelection(work, source.rankTrace(i), rank.remarks);
    if (const auto waiting = waitingInComputation(*source.rankTrace(i).trace, work, classifier, progress))
        rank.remarks.push_back(waitingCountsAsComputation(source.rankTrace(i), *waiting, rank.split.compute));
    if (work.rows.empty())
        rank.remarks.push_back(noGpuWork(source.rankTrace(i)));
    return rank;
}

Result<AnalysisResult> runTemporalBreakdown(AnalysisInputs inputs, const Parameters&, const AnalysisContext& context)
{
    KT_TRY(const std::shared_ptr<const ScopedGpuWork> source, ScopedGpuWork::create(inputs[0], *context.classifier));

    AnalysisResult result;
    SplitTable ranks("ranks", kTemporalBreakdownRanksTitle, false);
    SplitTable devices("devices", kTemporalBreakdownDevicesTitle, true);
    const auto measure = [&](std::size_t i) {
        return temporalBreakdownMeasureRank(*source, i, *context.classifier, context.progress);
    };
    const auto add = [&](std::size_t i, const RankSplit& rank) {
        const RankTrace& trace = source->rankTrace(i);
        ranks.add(trace, { i, std::nullopt }, rank.split, rank.count);
        for (const RankSplit::DeviceSplit& device : rank.devices)
            devices.add(trace, { i, device.device }, device.split, device.count);
        append(result.remarks, rank.remarks);
    };
    KT_TRY_DONE(forEachRankInOrder(source->rankCount(), context, measure, add));
    remarkOnMergedDevices(inputs[0], result.remarks);
    result.tables = tableList(ranks.take(source), devices.take(source));
    result.charts = { chartOf("ranks", kTemporalBreakdownRanksTitle, column::kRank),
        chartOf("devices", kTemporalBreakdownDevicesTitle, "rank,device") };
    return result;
}

} // namespace

std::vector<ColumnDescriptor> temporalBreakdownColumnsOfHta()
{
    std::vector<ColumnDescriptor> all { numberColumn(column::kRank, "Rank") };
    for (const FigureColumn& figure : kHtaFigures) {
        all.push_back(columnOf(figure, false));
        all.back().type = ColumnType::Float; // hta mode computes in doubles
    }
    return all;
}

AnalysisDescriptor temporalBreakdown()
{
    return { .id = "temporal-breakdown",
        .title = "Temporal breakdown",
        .question = "How much of the GPU time is compute, exposed communication and copies, or idle?",
        .group = PanelGroup::GpuTime,
        .tables = { { "ranks", kTemporalBreakdownRanksTitle, temporalBreakdownColumns(false) },
            { "devices", kTemporalBreakdownDevicesTitle, temporalBreakdownColumns(true) } },
        .recordingOption = kGpuRecordingOption,
        .run = runTemporalBreakdown };
}

} // namespace kinetoscope
