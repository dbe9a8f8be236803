// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/efficiency/efficiency_rows.h"

#include "core/analysis/efficiency/efficiency_column_names.h"
#include "core/analysis/types/column_names.h"
#include "core/analysis/types/columns.h"

namespace kinetoscope {

namespace {

using EfficiencyColumns = std::vector<ColumnDescriptor>;

ColumnDescriptor efficiencyRank()
{
    return numberColumn(column::kRank, "Rank");
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
    return percentColumn(column::kPctRoofline, "Share of peak", "% of the speed that the device allows",
        "The shortest time that the device's peaks allow over the kernel time");
}
ColumnDescriptor aboveRooflineColumn()
{
    return durationColumn(
        column::kAboveRoofline, "Above roofline", "Kernel time minus the shortest time that the device's peaks allow");
}
ColumnDescriptor kernelSumColumn()
{
    return durationColumn(
        column::kKernelSum, "Sum of durations", "Sum of the durations of the work, however it overlaps");
}
ColumnDescriptor categoryColumn()
{
    return textColumn(column::kOpCategory, "Kind", TextKind::Word,
        "What the op computes: GEMM is a matrix product, SDPA attention, CONV a convolution, NORM a normalisation; fwd "
        "is the forward pass, bwd the backward pass");
}
ColumnDescriptor timeShareColumn()
{
    return percentColumn(column::kTimePctg, "Share of work", "% of the sum of all GPU work");
}

} // namespace

EfficiencyColumns efficiencyOpColumns()
{
    return readFirst({ column::kName, column::kPctRoofline, column::kTimePctg, column::kAboveRoofline,
                         column::kInputDims, column::kOpCategory, column::kTeraflopsPerSecond, column::kGbPerSecond },
        {
            efficiencyRank(),
            textColumn(column::kName, "Op"),
            categoryColumn(),
            textColumn(column::kInputDims, "Shapes"),
            textColumn("Input type", "Types"),
            textColumn("Concrete Inputs", "Values"),
            countColumn(column::kOperationCount, "Calls"),
            durationColumn(
                column::kKernelTimeSum, "Kernel time", "Time in which work of a call runs, summed over calls"),
            microsecondsColumn("Kernel Time (µs)_mean", "Mean kernel time"),
            defined({ "GFLOPS", ColumnType::Float, Unit::None, "GFLOP" }, "Operations of one call, in 10^9"),
            defined({ "Data Moved (MB)", ColumnType::Float, Unit::None, "MiB moved" }, "Bytes of one call, in 2^20"),
            { column::kFlopsPerByte, ColumnType::Float, Unit::FlopsPerByte, "Operations a byte" },
            textColumn("Compute Spec", "Held against"),
            teraflopsColumn(),
            terabytesColumn(),
            microsecondsColumn(
                "Roofline Time (µs)", "Roofline time", "The shortest time of one call that the device's peaks allow"),
            textColumn("Roofline Bound", "Bound", TextKind::Word),
            rooflineShareColumn(),
            countColumn(column::kFlops, "Operations", "Floating-point operations of one call, of the direct algorithm"),
            textColumn("flops_unit", "Unit", TextKind::Word),
            defined({ "bytes", ColumnType::Int, Unit::Bytes, "Least traffic" },
                "Each input of one call once, each output once"),
            textColumn("bytes_kind", "Traffic known", TextKind::Word),
            { column::kGbPerSecond, ColumnType::Float, Unit::GigabytesPerSecond, "Least bandwidth" },
            countColumn(column::kKernels, "GPU work"),
            kernelSumColumn(),
            timeShareColumn(),
            aboveRooflineColumn(),
            textColumn(column::kReason, "Not known because", TextKind::Word),
        });
}

EfficiencyColumns efficiencyKernelColumns()
{
    return {
        efficiencyRank(),
        textColumn(column::kName, "Kernel", TextKind::Name),
        { .name = "short_name", .type = ColumnType::String, .title = "Short name", .isInFilesOnly = true },
        textColumn("op", "Op"),
        textColumn(column::kInputDims, "Shapes"),
        textColumn("Input type", "Types"),
        countColumn(column::kCount, "Calls"),
        mainFigure(durationColumn(column::kSum, "Sum of durations")),
        microsecondsColumn(column::kMean, "Mean"),
        countColumn(column::kFlops, "Operations", "Floating-point operations of one call, of the direct algorithm"),
        defined({ "bytes", ColumnType::Int, Unit::Bytes, "Least traffic" },
            "Each input of one call once, each output once"),
        teraflopsColumn(),
        terabytesColumn(),
        rooflineShareColumn(),
        textColumn(column::kReason, "Not known because", TextKind::Word),
    };
}

EfficiencyColumns efficiencySummaryColumns()
{
    return {
        efficiencyRank(),
        categoryColumn(),
        countColumn(column::kOperationCount, "Calls"),
        countColumn(column::kKernels, "GPU work"),
        mainFigure(kernelSumColumn()),
        timeShareColumn(),
        countColumn(column::kFlops, "Operations", "Floating-point operations, of the direct algorithm"),
        defined({ "bytes", ColumnType::Int, Unit::Bytes, "Least traffic" }, "Each input once, each output once"),
        teraflopsColumn(),
        terabytesColumn(),
        rooflineShareColumn(),
        aboveRooflineColumn(),
    };
}

} // namespace kinetoscope
