// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compat/hta_analyses.h"

#include "core/analysis/host/kernel_sequences.h"
#include "core/analysis/types/parameter_ids.h"
#include "core/base/sort_stably.h"
#include "core/compat/gpu/hta_gpu_rows.h"
#include "core/compat/host/hta_call_graph.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <utility>

namespace kinetoscope::compat {

namespace {

struct PatternTotals {
    Selection events; ///< of all occurrences: op, what it calls, kernels
    std::int64_t count = 0;
    double kernelTime = 0;
    double opTime = 0;
};

/// The matches at the smallest depth of any match, if they launch enough kernels.
std::vector<std::size_t> rootsOf(
    const HtaRank& rank, const HtaCallGraph& graph, const NameMatcher& matcher, std::size_t minimum)
{
    std::vector<bool> matches(rank.trace->strings().size());
    std::vector<bool> isKnown(matches.size());
    int least = std::numeric_limits<int>::max();
    std::vector<std::size_t> candidates;
    for (std::size_t i = 0; i < rank.rows.size(); ++i) {
        const std::size_t name = rank.trace->slices().name[rank.rows[i].slice.index()].index();
        if (!isKnown[name]) {
            isKnown[name] = true;
            matches[name] = matcher.matches(rank.name(rank.rows[i]));
        }
        if (!matches[name])
            continue;
        candidates.push_back(i);
        least = std::min(least, graph.depth(i));
    }
    std::erase_if(
        candidates, [&](std::size_t row) { return graph.depth(row) != least || graph.kernelCount(row) < minimum; });
    return candidates;
}

std::vector<std::string> stepsOf(const HtaRank& rank, const HtaCallGraph& graph, std::size_t root, bool byLaunch)
{
    std::vector<const HtaRow*> kernels;
    for (const std::size_t row : graph.subtree(root)) {
        if (rank.rows[row].hasStream())
            kernels.push_back(&rank.rows[row]);
    }
    std::ranges::sort(kernels, {}, &HtaRow::index);
    std::ranges::stable_sort(kernels, [byLaunch](const HtaRow* a, const HtaRow* b) {
        return byLaunch ? a->linkedIndex < b->linkedIndex : a->ts < b->ts;
    });
    std::vector<std::string> steps { std::string(rank.name(rank.rows[root])) };
    for (const HtaRow* kernel : kernels)
        steps.emplace_back(rank.name(*kernel));
    return steps;
}

} // namespace

Result<AnalysisResult> runKernelSequences(
    AnalysisInputs inputs, const Parameters& parameters, const AnalysisContext& context)
{
    if (parameters.text(parameter::kOperatorName).empty())
        return invalidArgument(
            { KT_PHRASE("hta", "The hta mode needs %1."), arg::Option { parameter::kOperatorName } });
    KT_TRY(const NameMatcher matcher,
        NameMatcher::create(parameters.text(parameter::kOperatorName), parameters.text(parameter::kMatch)));
    KT_TRY(const HtaTable table, tableOfChosenRanks(inputs[0], parameters, context.progress));

    const bool isByLaunch = parameters.text(parameter::kOrder) == "launch";
    Table sequences = emptySequenceTableOfHta();
    std::map<std::string, PatternTotals> found;
    for (const HtaRank& rank : table.ranks) {
        const HtaCallGraph graph(rank);
        const auto minimum = static_cast<std::size_t>(parameters.integer(parameter::kMinPatternLen));
        for (const std::size_t root : rootsOf(rank, graph, matcher, minimum)) {
            PatternTotals& totals =
                found[sequences.addChain(stepsOf(rank, graph, root, isByLaunch), kPatternSeparator)];
            for (const std::size_t row : graph.subtree(root))
                totals.events.slices.push_back({ rank.rankIndex, rank.rows[row].slice });
            ++totals.count;
            totals.kernelTime += graph.kernelTime(root);
            totals.opTime += rank.rows[root].dur;
        }
    }
    std::vector<std::pair<std::string, PatternTotals>> lines(
        std::make_move_iterator(found.begin()), std::make_move_iterator(found.end()));
    sortStably(lines, std::greater {}, [](const auto& a) { return a.second.count; });
    auto evidence = std::make_shared<std::vector<Selection>>();
    for (auto& [pattern, totals] : lines) {
        sequences.addRow({ pattern, totals.count, totals.kernelTime, totals.opTime });
        evidence->push_back(std::move(totals.events));
    }
    sequences.setEvidence([evidence](std::size_t row, std::size_t) { return (*evidence)[row]; });
    return resultOfTables(std::move(sequences));
}

} // namespace kinetoscope::compat
