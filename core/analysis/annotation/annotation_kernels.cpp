// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/annotation/annotation_kernels.h"

#include "core/analysis/annotation/annotation_kernel_rows.h"
#include "core/analysis/gpu/slipped_names.h"
#include "core/analysis/names/classification.h"
#include "core/analysis/scope/per_rank.h"
#include "core/analysis/types/column_names.h"
#include "core/analysis/types/columns.h"
#include "core/base/vectors.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

namespace kinetoscope {

namespace {

constexpr const char* kAnnotationKernelsTitle = "Which annotation each GPU activity belongs to";

std::vector<ColumnDescriptor> annotationKernelsColumns()
{
    std::vector<ColumnDescriptor> all = annotationKernelColumnsOfHta();
    for (ColumnDescriptor& column : all) {
        if (column.name == "ts")
            column.type = ColumnType::Time;
        else if (column.name == column::kDur)
            column.type = ColumnType::Duration;
        else if (column.name == column::kSName)
            column.isInFilesOnly = true; // display names say more, and are one to one
    }
    all.push_back(numberColumn("device", "Device"));
    all.push_back(textColumn("via", "Told by", TextKind::Word,
        "launch: the annotation lies around the launch of the kernel; stream: around the kernel, as the profiler drew "
        "it "
        "on the stream"));
    all.push_back(textColumn(column::kName, "Full name", TextKind::Name));
    return readFirst({ column::kName, "s_user_annotation", column::kDur, column::kTs, column::kRank }, std::move(all));
}

void remarkOn(const RankAnnotatedKernels& kernels, std::vector<Remark>& remarks)
{
    const bool isAnnotated =
        std::ranges::any_of(kernels.rows, [](const AnnotatedKernel& row) { return row.annotation.isValid(); });
    if (kernels.rows.empty())
        remarks.push_back(noGpuWork(*kernels.rank));
    else if (!isAnnotated)
        remarks.push_back(remarkOfRank(*kernels.rank, "no-annotations",
            { KT_PHRASE("annotation-kernels",
                "no annotation around any GPU work; wrap code in torch.profiler.record_function to have them.") }));
}

Result<AnalysisResult> runAnnotationKernels(AnalysisInputs inputs, const Parameters&, const AnalysisContext& context)
{
    KT_TRY(const auto source, ScopedGpuWork::create(inputs[0], *context.classifier));
    struct RankPart {
        RankAnnotatedKernels kernels;
        std::vector<Remark> remarks;
    };
    AnalysisResult result;
    const auto rows = std::make_shared<AnnotationKernelRows>(source);
    const auto read = [&](std::size_t i) -> Result<RankPart> {
        KT_TRY(const RankGpuWork work, source->rank(i, context.progress));
        const RankTrace& rank = source->rankTrace(i);
        RankPart part;
        part.kernels = annotatedKernelsOf(rank, work, context.progress);
        KT_TRY_DONE(context.progress.carryOn());
        remarkOnSelection(work, rank, part.remarks);
        remarkOn(part.kernels, part.remarks);
        remarkOnSlippedNames(rank, part.remarks, context.progress);
        return part;
    };
    const auto add = [&](std::size_t, RankPart part) {
        rows->add(std::move(part.kernels));
        append(result.remarks, part.remarks);
    };
    KT_TRY_DONE(forEachRankInOrder(source->rankCount(), context, read, add));
    Table table("kernels", kAnnotationKernelsTitle, annotationKernelsColumns(), rows);
    table.setEvidence([rows](std::size_t row, std::size_t column) {
        return rows->evidence(row, static_cast<AnnotationKernelColumn>(column));
    });
    result.tables.push_back(std::move(table));
    return result;
}

} // namespace

std::vector<ColumnDescriptor> annotationKernelColumnsOfHta()
{
    return {
        numberColumn("index", "Event"),
        textColumn("pid", "Process"),
        textColumn("tid", "Thread"),
        microsecondsColumn(column::kTs, "Start"),
        microsecondsColumn(column::kDur, "Duration"),
        numberColumn(column::kStream, "Stream"),
        numberColumn(column::kCorrelation, "Correlation"),
        textColumn(column::kSName, "Kernel"),
        textColumn("s_cat", "Category"),
        textColumn("s_user_annotation", "Annotation"),
        numberColumn(column::kRank, "Rank"),
    };
}

AnalysisDescriptor annotationKernels()
{
    return { .id = "annotation-kernels",
        .title = "Kernels by annotation",
        .question = "Which annotation does each kernel belong to?",
        .group = PanelGroup::GpuTime,
        .tables = { { "kernels", kAnnotationKernelsTitle, annotationKernelsColumns() } },
        .recordingOption =
            kGpuRecordingOption, // it is empty only where no GPU work is; annotations are asked for in a remark
        .run = runAnnotationKernels };
}

} // namespace kinetoscope
