// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compat/hta_analyses.h"

#include "core/analysis/gpu/breakdown/temporal_breakdown.h"
#include "core/analysis/names/classification.h"
#include "core/base/vectors.h"
#include "core/compat/gpu/hta_gpu_rows.h"
#include "core/numeric/rounding.h"

#include <utility>

namespace kinetoscope::compat {

Result<AnalysisResult> runTemporalBreakdown(
    AnalysisInputs inputs, const Parameters& parameters, const AnalysisContext& context)
{
    KT_TRY(const HtaTable table, tableOfChosenRanks(inputs[0], parameters, context.progress));

    Table ranks("ranks", "Temporal breakdown across ranks", temporalBreakdownColumnsOfHta());
    for (const HtaRank& rank : table.ranks) {
        const std::vector<HtaGpuRow> rows = gpuRowsOf(rank, inputs[0].scope);
        std::vector<RealRange> all = mapped(rows, &HtaGpuRow::range);
        all = unionOf(std::move(all));
        const double span = all.empty() ? 0.0 : all.back().end - all.front().begin;
        const double idle = span - coveredTime(all);
        const double compute = coveredTime(unionOfType(rows, KernelType::Computation));
        const double nonCompute = span - compute - idle;
        const auto share = [span](double part) -> Cell {
            if (span == 0.0)
                return std::monostate {};
            return roundHalfEven(100.0 * part / span, 2);
        };
        ranks.addRow({ rank.rank, idle, compute, nonCompute, span, share(idle), share(compute), share(nonCompute) });
    }
    return resultOfTables(std::move(ranks));
}

} // namespace kinetoscope::compat
