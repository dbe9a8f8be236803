// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/efficiency/call_rows.h"
#include "core/analysis/efficiency/efficiency_evidence.h"
#include "core/analysis/types/analysis.h"

#include <memory>
#include <vector>

namespace kinetoscope {

/// What the tables of one rank are made of. References outlive the call that they are given to.
struct EfficiencyInput {
    std::size_t rank = 0; ///< in ScopedGpuWork
    const RankOwnedWork& work;
    const CallRooflines& rooflines;
    Nanoseconds allWork = 0; ///< sum of durations of all work of the rank
    const Progress& progress;
};

/// The tables `ops`, `kernels` and `summary`, filled rank by rank. What adds to one of them may run beside what adds to
/// another.
class EfficiencyTables {
public:
    EfficiencyTables(std::shared_ptr<const ScopedGpuWork> source, EfficiencyGrouping grouping);
    ~EfficiencyTables();

    /// Cancelled, as the two below; never another error.
    /// @param evidence  of the rank: gets what the table knows. The work itself it has to get when all tables are done.
    [[nodiscard]] Result<LargestRows> addOps(
        const EfficiencyInput& input, const std::shared_ptr<EfficiencyEvidence>& evidence);
    [[nodiscard]] Result<Done> addKernels(
        const EfficiencyInput& input, const std::shared_ptr<EfficiencyEvidence>& evidence);
    [[nodiscard]] Result<Done> addSummary(
        const EfficiencyInput& input, const std::shared_ptr<EfficiencyEvidence>& evidence);
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
