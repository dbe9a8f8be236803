// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kinetoscope {

/// Positions in TraceSet::ranks() of the ranks that a scope looks at, in ascending order of rank.
[[nodiscard]] std::vector<std::uint32_t> ranksInScope(const AnalysisInput& input);

/// Adds a slice to evidence, or what a scope shows of it where that is less.
/// @param visible  job time.
void addVisible(
    Selection& selection, std::uint32_t rankIndex, const Trace& trace, SliceId slice, const TimeRange& visible);

/// The ranks of a scope, in ascending order of rank: what access to a scope rank by rank is made of. Keeps the traces
/// alive. Immutable; thread-safe.
class ScopedRanks {
public:
    [[nodiscard]] std::size_t rankCount() const { return m_ranks.size(); }
    [[nodiscard]] std::int64_t rankNumber(std::size_t i) const { return rankTrace(i).rank; }
    [[nodiscard]] const RankTrace& rankTrace(std::size_t i) const { return m_input.traces->ranks()[m_ranks[i]]; }
    /// Position in TraceSet::ranks().
    [[nodiscard]] std::uint32_t rankIndex(std::size_t i) const { return m_ranks[i]; }
    [[nodiscard]] const Scope& scope() const { return m_input.scope; }

protected:
    explicit ScopedRanks(const AnalysisInput& input)
        : m_input(input)
        , m_ranks(ranksInScope(input))
    {
    }
    /// By rank of the scope: chosenStepRanges, with its errors.
    [[nodiscard]] Result<std::vector<std::vector<TimeRange>>> chosenSteps() const;

    AnalysisInput m_input;
    std::vector<std::uint32_t> m_ranks; ///< positions in TraceSet::ranks()
};

} // namespace kinetoscope
