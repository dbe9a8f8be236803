// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/overview_split.h"

#include "core/analysis/gpu/breakdown/part_columns.h"
#include "core/analysis/types/column_names.h"
#include "core/analysis/types/columns.h"
#include "core/base/vectors.h"
#include "core/numeric/intervals.h"
#include "core/numeric/nearest_decimal.h"

#include <algorithm>
#include <utility>

namespace kinetoscope {

namespace {

constexpr const char* kOverviewInView = "% of GPU time in view";
constexpr std::size_t kFirstBusy = 2;
constexpr std::size_t kOtherSteps = kFirstBusy + kBusyColumns.size();
constexpr std::size_t kFirstIdle = kOtherSteps + 1;
constexpr std::size_t kHidden = kFirstIdle + kIdleColumns.size();

Selection splitEvidence(const OverviewSource& source, std::size_t rank, std::size_t column, const Progress& progress)
{
    const Result<RankFacts> read = source.facts(rank, { .withRanges = true }, progress);
    if (!read)
        return {};
    const RankFacts& facts = *read;
    std::vector<TimeRange> ranges;
    if (source.rankTrace(rank).readsFrom() != nullptr)
        return column == 0 ? Selection {} : intervalsOfRank(facts.rankIndex, mapped(facts.steps, &StepTimes::wall));
    if (column >= kFirstBusy && column < kFirstIdle) {
        append(ranges, facts.parts[column - kFirstBusy].ranges);
    } else if (column >= kFirstIdle && column < kHidden) {
        append(ranges, facts.idle[column - kFirstIdle].ranges);
    } else if (column == kHidden) {
        const RankGpuWork work = source.work(rank, progress);
        const auto runs = [&](KernelType type) {
            return unionWhere(
                work, [type](const GpuWorkRow& row) { return row.type == type; }, progress);
        };
        ranges = intersectionOf(runs(KernelType::Communication), runs(KernelType::Computation), progress);
    } else if (column > 0) {
        const bool withIdle = column == 1;
        const bool withAllWork = column != kHidden + 2;
        for (std::size_t part = 0; part < kTimePartCount; ++part) {
            if (part == 0 || (part + 1 < kTimePartCount ? withAllWork : withIdle))
                append(ranges, facts.parts[part].ranges);
        }
        sortRuns(
            ranges, [](const TimeRange& a, const TimeRange& b) { return a.begin < b.begin; }, progress);
    }
    return intervalsOfRank(facts.rankIndex, ranges);
}

} // namespace

std::vector<ColumnDescriptor> splitColumns()
{
    std::vector<ColumnDescriptor> all {
        numberColumn(column::kRank, "Rank"),
        durationColumn(column::kTime, "GPU time",
            "From the first to the last GPU work in view; of chosen steps from the beginning of each to its end or "
            "that of "
            "its GPU work, whichever is later"),
    };
    for (const PartColumn& part : kBusyColumns)
        all.push_back(columnOf(part));
    all.push_back(columnOf(kOtherStepsColumn));
    for (const PartColumn& part : kIdleColumns)
        all.push_back(columnOf(part));
    all.push_back(durationColumn("comm_hidden", "Communication beside compute"));
    all.push_back(percentColumn("busy_pctg", "Busy", kOverviewInView));
    all.push_back(percentColumn("compute_pctg", "Compute", kOverviewInView));
    all.push_back(percentColumn("mfu_pctg", "MFU", "% of what the peaks allow in the GPU time in view",
        "Model FLOPs utilization: what the matrix work would take at the device's peaks by the recorded shapes, over "
        "the GPU time in view, as the row of all in the steps of Efficiency has it; empty where it is not known"));
    return all;
}

Table splitTable(const std::shared_ptr<const OverviewSource>& source, const std::vector<RankFacts>& ranks)
{
    Table table("split", kSplitTitle, splitColumns());
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        const RankFacts& facts = ranks[i];
        const TimeSplit& split = facts.split;
        std::vector<Cell> cells { source->rankTrace(i).rank };
        if (!facts.hasGpuWork) {
            cells.resize(table.columnCount());
            table.addRow(std::move(cells));
            continue;
        }
        if (!facts.isSplitKnown) {
            cells.emplace_back(split.window);
            cells.resize(table.columnCount());
            table.addRow(std::move(cells));
            continue;
        }
        for (const Nanoseconds time : { split.window, split.compute, split.communicationExposed, split.memoryExposed,
                 split.otherExposed, split.otherSteps })
            cells.emplace_back(time);
        for (const Stretches& cause : facts.idle)
            cells.emplace_back(cause.time);
        cells.emplace_back(saturatingSubtract(split.communication, split.communicationExposed));
        cells.push_back(exactPercentCell(saturatingSubtract(split.window, split.idle), split.window));
        cells.push_back(exactPercentCell(split.compute, split.window));
        cells.push_back(facts.peaks.mfu ? Cell { nearestDecimal(*facts.peaks.mfu, 4) } : Cell {});
        table.addRow(std::move(cells));
    }
    table.setEvidence([source](std::size_t row, std::size_t column, const Progress& progress) {
        return splitEvidence(*source, row, column, progress);
    });
    return table;
}

ChartDescription splitChart()
{
    ChartDescription chart { .id = "overview-split",
        .table = "split",
        .title = kSplitTitle,
        .labelColumn = column::kRank,
        .form = StackedBarChart { .totalColumn = column::kTime, .sortByValue = false } };
    for (const PartColumn& part : kBusyColumns)
        chart.series.push_back({ part.name, part.title, part.kind });
    chart.series.push_back({ kOtherStepsColumn.name, kOtherStepsColumn.title, kOtherStepsColumn.kind });
    for (const PartColumn& part : kIdleColumns)
        chart.series.push_back({ part.name, part.title, part.kind });
    return chart;
}

} // namespace kinetoscope
