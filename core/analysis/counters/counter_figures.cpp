// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/counters/counter_figures.h"

#include "core/analysis/scope/scope_text.h"
#include "core/base/text.h"
#include "core/base/vectors.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

namespace kinetoscope {

namespace {

constexpr std::array<std::string_view, 3> kFixedFigures { "flops", "dram_bytes", "arithmetic_intensity" };
constexpr std::string_view kReadyFlops = "kineto__cuda_core_flops";
constexpr std::array<std::string_view, 2> kDramCounters { "dram__bytes_read.sum", "dram__bytes_write.sum" };
constexpr std::string_view kInstructionPrefix = "smsp__sass_thread_inst_executed_op_";
constexpr std::string_view kInstructionSuffix = "_pred_on.sum";

/// Floating-point operations of one thread's instruction; 0 for others. A fused multiply-add counts as two.
double operationsOf(std::string_view counter)
{
    if (!counter.starts_with(kInstructionPrefix) || !counter.ends_with(kInstructionSuffix)
        || counter.size() < kInstructionPrefix.size() + kInstructionSuffix.size())
        return 0;
    const std::string_view instruction = counter.substr(
        kInstructionPrefix.size(), counter.size() - kInstructionPrefix.size() - kInstructionSuffix.size());
    constexpr std::array<std::string_view, 3> kFused { "ffma", "hfma", "dfma" };
    constexpr std::array<std::string_view, 6> kSingle { "fmul", "fadd", "hmul", "hadd", "dmul", "dadd" };
    if (std::ranges::find(kFused, instruction) != kFused.end())
        return 2;
    return std::ranges::find(kSingle, instruction) != kSingle.end() ? 1 : 0;
}

} // namespace

Result<CounterFigures> CounterFigures::create(
    std::vector<std::string> counters, const std::vector<std::string>& formulas)
{
    CounterFigures figures;
    figures.m_names = std::move(counters);
    figures.m_counterCount = figures.m_names.size();
    for (std::size_t i = 0; i < figures.m_counterCount; ++i) {
        if (const double operations = operationsOf(figures.m_names[i]); operations > 0)
            figures.m_instructions.push_back({ i, operations });
        if (figures.m_names[i] == kReadyFlops)
            figures.m_readyFlops = i;
        if (std::ranges::find(kDramCounters, figures.m_names[i]) != kDramCounters.end())
            figures.m_dram.push_back(i);
    }
    if (figures.m_dram.size() < kDramCounters.size())
        figures.m_dram.clear();
    append(figures.m_names, kFixedFigures);
    for (const std::string& text : formulas) {
        KT_TRY_DONE(figures.addFormula(text));
    }
    return figures;
}

Result<Done> CounterFigures::addFormula(const std::string& text)
{
    KT_TRY(CounterFormula formula, CounterFormula::parse(text));
    const auto positionOf = [this](const std::string& name) {
        return static_cast<std::size_t>(std::ranges::find(m_names, name) - m_names.begin());
    };
    if (positionOf(formula.name()) < m_names.size())
        return invalidArgument({ KT_PHRASE("formula", "The formula %1 defines %2, which is there already."),
            arg::Name { text }, arg::Name { formula.name() } });
    std::vector<std::size_t> inputs;
    for (const std::string& variable : formula.variables()) {
        inputs.push_back(positionOf(variable));
        if (inputs.back() < m_names.size() || m_counterCount == 0)
            continue;
        const std::string near = nearestName(variable, m_names);
        const std::string all = joined(m_names, ", ");
        if (near.empty())
            return invalidArgument(
                { KT_PHRASE("formula", "The formula %1 uses %2, which was not recorded. There are: %3."),
                    arg::Name { text }, arg::Name { variable }, arg::Text { all } });
        return invalidArgument(
            { KT_PHRASE("formula", "The formula %1 uses %2, which was not recorded; did you mean %3? There are: %4."),
                arg::Name { text }, arg::Name { variable }, arg::Name { near }, arg::Text { all } });
    }
    m_names.push_back(formula.name());
    m_columns.push_back({ std::move(formula), std::move(inputs) });
    return Done {};
}

std::vector<ColumnDescriptor> CounterFigures::columns() const
{
    std::vector<ColumnDescriptor> all {
        { std::string(kFixedFigures[0]), ColumnType::Float, Unit::Count, "Floating-point operations" },
        { std::string(kFixedFigures[1]), ColumnType::Float, Unit::Bytes, "Memory traffic" },
        { std::string(kFixedFigures[2]), ColumnType::Float, Unit::FlopsPerByte, "Operations a byte" },
    };
    for (const Column& column : m_columns)
        all.push_back({ column.formula.name(), ColumnType::Float, Unit::None, "" });
    return all;
}

std::optional<double> CounterFigures::flops(std::span<const double> counters) const
{
    double sum = 0;
    bool isKnown = false;
    for (const Instruction& instruction : m_instructions) {
        if (std::isnan(counters[instruction.counter]))
            continue;
        sum += instruction.operations * counters[instruction.counter];
        isKnown = true;
    }
    if (isKnown)
        return sum;
    if (m_readyFlops && !std::isnan(counters[*m_readyFlops]))
        return counters[*m_readyFlops];
    return std::nullopt;
}

std::vector<std::optional<double>> CounterFigures::figures(std::span<const double> counters) const
{
    std::optional<double> bytes;
    for (const std::size_t counter : m_dram)
        bytes = bytes.value_or(0.0) + counters[counter];
    if (bytes && std::isnan(*bytes))
        bytes.reset();
    std::vector<std::optional<double>> known; // in the order of m_names
    for (const double value : counters)
        known.push_back(std::isnan(value) ? std::nullopt : std::optional(value));
    known.push_back(flops(counters));
    const std::optional<double> operations = known.back();
    known.push_back(bytes);
    known.push_back(operations && bytes && *bytes > 0 ? std::optional(*operations / *bytes) : std::nullopt);
    for (const Column& column : m_columns) {
        known.push_back(column.formula.value(mapped(column.inputs,
            [&known](std::size_t input) { return input < known.size() ? known[input] : std::nullopt; })));
    }
    return { known.begin() + static_cast<std::ptrdiff_t>(m_counterCount), known.end() };
}

} // namespace kinetoscope
