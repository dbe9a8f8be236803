// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/names/classification.h"
#include "core/analysis/types/analysis.h"
#include "core/compat/hta_table.h"
#include "core/numeric/intervals.h"

#include <span>
#include <vector>

namespace kinetoscope::compat {

/// What most of HTA's analyses start from: the rows with a stream (test (a) of 0.7) with the type their name says.
struct HtaGpuRow {
    RealRange range; ///< us; HTA recomputes the end from ts and dur here
    double duration = 0;
    StringId name;
    KernelType type = KernelType::Computation;
    std::uint32_t copies = 1;
    SliceId slice;
};

/// In table order. Streams as the scope chooses them.
[[nodiscard]] std::vector<HtaGpuRow> gpuRowsOf(const HtaRank& rank, const Scope& scope);
/// The union of the rows of one type.
[[nodiscard]] std::vector<RealRange> unionOfType(const std::vector<HtaGpuRow>& rows, KernelType type);

/// Sum of values in the order numpy adds them (pairwise in blocks of 128): the last digits of HTA's figures depend on
/// it.
[[nodiscard]] double sumLikeNumpy(std::span<const double> values);
/// Time covered by a union as HTA computes it: the sum of the ends less the sum of the starts.
[[nodiscard]] double coveredTime(const std::vector<RealRange>& ranges);

/// The options that every hta runner reads.
[[nodiscard]] HtaOptions optionsFrom(const Parameters& parameters);
/// The tables of the ranks that the scope has, for which those of the whole job are built.
[[nodiscard]] Result<HtaTable> tableOfChosenRanks(
    const AnalysisInput& input, const Parameters& parameters, const Progress& progress);

} // namespace kinetoscope::compat
