// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/counters/formula.h"

#include "core/base/ascii.h"
#include "core/base/text.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace kinetoscope {

namespace {

bool isNameStart(char c)
{
    return isLetter(c) || c == '_';
}

bool isInName(char c)
{
    return isNameStart(c) || isDigit(c) || c == '.';
}

} // namespace

/// Turns infix into postfix with a stack of waiting operators (Dijkstra's shunting yard).
class FormulaParser {
public:
    explicit FormulaParser(std::string_view text)
        : m_text(text)
    {
    }

    Result<CounterFormula> parse()
    {
        const std::size_t equals = m_text.find('=');
        const std::string_view name = trimmed(m_text.substr(0, equals));
        if (equals == std::string_view::npos || name.empty())
            return errorAt(0, { KT_PHRASE("formula", "NAME=EXPRESSION is expected") });
        m_formula.m_name = name;
        for (m_at = equals + 1; skipBlanks(), m_at < m_text.size();) {
            if (const std::optional<Phrase> expected = m_wantsValue ? takeValue() : takeOperator())
                return errorAt(m_at, Message::of(*expected));
        }
        if (m_wantsValue)
            return errorAt(m_at, Message::of(kValueExpected));
        while (!m_waiting.empty()) {
            if (m_waiting.back().isBracket)
                return errorAt(m_waiting.back().at, { KT_PHRASE("formula", "this '(' has no ')'") });
            popOperator();
        }
        return std::move(m_formula);
    }

private:
    using Operation = CounterFormula::Operation;
    struct Waiting {
        Operation operation = Operation::Number;
        bool isBracket = false;
        std::size_t at = 0;
    };
    static constexpr Phrase kValueExpected = KT_PHRASE("formula", "a number, a name or '(' is expected");

    static int precedenceOf(Operation operation)
    {
        switch (operation) {
        case Operation::Negate:
            return 3;
        case Operation::Multiply:
        case Operation::Divide:
            return 2;
        default:
            return 1;
        }
    }

    void skipBlanks()
    {
        while (m_at < m_text.size() && (m_text[m_at] == ' ' || m_text[m_at] == '\t'))
            ++m_at;
    }

    [[nodiscard]] Error errorAt(std::size_t at, Message what) const
    {
        return { ErrorCode::InvalidArgument,
            { KT_PHRASE("formula", "In the formula '%1', character %2: %3."), arg::Text { excerpt(m_text, 200) },
                arg::Number { characterCount(m_text.substr(0, at)) + 1 }, std::move(what) } };
    }

    void popOperator()
    {
        m_formula.m_steps.push_back({ m_waiting.back().operation, 0, 0 });
        m_waiting.pop_back();
    }

    void addVariable(std::string_view name)
    {
        std::vector<std::string>& all = m_formula.m_variables;
        const auto it = std::ranges::find(all, name);
        m_formula.m_steps.push_back({ Operation::Variable, 0, static_cast<std::size_t>(it - all.begin()) });
        if (it == all.end())
            all.emplace_back(name);
        m_wantsValue = false;
    }

    /// nullptr, or what was expected instead.
    std::optional<Phrase> takeValue()
    {
        const char c = m_text[m_at];
        if (c == '(' || c == '-') {
            m_waiting.push_back({ Operation::Negate, c == '(', m_at++ });
            return std::nullopt;
        }
        if (c == '+') {
            ++m_at;
            return std::nullopt;
        }
        if (c == '\'') {
            const std::size_t close = m_text.find('\'', m_at + 1);
            if (close == std::string_view::npos || close == m_at + 1)
                return KT_PHRASE("formula", "a name in quotes is expected");
            addVariable(m_text.substr(m_at + 1, close - m_at - 1));
            m_at = close + 1;
            return std::nullopt;
        }
        if (isNameStart(c)) {
            const std::size_t begin = m_at;
            while (m_at < m_text.size() && isInName(m_text[m_at]))
                ++m_at;
            addVariable(m_text.substr(begin, m_at - begin));
            return std::nullopt;
        }
        double number = 0;
        const char* const begin = m_text.data() + m_at;
        const auto [end, error] = std::from_chars(begin, m_text.data() + m_text.size(), number);
        if (error != std::errc {} || !(isDigit(c) || c == '.'))
            return kValueExpected;
        m_formula.m_steps.push_back({ Operation::Number, number, 0 });
        m_at += static_cast<std::size_t>(end - begin);
        m_wantsValue = false;
        return std::nullopt;
    }

    std::optional<Phrase> takeOperator()
    {
        if (m_text[m_at] == ')') {
            while (!m_waiting.empty() && !m_waiting.back().isBracket)
                popOperator();
            if (m_waiting.empty())
                return KT_PHRASE("formula", "this ')' has no '('");
            m_waiting.pop_back();
            ++m_at;
            return std::nullopt;
        }
        constexpr std::string_view kSigns = "+-*/";
        constexpr Operation kOperations[] { Operation::Add, Operation::Subtract, Operation::Multiply,
            Operation::Divide };
        const std::size_t sign = kSigns.find(m_text[m_at]);
        if (sign == std::string_view::npos)
            return KT_PHRASE("formula", "+, -, *, / or ')' is expected");
        const Operation operation = kOperations[sign];
        while (!m_waiting.empty() && !m_waiting.back().isBracket
            && precedenceOf(m_waiting.back().operation) >= precedenceOf(operation))
            popOperator();
        m_waiting.push_back({ operation, false, m_at++ });
        m_wantsValue = true;
        return std::nullopt;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    bool m_wantsValue = true;
    std::vector<Waiting> m_waiting;
    CounterFormula m_formula;
};

Result<CounterFormula> CounterFormula::parse(std::string_view text)
{
    return FormulaParser(text).parse();
}

std::optional<double> CounterFormula::value(std::span<const std::optional<double>> variables) const
{
    std::vector<double> stack;
    for (const Step& step : m_steps) {
        if (step.operation == Operation::Number) {
            stack.push_back(step.number);
            continue;
        }
        if (step.operation == Operation::Variable) {
            if (!variables[step.variable])
                return std::nullopt;
            stack.push_back(*variables[step.variable]);
            continue;
        }
        const double right = stack.back();
        if (step.operation == Operation::Negate) {
            stack.back() = -right;
            continue;
        }
        stack.pop_back();
        double& left = stack.back();
        switch (step.operation) {
        case Operation::Add:
            left += right;
            break;
        case Operation::Subtract:
            left -= right;
            break;
        case Operation::Multiply:
            left *= right;
            break;
        default:
            if (right == 0)
                return std::nullopt;
            left /= right;
        }
    }
    return std::isfinite(stack.back()) ? std::optional(stack.back()) : std::nullopt;
}

} // namespace kinetoscope
