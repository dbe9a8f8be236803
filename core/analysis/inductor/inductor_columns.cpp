// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/inductor/inductor_columns.h"

#include "core/analysis/types/column_names.h"
#include "core/analysis/types/columns.h"

#include <string>

namespace kinetoscope {

namespace {

constexpr const char* kOfWall = "% of the wall time of one run";

using Columns = std::vector<ColumnDescriptor>;

ColumnDescriptor inductorRankColumn()
{
    return numberColumn(column::kRank, "Rank");
}

Columns inductorTimeColumns()
{
    return {
        countColumn(column::kCount, "Calls"),
        mainFigure(durationColumn(column::kSum, "Sum of durations")),
        microsecondsColumn("per_run", "Per run", "Sum of durations in one run"),
        percentColumn(column::kWallPctg, "Share of wall", kOfWall),
        percentColumn(column::kGainPctg, "Gain at most", kOfWall,
            "What it takes less if it becomes so many times faster as the parameters say: work that is not on the "
            "critical "
            "path gains less, or nothing (what-if)"),
    };
}

} // namespace

std::vector<ColumnDescriptor> inductorCategoryColumns()
{
    return readFirst({ column::kCategory, column::kSum, column::kWallPctg, column::kGainPctg },
        joinedColumns({ { inductorRankColumn(), textColumn(column::kCategory, "Category", TextKind::Word),
                            textColumn("report_category", "In Inductor's report", TextKind::Word),
                            countColumn("kernels", "Distinct kernels") },
            inductorTimeColumns() }));
}

std::vector<ColumnDescriptor> inductorKernelColumns()
{
    return readFirst(
        { column::kKernel, column::kSum, column::kWallPctg, column::kGainPctg, column::kCount, column::kCategory },
        joinedColumns({ { inductorRankColumn(), textColumn(column::kCategory, "Category", TextKind::Word),
                            textColumn(column::kKernel, "Kernel", TextKind::Name) },
            inductorTimeColumns(),
            { { "bytes", ColumnType::Int, Unit::Bytes, "Estimated traffic" },
                { "gbps", ColumnType::Float, Unit::GigabytesPerSecond, "Estimated bandwidth" },
                textColumn("kernel_file", "Source file"), textColumn("kernel_hash", "Hash") } }));
}

std::vector<ColumnDescriptor> inductorGraphColumns()
{
    return joinedColumns({ { inductorRankColumn(), textColumn("graph", "Compiled graph"),
                               countColumn(column::kCalls, "Graph calls", "Calls of the graph") },
        inductorTimeColumns(),
        { durationColumn("busy", "GPU busy"),
            percentColumn("triton_pctg", "Share of Triton", "% of the sum of durations of the graph") } });
}

std::vector<ColumnDescriptor> inductorSummaryColumns()
{
    std::vector<ColumnDescriptor> all { inductorRankColumn() };
    for (const std::string_view category : kReportCategories)
        all.push_back(percentColumn(std::string(category) + "_pctg", "", kOfWall));
    all.push_back(percentColumn("busy_pctg", "Sum of durations", kOfWall));
    all.push_back(percentColumn("union_pctg", "GPU busy", kOfWall));
    all.push_back(microsecondsColumn(column::kWall, "Wall time", "Wall time of one run"));
    all.push_back(countColumn("runs", "Runs"));
    return all;
}

} // namespace kinetoscope
