// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/efficiency/call_rows.h"
#include "core/analysis/types/analysis.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// The four tables of the analysis, filled rank by rank.
class EfficiencyTables {
public:
    EfficiencyTables(std::shared_ptr<const ScopedGpuWork> source, EfficiencyGrouping grouping);
    ~EfficiencyTables();

    /// Adds one rank to `ops`, `kernels` and `summary`.
    /// @param threads  that may work on it; never changes the result.
    LargestRows add(std::size_t rank, const RankOwnedWork& work, const TracePeaks& peaks, int threads);
    /// Appends the tables in the order of the descriptor; `steps` is made elsewhere.
    void take(AnalysisResult& result, Table steps);

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

[[nodiscard]] std::vector<ColumnDescriptor> efficiencyOpColumns();
[[nodiscard]] std::vector<ColumnDescriptor> efficiencyKernelColumns();
[[nodiscard]] std::vector<ColumnDescriptor> efficiencySummaryColumns();

inline constexpr const char* kEfficiencyOpsTitle = "How near each op comes to what the GPU can do";
inline constexpr const char* kEfficiencyKernelsTitle = "Kernels and the ops whose work they do";
inline constexpr const char* kEfficiencyStepsTitle = "How much of the GPU each step uses";
inline constexpr const char* kEfficiencySummaryTitle = "GPU time by kind of op";

} // namespace kinetoscope
