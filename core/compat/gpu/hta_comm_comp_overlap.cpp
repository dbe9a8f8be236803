// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/gpu/overlap/comm_comp_overlap.h"
#include "core/compat/hta_analyses.h"

#include "core/analysis/names/classification.h"
#include "core/compat/gpu/hta_gpu_rows.h"
#include "core/numeric/rounding.h"

#include <utility>
#include <vector>

namespace kinetoscope::compat {

Result<AnalysisResult> runCommCompOverlap(
    AnalysisInputs inputs, const Parameters& parameters, const AnalysisContext& context)
{
    KT_TRY(const HtaTable table, tableOfChosenRanks(inputs[0], parameters, context.progress));

    Table ranks("ranks", "Overlap of communication and computation", commCompOverlapColumnsOfHta());
    for (const HtaRank& rank : table.ranks) {
        const std::vector<HtaGpuRow> rows = gpuRowsOf(rank, inputs[0].scope);
        const std::vector<RealRange> communication = unionOfType(rows, KernelType::Communication);
        MaskSweep<RealRange> sweep;
        sweep.add(communication, 1);
        sweep.add(unionOfType(rows, KernelType::Computation), 2);
        std::vector<double> together;
        sweep.run(TieOrder::AsAdded, [&together](int mask, RealRange stretch) {
            if (mask == 3)
                together.push_back(lengthOf(stretch));
        });
        const double whole = coveredTime(communication);
        const double share = sumLikeNumpy(together) / whole;
        ranks.addRow({ rank.rank, whole != 0.0 ? Cell { roundHalfEven(share * 100.0, 2) } : Cell {} });
    }
    return resultOfTables(std::move(ranks));
}

} // namespace kinetoscope::compat
