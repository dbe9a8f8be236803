// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/efficiency/efficiency_rows.h"

#include "core/analysis/efficiency/efficiency_column_names.h"
#include "core/analysis/types/column_names.h"
#include "core/analysis/types/column_places.h"

namespace kinetoscope {

namespace {

using EfficiencyColumns = std::vector<ColumnDescriptor>;

ColumnDescriptor efficiencyRank()
{
    return { column::kRank, ColumnType::Int, Unit::None, "Rank" };
}
ColumnDescriptor wordColumn(const char* name, const char* title)
{
    return { .name = name, .type = ColumnType::String, .title = title, .text = TextKind::Word };
}
ColumnDescriptor plainColumn(const char* name, const char* title)
{
    return { .name = name, .type = ColumnType::String, .title = title };
}
ColumnDescriptor teraflopsColumn()
{
    return defined({ column::kTeraflopsPerSecond, ColumnType::Float, Unit::None, "TFLOP/s" },
        "Operations over kernel time, in 10^12 a second");
}
ColumnDescriptor terabytesColumn()
{
    return defined({ "TB/s", ColumnType::Float, Unit::None, "TB/s" }, "Bytes over kernel time, in 10^12 a second");
}
ColumnDescriptor rooflineShareColumn()
{
    return defined({ column::kPctRoofline, ColumnType::Float, Unit::Percent, "Share of peak",
                       "% of the speed that the device allows" },
        "The shortest time that the device's peaks allow over the kernel time");
}
ColumnDescriptor aboveRooflineColumn()
{
    return defined({ column::kAboveRoofline, ColumnType::Duration, Unit::Microseconds, "Above roofline" },
        "Kernel time minus the shortest time that the device's peaks allow");
}
ColumnDescriptor kernelSumColumn()
{
    return defined({ column::kKernelSum, ColumnType::Duration, Unit::Microseconds, "Sum of durations" },
        "Sum of the durations of the work, however it overlaps");
}
ColumnDescriptor timeShareColumn()
{
    return { column::kTimePctg, ColumnType::Float, Unit::Percent, "Share of time", "% of the sum of all GPU work" };
}

} // namespace

EfficiencyColumns efficiencyOpColumns()
{
    return readFirst({ column::kName, column::kInputDims, column::kOpCategory, column::kTimePctg, column::kPctRoofline,
                         column::kAboveRoofline, column::kTeraflopsPerSecond, column::kGbPerSecond },
        {
            efficiencyRank(),
            plainColumn(column::kName, "Op"),
            wordColumn(column::kOpCategory, "Kind"),
            plainColumn(column::kInputDims, "Shapes"),
            plainColumn("Input type", "Types"),
            plainColumn("Concrete Inputs", "Values"),
            { column::kOperationCount, ColumnType::Int, Unit::Count, "Calls" },
            defined({ column::kKernelTimeSum, ColumnType::Duration, Unit::Microseconds, "Kernel time" },
                "Time in which work of a call runs, summed over calls"),
            { "Kernel Time (µs)_mean", ColumnType::Float, Unit::Microseconds, "Mean kernel time" },
            defined({ "GFLOPS", ColumnType::Float, Unit::None, "GFLOP" }, "Operations of one call, in 10^9"),
            defined({ "Data Moved (MB)", ColumnType::Float, Unit::None, "MiB moved" }, "Bytes of one call, in 2^20"),
            { column::kFlopsPerByte, ColumnType::Float, Unit::FlopsPerByte, "Operations a byte" },
            plainColumn("Compute Spec", "Held against"),
            teraflopsColumn(),
            terabytesColumn(),
            defined({ "Roofline Time (µs)", ColumnType::Float, Unit::Microseconds, "Roofline time" },
                "The shortest time of one call that the device's peaks allow"),
            wordColumn("Roofline Bound", "Bound"),
            rooflineShareColumn(),
            defined({ column::kFlops, ColumnType::Int, Unit::Count, "Operations" },
                "Floating-point operations of one call, of the direct algorithm"),
            wordColumn("flops_unit", "Unit"),
            defined({ "bytes", ColumnType::Int, Unit::Bytes, "Least traffic" },
                "Each input of one call once, each output once"),
            wordColumn("bytes_kind", "Traffic known"),
            { column::kGbPerSecond, ColumnType::Float, Unit::GigabytesPerSecond, "Least bandwidth" },
            { column::kKernels, ColumnType::Int, Unit::Count, "GPU work" },
            kernelSumColumn(),
            timeShareColumn(),
            aboveRooflineColumn(),
            wordColumn(column::kReason, "Not known because"),
        });
}

EfficiencyColumns efficiencyKernelColumns()
{
    return {
        efficiencyRank(),
        { .name = column::kName, .type = ColumnType::String, .title = "Kernel", .text = TextKind::Name },
        { .name = "short_name", .type = ColumnType::String, .title = "Short name", .isInFilesOnly = true },
        plainColumn("op", "Op"),
        plainColumn(column::kInputDims, "Shapes"),
        plainColumn("Input type", "Types"),
        { column::kCount, ColumnType::Int, Unit::Count, "Calls" },
        mainFigure({ column::kSum, ColumnType::Duration, Unit::Microseconds, "Sum of durations" }),
        { column::kMean, ColumnType::Float, Unit::Microseconds, "Mean" },
        defined({ column::kFlops, ColumnType::Int, Unit::Count, "Operations" },
            "Floating-point operations of one call, of the direct algorithm"),
        defined({ "bytes", ColumnType::Int, Unit::Bytes, "Least traffic" },
            "Each input of one call once, each output once"),
        teraflopsColumn(),
        terabytesColumn(),
        rooflineShareColumn(),
        wordColumn(column::kReason, "Not known because"),
    };
}

EfficiencyColumns efficiencySummaryColumns()
{
    return {
        efficiencyRank(),
        wordColumn(column::kOpCategory, "Kind"),
        { column::kOperationCount, ColumnType::Int, Unit::Count, "Calls" },
        { column::kKernels, ColumnType::Int, Unit::Count, "GPU work" },
        mainFigure(kernelSumColumn()),
        timeShareColumn(),
        defined({ column::kFlops, ColumnType::Int, Unit::Count, "Operations" },
            "Floating-point operations, of the direct algorithm"),
        defined({ "bytes", ColumnType::Int, Unit::Bytes, "Least traffic" }, "Each input once, each output once"),
        teraflopsColumn(),
        terabytesColumn(),
        rooflineShareColumn(),
        aboveRooflineColumn(),
    };
}

} // namespace kinetoscope
