// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/analysis_runs.h"

#include "core/analysis/run_analysis.h"
#include "core/catalog/analyses.h"
#include "core/output/table_writer.h"
#include "core/words/english.h"
#include "tests/support/load_text.h"
#include "tests/support/trace_text.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <sstream>

namespace kinetoscope::tests {

namespace {

[[noreturn]] void failHard(const std::string& why)
{
    std::fprintf(stderr, "%s\n", why.c_str());
    std::abort();
}

ParameterValue valueOf(const AnalysisDescriptor& analysis, const std::string& id, const std::string& text)
{
    const auto isMeant = [&id](const ParameterDescriptor& parameter) { return parameter.id == id; };
    const auto own = std::find_if(analysis.parameters.begin(), analysis.parameters.end(), isMeant);
    const auto shared = std::find_if(htaParameters().begin(), htaParameters().end(), isMeant);
    if (own == analysis.parameters.end() && shared == htaParameters().end())
        return text; // for tests of what the registry says to it
    return parseParameter(own != analysis.parameters.end() ? *own : *shared, text).value();
}

} // namespace

std::string exampleE1()
{
    return TraceText(LayoutStyle::Kineto, TimeStyle::WholeMicroseconds)
        .op("dummy", 0_us, 1_us)
        .launch(1_us, 2_us, 1)
        .kernel("gemm", 10_us, 10_us, 7, 1)
        .launch(3_us, 2_us, 2)
        .kernel("ncclDevKernel_AllReduce", 15_us, 10_us, 20, 2)
        .launch(5_us, 2_us, 3)
        .kernel("gemm", 25_us, 5_us, 7, 3)
        .runtime("cudaMemcpyAsync", 26_us, 2_us, 4)
        .copy("Memcpy HtoD (Pageable -> Device)", 40_us, 10_us, 7, 4, 20'000)
        .text();
}

AnalysisInput inputOf(const std::vector<std::string>& texts, Scope scope)
{
    Result<std::shared_ptr<const TraceSet>> traces = loadTexts(texts);
    if (!traces)
        failHard(english(traces.error().message));
    return { std::move(traces).value(), std::move(scope) };
}

Result<AnalysisResult> runOn(
    const AnalysisInput& input, std::string_view analysis, const ParameterTexts& parameters, Mode mode)
{
    return runOn(std::span(&input, 1), analysis, parameters, mode);
}

Result<AnalysisResult> runOn(
    std::span<const AnalysisInput> inputs, std::string_view analysis, const ParameterTexts& parameters, Mode mode)
{
    const AnalysisDescriptor* descriptor = findAnalysis(analysis);
    if (!descriptor)
        failHard("no analysis " + std::string(analysis));
    Parameters given;
    for (const auto& [id, text] : parameters)
        given.set(id, valueOf(*descriptor, id, text));
    return runAnalysis(*descriptor, inputs, given, mode, {});
}

namespace {

/// The last digits of a mean or a deviation depend on how the compiler orders the additions: not what a test is about.
Cell withTwelveDigits(Cell cell)
{
    if (double* value = std::get_if<double>(&cell)) {
        char text[40];
        std::snprintf(text, sizeof text, "%.12g", *value);
        *value = std::strtod(text, nullptr);
    }
    return cell;
}

} // namespace

std::string rowsOf(const Table& table, const std::vector<std::string_view>& columns)
{
    // Through the writer of the product: one place decides how a figure reads.
    Table part("part", "", [&] {
        std::vector<ColumnDescriptor> chosen;
        for (const std::string_view column : columns)
            chosen.push_back(table.columns().at(table.columnIndex(column)));
        return chosen;
    }());
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        std::vector<Cell> cells;
        for (const std::string_view column : columns)
            cells.push_back(withTwelveDigits(table.cell(row, table.columnIndex(column))));
        part.addRow(std::move(cells));
    }
    std::istringstream lines(writeTable(part, TableFormat::Tsv));
    std::string text;
    std::string line;
    std::getline(lines, line); // the header
    while (std::getline(lines, line)) {
        std::replace(line.begin(), line.end(), '\t', ' ');
        text += line + '\n';
    }
    return text;
}

std::string kindsOfRows(const AnalysisResult& result, const ChartDescription& chart, std::string_view column)
{
    const auto word = [](std::optional<PartKind> kind) {
        if (!kind)
            return "none";
        switch (*kind) {
        case PartKind::Communication:
            return "communication";
        case PartKind::Compute:
            return "compute";
        case PartKind::Memory:
            return "memory";
        default:
            return "another";
        }
    };
    const Table& table = *result.findTable(chart.table);
    std::string kinds;
    for (std::size_t row = 0; row < table.rowCount(); ++row)
        kinds +=
            std::string(table.text(row, table.columnIndex(column))) + ' ' + word(chart.kindOfRow(table, row)) + '\n';
    return kinds;
}

std::string rowsOf(
    const Result<AnalysisResult>& result, std::string_view table, const std::vector<std::string_view>& columns)
{
    if (!result)
        return english(result.error().message);
    const Table* found = result->findTable(table);
    return found ? rowsOf(*found, columns) : "no table " + std::string(table);
}

std::string remarkOf(const Result<AnalysisResult>& result, std::string_view code)
{
    if (!result)
        return english(result.error().message);
    std::string all;
    for (const Remark& remark : result->remarks)
        all += remark.code == code ? english(remark.message) + "\n" : "";
    return all;
}

Scope rangeScope(Timestamp begin, Timestamp end)
{
    Scope scope;
    scope.range = TimeRange { begin, end };
    return scope;
}

std::vector<AnalysisInput> cutsOf(const AnalysisInput& whole)
{
    std::vector<AnalysisInput> cuts(3, whole);
    const TimeRange range = whole.traces->coreRange();
    cuts[1].scope.range = TimeRange { range.begin + range.length() / 3, range.end - range.length() / 4 };
    if (const auto& steps = whole.traces->ranks().front().trace->steps(); !steps.empty())
        cuts[2].scope.steps = { steps.front().number };
    return cuts;
}

std::int64_t integerAt(const Table& table, std::size_t row, std::string_view column)
{
    const Cell cell = table.cell(row, table.columnIndex(column));
    const auto* value = std::get_if<std::int64_t>(&cell);
    return value ? *value : 0;
}

Nanoseconds timeOf(const Selection& evidence, const TraceSet& traces)
{
    Nanoseconds sum = 0;
    for (const SliceRef& slice : evidence.slices)
        sum += traces.ranks()[slice.rank].trace->slices().duration(slice.slice);
    for (const IntervalRef& interval : evidence.intervals)
        sum += interval.range.length();
    return sum;
}

} // namespace kinetoscope::tests
