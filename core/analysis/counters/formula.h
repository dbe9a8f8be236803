// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// A column that a user defines by a formula over others: `NAME=EXPR`.
///
/// An expression is made of numbers, names, `+ - * /` and brackets, with the usual precedence. A name begins with a
/// letter or `_` and goes on with letters, digits, `_` and `.`; any other name stands in single quotes:
/// `'l1tex__throughput.avg %'`. Immutable; thread-safe; the depth of brackets costs memory, never stack.
///
///     const auto formula = CounterFormula::parse("ratio=2*a/(b+c)"); // variables(): a, b, c
///     formula->value(std::array<std::optional<double>, 3> { 1.0, 2.0, 4.0 });
class CounterFormula {
public:
    /// InvalidArgument with a sentence that quotes the text and says at which character (from 1) what was expected.
    [[nodiscard]] static Result<CounterFormula> parse(std::string_view text);

    [[nodiscard]] const std::string& name() const { return m_name; }
    /// The distinct names in the expression, in order of first use.
    [[nodiscard]] const std::vector<std::string>& variables() const { return m_variables; }
    /// Value of the expression; nothing if a variable in it has none, a divisor is 0, or the result is not finite.
    /// @param variables  by position in variables().
    [[nodiscard]] std::optional<double> value(std::span<const std::optional<double>> variables) const;

private:
    friend class FormulaParser;
    enum class Operation : std::uint8_t { Number, Variable, Negate, Add, Subtract, Multiply, Divide };
    /// One step of the expression in postfix order.
    struct Step {
        Operation operation = Operation::Number;
        double number = 0;
        std::size_t variable = 0;
    };

    std::string m_name;
    std::vector<std::string> m_variables;
    std::vector<Step> m_steps;
};

} // namespace kinetoscope
