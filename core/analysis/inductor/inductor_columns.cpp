// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/inductor/inductor_columns.h"

#include "core/analysis/types/column_names.h"
#include "core/analysis/types/column_places.h"

#include <initializer_list>
#include <string>

namespace kinetoscope {

namespace {

constexpr const char* kOfWall = "% of the wall time of one run";

using Columns = std::vector<ColumnDescriptor>;

ColumnDescriptor inductorRankColumn()
{
    return { column::kRank, ColumnType::Int, Unit::None, "Rank" };
}

Columns inductorTimeColumns()
{
    return {
        { column::kCount, ColumnType::Int, Unit::Count, "Calls" },
        mainFigure({ column::kSum, ColumnType::Duration, Unit::Microseconds, "Sum of durations" }),
        defined({ "per_run", ColumnType::Float, Unit::Microseconds, "Per run" }, "Sum of durations in one run"),
        { column::kWallPctg, ColumnType::Float, Unit::Percent, "Share of wall", kOfWall },
        { column::kGainPctg, ColumnType::Float, Unit::Percent, "Gain if faster", kOfWall },
    };
}

Columns joined(std::initializer_list<Columns> parts)
{
    Columns all;
    for (const Columns& part : parts)
        all.insert(all.end(), part.begin(), part.end());
    return all;
}

} // namespace

std::vector<ColumnDescriptor> inductorCategoryColumns()
{
    return readFirst({ column::kCategory, column::kSum, column::kWallPctg, column::kGainPctg },
        joined({ { inductorRankColumn(),
                     { .name = column::kCategory,
                         .type = ColumnType::String,
                         .title = "Category",
                         .text = TextKind::Word },
                     { .name = "report_category",
                         .type = ColumnType::String,
                         .title = "In Inductor's report",
                         .text = TextKind::Word },
                     { "kernels", ColumnType::Int, Unit::Count, "Distinct kernels" } },
            inductorTimeColumns() }));
}

std::vector<ColumnDescriptor> inductorKernelColumns()
{
    return readFirst(
        { column::kKernel, column::kSum, column::kWallPctg, column::kGainPctg, column::kCount, column::kCategory },
        joined(
            { { inductorRankColumn(),
                  { .name = column::kCategory,
                      .type = ColumnType::String,
                      .title = "Category",
                      .text = TextKind::Word },
                  { .name = column::kKernel, .type = ColumnType::String, .title = "Kernel", .text = TextKind::Name } },
                inductorTimeColumns(),
                { { "bytes", ColumnType::Int, Unit::Bytes, "Least memory traffic" },
                    { "gbps", ColumnType::Float, Unit::GigabytesPerSecond, "Least bandwidth" },
                    { "kernel_file", ColumnType::String, Unit::None, "Source file" },
                    { "kernel_hash", ColumnType::String, Unit::None, "Hash" } } }));
}

std::vector<ColumnDescriptor> inductorGraphColumns()
{
    return joined(
        { { inductorRankColumn(), { "graph", ColumnType::String, Unit::None, "Compiled graph" },
              defined({ column::kCalls, ColumnType::Int, Unit::Count, "Graph calls" }, "Calls of the graph") },
            inductorTimeColumns(),
            { { "busy", ColumnType::Duration, Unit::Microseconds, "GPU busy" },
                { "triton_pctg", ColumnType::Float, Unit::Percent, "Share of Triton",
                    "% of the sum of durations of the graph" } } });
}

std::vector<ColumnDescriptor> inductorSummaryColumns()
{
    Columns all { inductorRankColumn() };
    for (const std::string_view category : kReportCategories)
        all.push_back({ std::string(category) + "_pctg", ColumnType::Float, Unit::Percent, "", kOfWall });
    all.push_back({ "busy_pctg", ColumnType::Float, Unit::Percent, "Sum of durations", kOfWall });
    all.push_back({ "union_pctg", ColumnType::Float, Unit::Percent, "GPU busy", kOfWall });
    all.push_back(
        defined({ column::kWall, ColumnType::Float, Unit::Microseconds, "Wall time" }, "Wall time of one run"));
    all.push_back({ "runs", ColumnType::Int, Unit::Count, "Runs" });
    return all;
}

} // namespace kinetoscope
