// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compat/hta_analyses.h"

#include "core/analysis/job/chosen_side.h"
#include "core/analysis/job/op_changes.h"
#include "core/analysis/types/parameter_ids.h"
#include "core/base/names/short_name.h"
#include "core/compat/gpu/hta_gpu_rows.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

namespace kinetoscope::compat {

namespace {

/// Smallest step of all ranks, whatever ranks are compared; nothing if there is none.
std::optional<std::int64_t> firstStep(const HtaTable& table)
{
    std::optional<std::int64_t> first;
    for (const HtaRank& rank : table.ranks) {
        for (const HtaRow& row : rank.rows) {
            const auto number = profilerStepNumber(rank.name(row));
            if (number && (!first || *number < *first))
                first = number;
        }
    }
    return first;
}

struct RowFilter {
    std::vector<std::int64_t> steps; ///< empty: all rows
    bool host = true;
    bool device = true;

    [[nodiscard]] bool accepts(const HtaRow& row) const
    {
        if (!(row.hasStream() ? device : host))
            return false;
        return isChosen(steps, row.iteration);
    }
};

Result<OpTotalsByName<double>> totalsOf(
    const AnalysisInput& input, const Parameters& parameters, const std::string& side, const Progress& progress)
{
    HtaOptions options = optionsFrom(parameters);
    options.dropBySteps = false;
    KT_TRY(const HtaTable table, buildHtaTable(*input.traces, options, progress));
    KT_TRY(const std::vector<std::int64_t> ranks, numbersOf(parameters, side + "-ranks"));
    Scope scope = input.scope;
    if (!ranks.empty())
        scope.ranks = ranks;

    RowFilter filter { {}, parameters.text(parameter::kDeviceType) != "gpu",
        parameters.text(parameter::kDeviceType) != "cpu" };
    if (parameters.text(side + "-steps") != "all") {
        KT_TRY(filter.steps, numbersOf(parameters, side + "-steps"));
        if (const auto first = firstStep(table); filter.steps.empty() && first)
            filter.steps = { *first };
    }
    const bool shortNames = parameters.boolean(parameter::kUseShortName);
    OpTotalsByName<double> totals;
    for (const HtaRank& rank : table.ranks) {
        if (!isChosen(scope.ranks, rank.rank))
            continue;
        std::vector<OpTotals<double>> byId(rank.trace->strings().size());
        for (const HtaRow& row : rank.rows) {
            if (!filter.accepts(row))
                continue;
            OpTotals<double>& sums = byId[rank.trace->slices().name[row.slice.index()].index()];
            ++sums.count;
            sums.duration += row.dur;
        }
        for (std::size_t id = 0; id < byId.size(); ++id) {
            if (byId[id].count == 0)
                continue;
            const std::string_view name = rank.trace->text(StringId { id });
            OpTotals<double>& sums = totals[shortNames ? htaShortName(name) : std::string(name)];
            sums.count += byId[id].count;
            sums.duration += byId[id].duration;
        }
    }
    return totals;
}

} // namespace

Result<AnalysisResult> runTraceDiff(AnalysisInputs inputs, const Parameters& parameters, const AnalysisContext& context)
{
    if (parameters.text(parameter::kMatch) != "equal")
        return invalidArgument(
            { KT_PHRASE("hta", "%1: HTA compares equal names only."), arg::Option { parameter::kMatch } });
    std::array<OpTotalsByName<double>, 2> totals;
    for (std::size_t i = 0; i < totals.size(); ++i) {
        KT_TRY(totals[i], totalsOf(inputs[i], parameters, i == 0 ? "control" : "test", context.progress));
    }
    const std::vector<OpComparison<double>> rows = compareTotals(totals[0], totals[1]);
    AnalysisResult result;
    Table ops("ops", kOpsTitle, opColumnsOfHta(ColumnType::Float));
    for (const OpComparison<double>& row : rows)
        ops.addRow(htaCellsOf(row));
    std::vector<std::size_t> order;
    result.tables = tableList(std::move(ops), changesTable(rows, changeColumns(), order));
    return result;
}

} // namespace kinetoscope::compat
