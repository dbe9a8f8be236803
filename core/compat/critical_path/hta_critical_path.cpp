// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compat/critical_path/hta_critical_path.h"

#include "core/analysis/types/parameter_ids.h"
#include "core/compat/critical_path/hta_path_tables.h"
#include "core/compat/gpu/hta_gpu_rows.h"

#include <algorithm>
#include <string>
#include <utility>

namespace kinetoscope::compat {

namespace {

bool hasSyncOnOneStream(const HtaRank& rank, const PathGraph& graph)
{
    return std::ranges::any_of(graph.edges(), [&](const PathEdge& edge) {
        const HtaRow& from = rank.rows[graph.nodes()[edge.from].row];
        const HtaRow& to = rank.rows[graph.nodes()[edge.to].row];
        return edge.type == PathEdgeType::SyncDependency && from.hasStream() && from.stream == to.stream;
    });
}

} // namespace

HtaCriticalPath findCriticalPath(const HtaRank& rank, const CriticalPathOptions& options, const Progress& progress)
{
    const RowsByIndex byIndex(rank);
    const auto rows = rowsOfRegion(rank, byIndex, options, progress);
    HtaCriticalPath found(PathGraph(rank, rows.value_or(std::vector<RowNumber> {}), options));
    if (!rows) {
        found.failure = PathFailure::NoInstance;
        return found;
    }
    const PathNames names(*rank.trace);
    const PathSource source { rank, *rows, byIndex, names, options };
    for (const auto addEdges : { addLockEdges, addThreadEdges, addDeviceEdges }) {
        addEdges(source, found.graph, progress);
        if (progress.shouldStop())
            return found;
    }
    found.graph.mergeEdges();
    if (hasSyncOnOneStream(rank, found.graph)) {
        found.failure = PathFailure::SyncOnOneStream;
        return found;
    }
    found.path = findLongestPath(found.graph, progress);
    if (found.path.hasCycle)
        found.failure = PathFailure::Cycle;
    else if (found.path.nodes.empty())
        found.failure = PathFailure::Empty;
    for (const NodeNumber node : found.path.nodes)
        found.events.push_back(found.graph.nodes()[node].row);
    std::ranges::sort(found.events, {}, [&rank](RowNumber a) { return rank.rows[a].index; });
    found.events.erase(std::unique(found.events.begin(), found.events.end()), found.events.end());
    return found;
}

std::vector<ParameterDescriptor> criticalPathParametersOfHtaAlone()
{
    return {
        { .id = "more-instances",
            .title = "More instances",
            .help = "How many annotations behind that one belong to the window too",
            .defaultValue = std::int64_t { 0 },
            .minimum = 0,
            .htaOnly = true },
        { .id = "data-load-events",
            .title = "Loading of data",
            .help = "Parts of the names of events that load data",
            .type = ParameterType::StringList,
            .defaultValue = std::vector<std::string> {},
            .htaOnly = true },
        { .id = "zero-weight-launch-edges",
            .title = "Launch edges without weight",
            .help = "Join each kernel to its launch, without weight where the launch is not what it waited for",
            .type = ParameterType::Bool,
            .defaultValue = false,
            .htaOnly = true },
    };
}

CriticalPathOptions criticalPathOptionsFrom(const Parameters& parameters)
{
    CriticalPathOptions options { .annotation = parameters.text(parameter::kAnnotation),
        .firstInstance = parameters.integer(parameter::kInstance) };
    options.lastInstance = saturatingAdd(options.firstInstance, parameters.integer("more-instances"));
    options.dataLoad = parameters.list("data-load-events");
    std::erase(options.dataLoad, std::string());
    options.addZeroWeightLaunches = parameters.boolean("zero-weight-launch-edges");
    return options;
}

Remark remarkOn(PathFailure failure, const CriticalPathOptions& options, std::int64_t rank)
{
    const std::string number = std::to_string(rank);
    switch (failure) {
    case PathFailure::NoInstance:
        return { "no-annotation-" + number,
            { KT_PHRASE(
                  "hta", "HTA finds no window: rank %1 has no annotation number %2 (from 0) with %3 in its name."),
                arg::Number { rank }, arg::Number { options.firstInstance }, arg::Name { options.annotation } } };
    case PathFailure::SyncOnOneStream:
        return { "sync-on-one-stream-" + number,
            { KT_PHRASE("hta", "HTA refuses the graph of rank %1: work of a stream waits for work of the same stream."),
                arg::Number { rank } } };
    case PathFailure::Cycle:
        return { "cycle-" + number,
            { KT_PHRASE("hta", "HTA refuses the graph of rank %1: it has a cycle."), arg::Number { rank } } };
    case PathFailure::Empty:
    case PathFailure::None:
        break;
    }
    return { "no-path-" + number,
        { KT_PHRASE("hta", "HTA stops here: the window of rank %1 has no op, call or kernel that it joins to another."),
            arg::Number { rank } } };
}

Result<AnalysisResult> runCriticalPath(
    AnalysisInputs inputs, const Parameters& parameters, const AnalysisContext& context)
{
    const AnalysisInput& input = inputs[0];
    KT_TRY(const HtaTable table, buildHtaTable(*input.traces, optionsFrom(parameters), context.progress));
    const CriticalPathOptions options = criticalPathOptionsFrom(parameters);
    AnalysisResult result;
    CriticalPathTables tables;
    for (const HtaRank& rank : table.ranks) {
        if (!isChosen(input.scope.ranks, rank.rank))
            continue;
        if (input.scope.ranks.empty() && &rank != &table.ranks.front()) // HTA asks for one rank, the first by default
            break;
        const HtaCriticalPath found = findCriticalPath(rank, options, context.progress);
        KT_TRY_DONE(context.progress.carryOn());
        if (found.failure == PathFailure::None)
            tables.add(rank, found, options.dataLoad);
        else
            result.remarks.push_back(remarkOn(found.failure, options, rank.rank));
    }
    result.tables = tables.take();
    return result;
}

} // namespace kinetoscope::compat
