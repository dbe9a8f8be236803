// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/counters/formula.h"
#include "core/analysis/efficiency/formulas/formula.h"

#include <optional>
#include <string_view>

namespace kinetoscope {

/// What an op costs, as a user writes it in a FORMULA line of the rules file, parts without blanks between commas:
///
///     matrix=2*d0.0*d0.1*d1.1,bytes=b0+b1+2*d0.0*d1.1
///     vector=5*n0,bytes=2*b0,category=NORM_fwd
///
/// `matrix` are the operations of matrix work, which is held against the peak of the first tensor's type; `vector`
/// those of any other; `bytes` is what has to be read and written at least. In an expression `d0.1` is the size of
/// dimension 1 of argument 0, `n0` the number of its elements, `b0` its bytes, `v3` the number that was given as
/// argument 3; of a list of tensors `n` and `b` count all. Computed as double: exact below 2^53. Immutable;
/// thread-safe.
class OwnFormula {
public:
    /// Whether the first word of a FORMULA line is such a formula, and not the name of an op.
    [[nodiscard]] static bool isOne(std::string_view text) { return text.find('=') != std::string_view::npos; }
    /// InvalidArgument that says what is wrong. @param text  outlives the category.
    [[nodiscard]] static Result<OwnFormula> parse(std::string_view text);

    /// "" where the user names none.
    [[nodiscard]] std::string_view category() const { return m_category; }
    /// What of it the arguments tell.
    [[nodiscard]] Figures figuresOf(const OpArguments& arguments) const;

private:
    std::optional<CounterFormula> m_flops;
    std::optional<CounterFormula> m_bytes;
    FlopsUnit m_unit = FlopsUnit::None; ///< of m_flops
    std::string_view m_category;
};

/// The formula of an op by what a rule of the user says of it, and by its name without a rule ("").
[[nodiscard]] Formula formulaOf(std::string_view op, std::string_view rule);
/// What is wrong with the first word of a FORMULA line; nothing of a good one.
[[nodiscard]] std::optional<Error> wrongFormulaRule(std::string_view rule);

} // namespace kinetoscope
