// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/efficiency/call_rows.h"
#include "core/analysis/efficiency/owned_work.h"
#include "core/analysis/types/analysis.h"

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace kinetoscope {

/// The work of one rank as the tables of efficiency share it out, and the calls that own it: which row each is in. Kept
/// in place of lists by row, which would hold the same work several times. Filled by one thread a table, then
/// immutable.
struct EfficiencyEvidence {
    static constexpr std::uint32_t kNoStep = 0xffff'ffffU;   ///< outside of all steps
    static constexpr std::uint32_t kNoMatrix = 0xffff'fffeU; ///< a call that is no matrix work

    std::size_t rank = 0;                   ///< in ScopedGpuWork
    std::vector<SliceId> work;              ///< all of it, as RankGpuWork::rows
    std::vector<WorkOwner> owners;          ///< by position in `work`
    std::vector<SliceId> ops;               ///< by call
    std::vector<std::uint32_t> firstWork;   ///< by call, in `workOfCalls`, and its end
    std::vector<std::uint32_t> workOfCalls; ///< positions in `work`

    std::vector<std::uint32_t> opsRowOfCall;     ///< row of the rank in `ops`
    std::vector<std::uint16_t> categoryOfCall;   ///< a number in the place of the word in `summary`, above WorkOwner
    std::vector<std::uint32_t> kernelsRowOfWork; ///< by position in `work`
    std::vector<std::uint32_t> stepOfWork;       ///< position in the steps of the rank, or kNoStep
    std::vector<std::uint32_t> stepOfMatrixCall; ///< by call: the same, or kNoMatrix
    std::vector<std::uint8_t> sharesOfWork;      ///< a bit for each StepShare that it counts in

    /// Takes what it needs of the work, which is of no use afterwards.
    void take(RankOwnedWork&& owned);

    /// Pieces of work as a selection: whole ones as events, those that the scope cuts as what it shows of them.
    [[nodiscard]] Selection select(const ScopedGpuWork& source, const std::vector<SliceId>& chosen) const;
    /// The same of ops, which are always whole.
    [[nodiscard]] Selection selectOps(const ScopedGpuWork& source, const std::vector<SliceId>& chosen) const;

    /// The work of the calls that `isWanted(call)` accepts, call by call.
    template <typename Wanted> [[nodiscard]] std::vector<SliceId> workOf(const Wanted& isWanted) const
    {
        std::vector<SliceId> found;
        for (std::size_t call = 0; call < ops.size(); ++call) {
            if (!isWanted(call))
                continue;
            for (std::uint32_t w = firstWork[call]; w < firstWork[call + 1]; ++w)
                found.push_back(work[workOfCalls[w]]);
        }
        return found;
    }
    /// The ops of the calls that `isWanted(call)` accepts.
    template <typename Wanted> [[nodiscard]] std::vector<SliceId> opsOf(const Wanted& isWanted) const
    {
        return slicesWhere(ops, isWanted);
    }
    /// The work at the positions that `isWanted(position)` accepts.
    template <typename Wanted> [[nodiscard]] std::vector<SliceId> workAt(const Wanted& isWanted) const
    {
        return slicesWhere(work, isWanted);
    }

private:
    template <typename Wanted>
    [[nodiscard]] static std::vector<SliceId> slicesWhere(const std::vector<SliceId>& all, const Wanted& isWanted)
    {
        std::vector<SliceId> found;
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (isWanted(i))
                found.push_back(all[i]);
        }
        return found;
    }
};

/// A row of one of the tables: whose evidence, and what the row is called in it.
struct EfficiencyRow {
    std::shared_ptr<const EfficiencyEvidence> evidence;
    std::uint32_t number = 0;
};

/// What the tables of one rank are made of. References outlive the call that they are given to.
struct EfficiencyInput {
    std::size_t rank = 0; ///< in ScopedGpuWork
    const RankOwnedWork& work;
    const CallRooflines& rooflines;
    Nanoseconds allWork = 0; ///< sum of durations of all work of the rank
    const Progress& progress;
};

[[nodiscard]] std::vector<ColumnDescriptor> efficiencyOpColumns();
[[nodiscard]] std::vector<ColumnDescriptor> efficiencyKernelColumns();
[[nodiscard]] std::vector<ColumnDescriptor> efficiencySummaryColumns();

inline constexpr const char* kEfficiencyOpsTitle = "How near each op comes to what the GPU can do";
inline constexpr const char* kEfficiencyKernelsTitle = "Kernels and the ops whose work they do";
inline constexpr const char* kEfficiencyStepsTitle = "How much of the GPU each step uses";
inline constexpr const char* kEfficiencySummaryTitle = "GPU time by kind of op";

/// The tables `ops`, `kernels` and `summary`, filled rank by rank. What adds to one of them may run beside what adds to
/// another.
class EfficiencyTables {
public:
    EfficiencyTables(std::shared_ptr<const ScopedGpuWork> source, EfficiencyGrouping grouping)
        : m_source(std::move(source))
        , m_grouping(grouping)
    {
    }

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
    struct TableRows {
        Table table;
        std::vector<EfficiencyRow> rows {};
    };
    void writeOp(const EfficiencyInput& input, const CallRow& row);

    std::shared_ptr<const ScopedGpuWork> m_source;
    EfficiencyGrouping m_grouping;
    TableRows m_ops { { "ops", kEfficiencyOpsTitle, efficiencyOpColumns() } };
    TableRows m_kernels { { "kernels", kEfficiencyKernelsTitle, efficiencyKernelColumns() } };
    TableRows m_summary { { "summary", kEfficiencySummaryTitle, efficiencySummaryColumns() } };
};

} // namespace kinetoscope
