// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/annotation/annotation_breakdown.h"
#include "core/compat/hta_analyses.h"

#include "core/analysis/types/parameter_ids.h"
#include "core/compat/gpu/hta_gpu_rows.h"
#include "core/compat/host/hta_name_statistics.h"

#include <utility>

namespace kinetoscope::compat {

Result<AnalysisResult> runAnnotationBreakdown(
    AnalysisInputs inputs, const Parameters& parameters, const AnalysisContext& context)
{
    KT_TRY(const HtaTable table, tableOfChosenRanks(inputs[0], parameters, context.progress));

    const std::string_view category =
        parameters.boolean(parameter::kUseGpuAnnotation) ? "gpu_user_annotation" : "user_annotation";
    Table annotations("annotations", "Annotations by rank and name", annotationColumnsOfHta());
    for (const HtaRank& rank : table.ranks) {
        NamedStatistics names;
        for (const HtaRow& row : rank.rows) {
            if (rank.trace->category(rank.trace->slices().category[row.slice.index()]) != category)
                continue;
            RunningStatistics<double>& statistics = names[std::string(rank.name(row))];
            for (std::uint32_t i = 0; i < row.copies; ++i)
                statistics.add(row.dur);
        }
        names = foldLikeHta(std::move(names), static_cast<std::size_t>(parameters.integer(parameter::kNumKernels)),
            parameters.number(parameter::kDurationRatio), parameters.list(parameter::kAllowlistPatterns));
        for (const auto& [name, statistics] : names)
            annotations.addRow({ name, statistics.sum(), statistics.max(), statistics.min(), statistics.deviation(),
                statistics.mean(), rank.rank });
    }
    return resultOfTables(std::move(annotations));
}

} // namespace kinetoscope::compat
