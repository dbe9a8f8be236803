// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compat/hta_table.h"

#include <cstddef>
#include <vector>

namespace kinetoscope::compat {

/// HTA's call graph of one rank (SPEC.md 12.3, 12.4): each closing event takes off whatever was opened last, and
/// the backward thread is hung below the main one. Where that leaves the backward thread without any row before the
/// last step, HTA loses the later steps: their rows keep their depth, but no kernels are counted in them. By position
/// in HtaRank::rows.
class HtaCallGraph {
public:
    explicit HtaCallGraph(const HtaRank& rank);

    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

    /// The row around `row`; for kernels their launch. kNone at top level and for rows that are in no call stack.
    [[nodiscard]] std::size_t parent(std::size_t row) const { return m_parent[row]; }
    /// 0 for top level; -1 for rows that are in no call stack.
    [[nodiscard]] int depth(std::size_t row) const { return m_depth[row]; }
    /// Rows on a stream above 0 that the subtree launches.
    [[nodiscard]] std::size_t kernelCount(std::size_t row) const { return m_kernels[row]; }
    /// Their durations, us.
    [[nodiscard]] double kernelTime(std::size_t row) const { return m_kernelTime[row]; }
    /// `row` and everything below it, kernels included; ascending.
    [[nodiscard]] std::vector<std::size_t> subtree(std::size_t row) const;

private:
    struct Stack;

    [[nodiscard]] std::vector<Stack> stacks() const;
    void walk(const Stack& stack);
    [[nodiscard]] std::vector<std::size_t> topLevelOf(const std::vector<Stack>& stacks, StringId thread) const;
    std::size_t hangBelow(std::size_t host, const std::vector<std::size_t>& topLevel);
    void hangBackwardBelowMain(const std::vector<Stack>& stacks);
    void linkKernels();
    void setDepths();
    void sumKernels();

    const HtaRank& m_rank;
    std::vector<std::size_t> m_parent; ///< kNone: top level or in no stack
    std::vector<bool> m_isInStack;
    std::vector<bool> m_isKernel;
    std::vector<bool> m_isLost; ///< at top level, but no root leads to it
    std::vector<std::vector<std::size_t>> m_children;
    std::vector<std::size_t> m_topDown; ///< rows of the stacks and their kernels, parents first
    std::vector<int> m_depth;
    std::vector<std::size_t> m_kernels;
    std::vector<double> m_kernelTime;
};

} // namespace kinetoscope::compat
