// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/efficiency/formulas/own_formula.h"

#include <charconv>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

namespace kinetoscope {

namespace {

/// A name in an expression: `d0.1`, `n0`, `b0`, `v3`.
struct ArgumentFact {
    char kind = 'n';
    std::size_t argument = 0;
    std::size_t dimension = 0; ///< of 'd'
};

std::optional<ArgumentFact> argumentFact(std::string_view name)
{
    constexpr std::string_view kKinds = "dnbv";
    ArgumentFact fact;
    if (name.size() < 2 || kKinds.find(name[0]) == std::string_view::npos)
        return std::nullopt;
    fact.kind = name[0];
    const char* const end = name.data() + name.size();
    auto read = std::from_chars(name.data() + 1, end, fact.argument);
    if (read.ec != std::errc {})
        return std::nullopt;
    if (fact.kind == 'd') {
        if (read.ptr == end || *read.ptr != '.')
            return std::nullopt;
        read = std::from_chars(read.ptr + 1, end, fact.dimension);
        if (read.ec != std::errc {})
            return std::nullopt;
    }
    return read.ptr == end ? std::optional(fact) : std::nullopt;
}

/// A number that the arguments tell, or what they lack.
struct ArgumentValue {
    std::optional<double> number;
    Lack lack = Lack::None;
};

ArgumentValue valueOf(const ArgumentFact& fact, const OpArguments& arguments)
{
    if (fact.kind == 'v') {
        const auto numbers = arguments.integers(fact.argument);
        if (numbers && numbers->size() == 1)
            return { static_cast<double>(numbers->front()), Lack::None };
        return { std::nullopt, Lack::NoValues };
    }
    if (fact.argument >= arguments.items.size() || arguments.items[fact.argument].tensors.empty())
        return { std::nullopt, Lack::NoResult };
    const std::vector<TensorShape>& tensors = arguments.items[fact.argument].tensors;
    if (fact.kind == 'd') {
        if (tensors.size() != 1 || fact.dimension >= tensors.front().dims.size())
            return { std::nullopt, Lack::NoResult };
        return { static_cast<double>(tensors.front().dims[fact.dimension]), Lack::None };
    }
    double sum = 0;
    for (const TensorShape& tensor : tensors) {
        if (fact.kind == 'b' && tensor.type == ElementType::Unknown)
            return { std::nullopt, Lack::NoTypes };
        sum +=
            static_cast<double>(tensor.elements) * (fact.kind == 'b' ? static_cast<double>(sizeOf(tensor.type)) : 1.0);
    }
    return { sum, Lack::None };
}

/// What an expression makes of the arguments; nothing, and `lack`, where it makes no figure of them.
std::optional<std::int64_t> evaluate(const CounterFormula& formula, const OpArguments& arguments, Lack& lack)
{
    constexpr double kMost = 9e18;
    std::vector<std::optional<double>> variables;
    for (const std::string& name : formula.variables()) {
        const ArgumentValue value = valueOf(*argumentFact(name), arguments);
        if (!value.number) {
            lack = value.lack;
            return std::nullopt;
        }
        variables.push_back(value.number);
    }
    const std::optional<double> result = formula.value(variables);
    if (!result || *result < 0) {
        lack = Lack::NoResult;
        return std::nullopt;
    }
    return std::llround(std::min(*result, kMost));
}

ElementType firstType(const OpArguments& arguments)
{
    for (const OpArgument& item : arguments.items) {
        if (!item.tensors.empty())
            return item.tensors.front().type;
    }
    return ElementType::Unknown;
}

} // namespace

Result<OwnFormula> OwnFormula::parse(std::string_view text)
{
    constexpr std::string_view kCategory = "category=";
    OwnFormula own;
    for (std::size_t from = 0; from <= text.size();) {
        const std::size_t end = std::min(text.find(',', from), text.size());
        const std::string_view part = text.substr(from, end - from);
        from = end + 1;
        if (part.starts_with(kCategory) && part.size() > kCategory.size()) {
            own.m_category = part.substr(kCategory.size());
            continue;
        }
        KT_TRY(CounterFormula formula, CounterFormula::parse(part));
        const std::string& key = formula.name();
        const bool isFlops = key == "matrix" || key == "vector";
        std::optional<CounterFormula>& place = isFlops ? own.m_flops : own.m_bytes;
        if ((!isFlops && key != "bytes") || place)
            return invalidArgument(
                { KT_PHRASE("efficiency", "a FORMULA rule takes %1 or %2, %3 and %4, each once: not %5."),
                    arg::Text { "matrix=" }, arg::Text { "vector=" }, arg::Text { "bytes=" }, arg::Text { "category=" },
                    arg::Name { std::string(part) } });
        for (const std::string& name : formula.variables()) {
            if (!argumentFact(name))
                return invalidArgument({ KT_PHRASE("efficiency",
                                             "a FORMULA rule knows the arguments of an op as %1 (a dimension), %2 "
                                             "(elements), %3 (bytes) and %4 (a number): not %5."),
                    arg::Text { "d0.1" }, arg::Text { "n0" }, arg::Text { "b0" }, arg::Text { "v0" },
                    arg::Name { name } });
        }
        if (isFlops)
            own.m_unit = key == "matrix" ? FlopsUnit::Matrix : FlopsUnit::Vector;
        place = std::move(formula);
    }
    if (!own.m_flops && !own.m_bytes)
        return invalidArgument({ KT_PHRASE("efficiency", "a FORMULA rule without operations and bytes: %1."),
            arg::Name { std::string(text) } });
    return own;
}

Figures OwnFormula::figuresOf(const OpArguments& arguments) const
{
    Figures figures;
    if (m_flops) {
        figures.flops = evaluate(*m_flops, arguments, figures.lack);
        figures.unit = figures.flops ? m_unit : FlopsUnit::None;
        figures.operand = firstType(arguments);
    }
    if (m_bytes) {
        figures.bytes = evaluate(*m_bytes, arguments, figures.lack);
        figures.kind = figures.bytes ? BytesKind::Exact : BytesKind::None;
    }
    return figures;
}

Formula formulaOf(std::string_view op, std::string_view rule)
{
    if (!OwnFormula::isOne(rule))
        return formulaOf(rule.empty() ? op : rule);
    Result<OwnFormula> own = OwnFormula::parse(rule);
    if (!own)
        return {};
    return Formula { .category = own->category().empty() ? kOwnCategory : own->category(),
        .own = std::make_shared<const OwnFormula>(std::move(own).value()) };
}

std::optional<Error> wrongFormulaRule(std::string_view rule)
{
    if (OwnFormula::isOne(rule)) {
        const Result<OwnFormula> own = OwnFormula::parse(rule);
        return own ? std::nullopt : std::optional(own.error());
    }
    if (formulaOf(rule))
        return std::nullopt;
    return invalidArgument(
        { KT_PHRASE("efficiency", "a FORMULA rule names %1, which has no formula."), arg::Name { std::string(rule) } });
}

} // namespace kinetoscope
