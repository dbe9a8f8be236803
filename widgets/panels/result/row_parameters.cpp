// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/result/row_parameters.h"

#include "core/analysis/causes/replay/changes.h"
#include "core/analysis/types/column_names.h"
#include "core/base/vectors.h"
#include "core/catalog/analyses.h"

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace kinetoscope {

namespace {

/// The whole number in a cell as a list of one; "" where there is none.
std::string listOf(const Table& table, std::size_t row, std::size_t column)
{
    if (column >= table.columnCount())
        return {};
    const Cell cell = table.cell(row, column);
    const auto* number = std::get_if<std::int64_t>(&cell);
    return number ? std::to_string(*number) : std::string();
}

/// What was shown with, as far as the analysis has it, too: one name means one thing; the form checks the type.
Parameters sharedWith(const AnalysisDescriptor& analysis, const Parameters& shown)
{
    Parameters shared;
    for (const ParameterDescriptor& parameter : analysis.parameters) {
        if (const auto value = shown.all().find(parameter.id); value != shown.all().end() && !parameter.htaOnly)
            shared.set(parameter.id, value->second);
    }
    return shared;
}

} // namespace

std::optional<RowAnalysis> analysisOfRow(const Table& table, std::size_t row, const Parameters& shown)
{
    const std::size_t column = table.columnIndex(column::kAnalysis);
    if (column == table.columnCount() || row >= table.rowCount())
        return std::nullopt;
    RowAnalysis found;
    found.analysis = findAnalysis(table.text(row, column));
    if (!found.analysis)
        return std::nullopt;
    found.parameters = sharedWith(*found.analysis, shown);
    return found;
}

std::optional<Parameters> comparisonOfRows(const Table& table, std::span<const std::size_t> rows)
{
    if (rows.size() != 2)
        return std::nullopt;
    const std::size_t rank = table.columnIndex("rank");
    const std::size_t step = table.columnIndex("step");
    const std::string ranks[] { listOf(table, rows[0], rank), listOf(table, rows[1], rank) };
    const std::string steps[] { listOf(table, rows[0], step), listOf(table, rows[1], step) };
    const bool isSame = ranks[0] == ranks[1] && steps[0] == steps[1];
    if (isSame || ranks[0].empty() || ranks[1].empty())
        return std::nullopt;
    const auto orAll = [](const std::string& list) { return list.empty() ? std::string("all") : list; };
    Parameters parameters;
    parameters.set("control-ranks", ranks[0]);
    parameters.set("test-ranks", ranks[1]);
    parameters.set("control-steps", orAll(steps[0]));
    parameters.set("test-steps", orAll(steps[1]));
    return parameters;
}

std::optional<Parameters> changesOfRows(const Table& table, std::span<const std::size_t> rows)
{
    const std::size_t what = table.columnIndex("change");
    const std::size_t target = table.columnIndex("target");
    const std::size_t factor = table.columnIndex("factor");
    if (rows.empty() || std::max({ what, target, factor }) >= table.columnCount())
        return std::nullopt;
    std::vector<std::string> changes;
    for (const std::size_t row : rows) {
        const Cell of = table.cell(row, factor);
        const auto* times = std::get_if<double>(&of);
        if (!times)
            return std::nullopt;
        std::string change = fmt::format("{}:{}={}", table.text(row, what), table.text(row, target), *times);
        if (std::ranges::find(changes, change) == changes.end())
            changes.push_back(std::move(change));
    }
    Parameters parameters;
    parameters.set("change", std::move(changes));
    return parameters;
}

std::optional<Parameters> savingOfRow(const Table& table, std::size_t row, const Parameters& shown)
{
    const std::size_t column = table.columnIndex(column::kWhatIf);
    if (column >= table.columnCount() || row >= table.rowCount() || table.text(row, column).empty())
        return std::nullopt;
    const Result<std::vector<NamedChange>> changes = parseChanges(table.text(row, column));
    if (!changes)
        return std::nullopt;
    const AnalysisDescriptor* whatIf = findAnalysis("what-if");
    Parameters parameters = sharedWith(*whatIf, shown);
    for (const ParameterDescriptor& parameter : whatIf->parameters) {
        if (!parameter.htaOnly && !parameters.has(parameter.id))
            parameters.set(parameter.id, parameter.defaultValue);
    }
    parameters.set("change", mapped(*changes, written));
    return parameters;
}

} // namespace kinetoscope
