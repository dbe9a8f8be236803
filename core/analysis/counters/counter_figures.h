// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/counters/formula.h"
#include "core/analysis/types/table.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace kinetoscope {

/// What can be worked out from hardware counters (SPEC.md section 10): floating-point operations, memory traffic,
/// their ratio, and the user's formulas over all of these and the counters.
class CounterFigures {
public:
    /// @param counters  names, in the order in which figures() gets their values.
    /// @param formulas  `NAME=EXPR` each; one may use those before it.
    /// InvalidArgument on a bad formula, a name that is taken, or (unless there are no counters at all) a variable that
    /// is neither a counter nor a figure; the sentence names the nearest counter.
    [[nodiscard]] static Result<CounterFigures> create(
        std::vector<std::string> counters, const std::vector<std::string>& formulas);

    /// flops, dram_bytes, arithmetic_intensity, then one column a formula. All Float.
    [[nodiscard]] std::vector<ColumnDescriptor> columns() const;
    /// The values of columns(); nothing where a counter that is needed was not recorded.
    /// @param counters  by position; NaN for none.
    [[nodiscard]] std::vector<std::optional<double>> figures(std::span<const double> counters) const;
    /// True if flops come from instruction counters, which leave tensor cores out.
    [[nodiscard]] bool flopsAreOfInstructions() const { return !m_instructions.empty(); }

private:
    struct Instruction {
        std::size_t counter = 0;
        double operations = 0; ///< floating-point operations of one
    };
    /// A formula, and for each of its variables the position among counters, then fixed figures, then formulas.
    struct Column {
        CounterFormula formula;
        std::vector<std::size_t> inputs;
    };

    [[nodiscard]] Result<Done> addFormula(const std::string& text);
    [[nodiscard]] std::optional<double> flops(std::span<const double> counters) const;

    std::vector<std::string> m_names; ///< counters, fixed figures, formulas
    std::size_t m_counterCount = 0;
    std::vector<Instruction> m_instructions;
    std::optional<std::size_t> m_readyFlops; ///< the counter that is already a sum of operations
    std::vector<std::size_t> m_dram;         ///< counters of bytes read and written; both or none
    std::vector<Column> m_columns;
};

} // namespace kinetoscope
