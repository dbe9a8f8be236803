// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/job/stragglers.h"
#include "core/compat/hta_analyses.h"

#include "core/analysis/job/straggler_vote.h"
#include "core/analysis/scope/scope_text.h"
#include "core/analysis/types/parameter_ids.h"
#include "core/analysis/words/not_there.h"
#include "core/compat/gpu/hta_gpu_rows.h"

#include <algorithm>
#include <limits>
#include <set>
#include <string>

namespace kinetoscope::compat {

namespace {

/// Steps that are left after the last one was dropped.
std::set<std::int64_t> stepsPresent(const HtaTable& table)
{
    std::set<std::int64_t> steps;
    for (const HtaRank& rank : table.ranks) {
        for (const HtaRow& row : rank.rows) {
            if (const auto number = profilerStepNumber(rank.name(row)))
                steps.insert(*number);
        }
    }
    return steps;
}

Result<std::set<std::int64_t>> chosenSteps(const HtaTable& table, const std::string& text)
{
    const std::set<std::int64_t> present = stepsPresent(table);
    if (text == "all")
        return present;
    const Result<std::vector<std::int64_t>> steps = parseNumberList(text);
    if (!steps)
        return invalidArgument(
            { KT_PHRASE("stragglers", "%1: %2"), arg::Option { "profiler-steps" }, steps.error().message });
    for (const std::int64_t step : *steps) {
        if (!present.contains(step))
            return invalidArgument(notThere(NamedThing::Step, step, { KT_PHRASE("stragglers", "this job") },
                std::vector(present.begin(), present.end())));
    }
    return std::set<std::int64_t>(steps->begin(), steps->end());
}

/// Time of the rows of the steps over their number; 0 without rows.
double stepLength(const HtaTable& table, const Scope& scope, const std::set<std::int64_t>& steps)
{
    double begin = std::numeric_limits<double>::infinity();
    double end = -begin;
    for (const HtaRank& rank : table.ranks) {
        for (const HtaRow& row : rank.rows) {
            if (!isChosen(scope.ranks, rank.rank) || !steps.contains(row.iteration))
                continue;
            begin = std::min(begin, row.ts);
            end = std::max(end, row.ts + row.dur);
        }
    }
    return end < begin ? 0.0 : (end - begin) / static_cast<double>(steps.size());
}

Collectives<double> longCollectives(const HtaTable& table, const Scope& scope, const std::set<std::int64_t>& steps)
{
    const double shortest = kLongCollectiveShare * stepLength(table, scope, steps);
    Collectives<double> collectives;
    for (const HtaRank& rank : table.ranks) {
        if (!isChosen(scope.ranks, rank.rank))
            continue;
        for (const HtaRow& row : rank.rows) {
            if (row.stream <= 0 || row.iteration <= 0 || !steps.contains(row.iteration) || row.dur < shortest)
                continue;
            if (rank.name(row).starts_with("ncclKernel"))
                putRun(collectives, { row.stream, std::string(rank.name(row)) }, row.iteration,
                    CollectiveRun<double> { rank.rank, row.ts, row.dur, {} });
        }
    }
    return collectives;
}

} // namespace

Result<AnalysisResult> runStragglers(
    AnalysisInputs inputs, const Parameters& parameters, const AnalysisContext& context)
{
    const AnalysisInput& input = inputs[0];
    KT_TRY(const HtaTable table, buildHtaTable(*input.traces, optionsFrom(parameters), context.progress));
    KT_TRY(const std::set<std::int64_t> steps, chosenSteps(table, parameters.text(parameter::kProfilerSteps)));
    const auto count = static_cast<std::size_t>(parameters.integer(parameter::kNumCandidates));
    const Collectives<double> collectives = longCollectives(table, input.scope, steps);
    Table candidates = emptyStragglerTableOfHta();
    AnalysisResult result;
    if (const auto* chosen = mostUnequalCollective(collectives)) {
        const auto late =
            countExtremes(chosen->second, count, [](const CollectiveRun<double>& run) { return run.start; });
        for (const auto& [rank, votes] : firstByVotes(late, count))
            candidates.addRow({ rank, votes });
    } else {
        result.remarks.push_back({ "no-collectives",
            { KT_PHRASE(
                "hta", "HTA stops here: no step has a long kernel named ncclKernel... on two ranks or more.") } });
    }
    result.tables.push_back(std::move(candidates));
    return result;
}

} // namespace kinetoscope::compat
