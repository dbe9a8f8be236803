// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compat/critical_path/hta_critical_path.h"

#include "core/analysis/names/classification.h"
#include "core/analysis/types/columns.h"
#include "core/analysis/types/parameter_ids.h"
#include "core/base/names/short_name.h"
#include "core/compat/gpu/hta_gpu_rows.h"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace kinetoscope::compat {

namespace {

constexpr std::uint32_t kNoEdge = UINT32_MAX;

/// The edges of each node at one of its sides, in the order in which they were added.
class EdgesByNode {
public:
    EdgesByNode(const PathGraph& graph, NodeNumber PathEdge::*side)
        : m_begins(graph.nodes().size() + 1)
        , m_edges(graph.edges().size())
    {
        for (const PathEdge& edge : graph.edges())
            ++m_begins[edge.*side + 1];
        for (std::size_t i = 1; i < m_begins.size(); ++i)
            m_begins[i] += m_begins[i - 1];
        std::vector<std::uint32_t> next(m_begins.begin(), m_begins.end() - 1);
        for (std::uint32_t i = 0; i < m_edges.size(); ++i)
            m_edges[next[graph.edges()[i].*side]++] = i;
    }
    [[nodiscard]] std::span<const std::uint32_t> of(NodeNumber node) const
    {
        return std::span(m_edges).subspan(m_begins[node], m_begins[node + 1] - m_begins[node]);
    }

private:
    std::vector<std::uint32_t> m_begins;
    std::vector<std::uint32_t> m_edges;
};

/// Nodes that have edges, each where an edge first names it.
std::vector<NodeNumber> nodesInOrder(const PathGraph& graph)
{
    std::vector<bool> isKnown(graph.nodes().size());
    std::vector<NodeNumber> nodes;
    for (const PathEdge& edge : graph.edges()) {
        for (const NodeNumber node : { edge.from, edge.to }) {
            if (!isKnown[node])
                nodes.push_back(node);
            isKnown[node] = true;
        }
    }
    return nodes;
}

/// Nodes behind all that lead to them, each as soon as that holds; those of a cycle are left out.
std::vector<NodeNumber> topologicalOrder(
    const PathGraph& graph, const std::vector<NodeNumber>& nodes, const EdgesByNode& leaving)
{
    std::vector<std::uint32_t> missing(graph.nodes().size());
    for (const PathEdge& edge : graph.edges())
        ++missing[edge.to];
    std::vector<NodeNumber> order;
    order.reserve(nodes.size());
    std::ranges::copy_if(nodes, std::back_inserter(order), [&missing](NodeNumber node) { return missing[node] == 0; });
    for (std::size_t i = 0; i < order.size(); ++i) {
        for (const std::uint32_t edge : leaving.of(order[i])) {
            const NodeNumber to = graph.edges()[edge].to;
            if (--missing[to] == 0)
                order.push_back(to);
        }
    }
    return order;
}

bool hasSyncOnOneStream(const HtaRank& rank, const PathGraph& graph)
{
    return std::ranges::any_of(graph.edges(), [&](const PathEdge& edge) {
        const HtaRow& from = rank.rows[graph.nodes()[edge.from].row];
        const HtaRow& to = rank.rows[graph.nodes()[edge.to].row];
        return edge.type == PathEdgeType::SyncDependency && from.hasStream() && from.stream == to.stream;
    });
}

} // namespace

LongestPath findLongestPath(const PathGraph& graph, const Progress& progress)
{
    LongestPath path;
    const std::vector<NodeNumber> nodes = nodesInOrder(graph);
    path.nodesWithEdges = nodes.size();
    const std::vector<NodeNumber> order = topologicalOrder(graph, nodes, EdgesByNode(graph, &PathEdge::from));
    path.hasCycle = order.size() != nodes.size();
    if (path.hasCycle || order.empty())
        return path;

    const EdgesByNode entering(graph, &PathEdge::to);
    std::vector<double> length(graph.nodes().size());
    std::vector<std::uint32_t> best(graph.nodes().size(), kNoEdge); ///< the edge by which the longest path comes
    NodeNumber last = order.front();
    StopCheck stop(progress);
    for (const NodeNumber node : order) {
        if (stop.after(1))
            return path;
        for (const std::uint32_t edge : entering.of(node)) {
            const double through = length[graph.edges()[edge].from] + graph.edges()[edge].searchedWeight();
            if (best[node] == kNoEdge || through > length[node]) {
                best[node] = edge;
                length[node] = through;
            }
        }
        if (length[node] < 0) { // parts of a microsecond, where times are not rounded: HTA begins anew
            best[node] = kNoEdge;
            length[node] = 0;
        }
        if (length[node] > length[last])
            last = node;
    }
    path.nodes.push_back(last);
    for (std::uint32_t edge = best[last]; edge != kNoEdge; edge = best[graph.edges()[edge].from]) {
        path.edges.push_back(edge);
        path.nodes.push_back(graph.edges()[edge].from);
    }
    std::ranges::reverse(path.nodes);
    std::ranges::reverse(path.edges);
    return path;
}

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

std::string_view boundBy(const HtaRank& rank, const PathEdge& edge, const std::vector<std::string>& dataLoad)
{
    switch (edge.type) {
    case PathEdgeType::KernelKernelDelay:
        return "gpu_kernel_kernel_overhead";
    case PathEdgeType::KernelLaunchDelay:
        return "gpu_kernel_launch_overhead";
    case PathEdgeType::Dependency:
    case PathEdgeType::SyncDependency:
        return "";
    case PathEdgeType::OperatorKernel:
        break;
    }
    if (edge.owner == kNoRow)
        return "";
    const HtaRow& row = rank.rows[edge.owner];
    const std::string_view name = rank.name(row);
    if (row.stream < 0) {
        const bool loads = std::ranges::any_of(
            dataLoad, [name](const std::string& part) { return name.find(part) != std::string_view::npos; });
        return loads ? "data_loading" : "cpu_bound";
    }
    return htaKernelType(htaShortName(name)) == KernelType::Communication ? "gpu_communication_bound"
                                                                          : "gpu_compute_bound";
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

std::vector<TableDescriptor> criticalPathTablesOfHta()
{
    const ColumnDescriptor rank { "rank", ColumnType::Int, Unit::None, "Rank" };
    const ColumnDescriptor bound { "bound_by", ColumnType::String, Unit::None, "Bound by" };
    const ColumnDescriptor type { "type", ColumnType::String, Unit::None, "Edge" };
    const ColumnDescriptor duration { "duration", ColumnType::Float, Unit::Microseconds, "Time" };
    return {
        { "path", "The critical path, edge by edge",
            { numberColumn("event_idx", "Event"), duration, type, textColumn("s_name", "Name", TextKind::Name),
                textColumn("cat", "Category"), textColumn("pid", "Process"), textColumn("tid", "Thread"),
                numberColumn("stream", "Stream"), numberColumn("index", "Index"), bound, rank } },
        { "summary", "What bounds the critical path",
            { bound, duration, percentColumn("duration_pctg", "Share", "% of path"), rank } },
        { "bounds", "What bounds the path, by edge",
            { bound, type, countColumn("count", "Edges"), microsecondsColumn("sum", "Sum"), rank } },
        { "events", "Events on the path",
            { numberColumn("ev_idx", "Event"), textColumn("name", "Name", TextKind::Name),
                microsecondsColumn("ts", "Start"), microsecondsColumn("dur", "Duration"),
                numberColumn("stream", "Stream"), rank } },
        { "edges", "The graph that was searched",
            { type, countColumn("edges", "Edges"), microsecondsColumn("weight", "Weight"),
                countColumn("critical_edges", "Critical edges"),
                microsecondsColumn("critical_weight", "Critical weight"), countColumn("nodes", "Nodes"), rank } },
    };
}

namespace {

/// Positions of the tables of criticalPathTablesOfHta().
enum PathTable : std::size_t { kPathRows, kSummary, kBounds, kEvents, kEdgeTypes };
/// Positions of their evidence.
enum PathSlicesOf : std::size_t { kPathSlices, kEventSlices };
enum PathSelectionsOf : std::size_t { kSummarySelections, kBoundSelections, kEdgeSelections };

/// What a row is made of; the second may be invalid, as none.
struct PathSlices {
    std::uint32_t rank = 0; ///< position of the rank in TraceSet::ranks()
    SliceId first;
    SliceId second;
};

struct PathSum {
    std::int64_t count = 0;
    double time = 0;
    Selection slices;
};

/// The row whose time an edge is, else the rows at its ends.
PathSlices slicesOf(const HtaRank& rank, const HtaCriticalPath& found, const PathEdge& edge)
{
    PathSlices slices { rank.rankIndex, {}, {} };
    const RowNumber from = found.graph.nodes()[edge.from].row;
    const RowNumber to = found.graph.nodes()[edge.to].row;
    slices.first = rank.rows[edge.owner != kNoRow ? edge.owner : from].slice;
    if (edge.owner == kNoRow && to != from)
        slices.second = rank.rows[to].slice;
    return slices;
}

void addSlices(const PathSlices& slices, Selection& selection)
{
    for (const SliceId slice : { slices.first, slices.second }) {
        if (slice.isValid())
            selection.slices.push_back({ slices.rank, slice });
    }
}

/// The tables of runCriticalPath, filled rank by rank.
class CriticalPathTables {
public:
    CriticalPathTables();
    /// Adds a path that was found, with `rank`, of which nothing is kept.
    void add(const HtaRank& rank, const HtaCriticalPath& found, const std::vector<std::string>& dataLoad);
    /// The tables with their evidence. Call once.
    [[nodiscard]] std::vector<Table> take();

private:
    void addPath(const HtaRank& rank, const HtaCriticalPath& found, const std::vector<std::string>& dataLoad);
    void addSums(const HtaRank& rank, const HtaCriticalPath& found, const std::vector<std::string>& dataLoad);
    void addEvents(const HtaRank& rank, const HtaCriticalPath& found);
    void addEdgeTypes(const HtaRank& rank, const HtaCriticalPath& found);

    std::vector<Table> m_tables;
    /// Of the long tables, `path` and `events`: one or two slices a row.
    std::array<std::shared_ptr<std::vector<PathSlices>>, 2> m_slices;
    /// Of the short ones.
    std::array<std::shared_ptr<std::vector<Selection>>, 3> m_selections;
};

CriticalPathTables::CriticalPathTables()
{
    for (TableDescriptor& table : criticalPathTablesOfHta())
        m_tables.emplace_back(std::move(table.name), std::move(table.title), std::move(table.columns));
    for (auto& slices : m_slices)
        slices = std::make_shared<std::vector<PathSlices>>();
    for (auto& selections : m_selections)
        selections = std::make_shared<std::vector<Selection>>();
}

void CriticalPathTables::add(
    const HtaRank& rank, const HtaCriticalPath& found, const std::vector<std::string>& dataLoad)
{
    addPath(rank, found, dataLoad);
    addSums(rank, found, dataLoad);
    addEvents(rank, found);
    addEdgeTypes(rank, found);
}

void CriticalPathTables::addPath(
    const HtaRank& rank, const HtaCriticalPath& found, const std::vector<std::string>& dataLoad)
{
    const Trace& trace = *rank.trace;
    for (const std::uint32_t number : found.path.edges) {
        const PathEdge& edge = found.graph.edges()[number];
        std::vector<Cell> cells { Cell {}, edge.weight, std::string(toString(edge.type)), Cell {}, Cell {}, Cell {},
            Cell {}, Cell {}, Cell {}, std::string(boundBy(rank, edge, dataLoad)), rank.rank };
        if (edge.owner != kNoRow) {
            const HtaRow& row = rank.rows[edge.owner];
            const Track& track = trace.track(trace.trackOf(row.slice));
            cells[0] = std::int64_t { row.index };
            cells[3] = htaShortName(rank.name(row));
            cells[4] = std::string(trace.category(trace.slices().category[row.slice.index()]));
            cells[5] = std::string(trace.text(track.pid));
            cells[6] = std::string(trace.text(track.tid));
            cells[7] = row.stream;
            cells[8] = std::int64_t { row.index };
        }
        m_tables[kPathRows].addRow(std::move(cells));
        m_slices[kPathSlices]->push_back(slicesOf(rank, found, edge));
    }
}

void CriticalPathTables::addSums(
    const HtaRank& rank, const HtaCriticalPath& found, const std::vector<std::string>& dataLoad)
{
    std::map<std::pair<std::string_view, std::string_view>, PathSum> byType;
    std::map<std::string_view, PathSum> byBound;
    double total = 0;
    for (const std::uint32_t number : found.path.edges) {
        const PathEdge& edge = found.graph.edges()[number];
        const std::string_view bound = boundBy(rank, edge, dataLoad);
        for (PathSum* sum : { &byType[{ bound, toString(edge.type) }], &byBound[bound] }) {
            ++sum->count;
            sum->time += edge.weight;
            addSlices(slicesOf(rank, found, edge), sum->slices);
        }
        total += edge.weight;
    }
    for (auto& [key, sum] : byType) {
        m_tables[kBounds].addRow({ std::string(key.first), std::string(key.second), sum.count, sum.time, rank.rank });
        m_selections[kBoundSelections]->push_back(std::move(sum.slices));
    }
    for (auto& [bound, sum] : byBound) {
        const Cell share = total > 0 ? Cell { sum.time / total * 100 } : Cell {};
        m_tables[kSummary].addRow({ std::string(bound), sum.time, share, rank.rank });
        m_selections[kSummarySelections]->push_back(std::move(sum.slices));
    }
}

void CriticalPathTables::addEvents(const HtaRank& rank, const HtaCriticalPath& found)
{
    for (const RowNumber number : found.events) {
        const HtaRow& row = rank.rows[number];
        m_tables[kEvents].addRow(
            { std::int64_t { row.index }, std::string(rank.name(row)), row.ts, row.dur, row.stream, rank.rank });
        m_slices[kEventSlices]->push_back({ rank.rankIndex, row.slice, {} });
    }
}

void CriticalPathTables::addEdgeTypes(const HtaRank& rank, const HtaCriticalPath& found)
{
    std::array<PathSum, kPathEdgeTypes.size()> all;
    std::array<PathSum, kPathEdgeTypes.size()> critical;
    for (const PathEdge& edge : found.graph.edges()) {
        PathSum& sum = all[static_cast<std::size_t>(edge.type)];
        ++sum.count;
        sum.time += edge.searchedWeight();
        addSlices(slicesOf(rank, found, edge), sum.slices);
    }
    for (const std::uint32_t number : found.path.edges) {
        const PathEdge& edge = found.graph.edges()[number];
        PathSum& sum = critical[static_cast<std::size_t>(edge.type)];
        ++sum.count;
        sum.time += edge.weight;
    }
    for (const PathEdgeType type : kPathEdgeTypes) {
        const auto i = static_cast<std::size_t>(type);
        if (all[i].count == 0)
            continue;
        m_tables[kEdgeTypes].addRow({ std::string(toString(type)), all[i].count, all[i].time, critical[i].count,
            critical[i].time, static_cast<std::int64_t>(found.path.nodesWithEdges), rank.rank });
        m_selections[kEdgeSelections]->push_back(std::move(all[i].slices));
    }
}

std::vector<Table> CriticalPathTables::take()
{
    for (const auto& [table, evidence] : { std::pair { kPathRows, kPathSlices }, { kEvents, kEventSlices } }) {
        m_tables[table].setEvidence([slices = m_slices[evidence]](std::size_t row, std::size_t) {
            Selection selection;
            addSlices((*slices)[row], selection);
            return selection;
        });
    }
    for (const auto& [table, evidence] :
        { std::pair { kSummary, kSummarySelections }, { kBounds, kBoundSelections }, { kEdgeTypes, kEdgeSelections } })
        m_tables[table].setEvidence(
            [selections = m_selections[evidence]](std::size_t row, std::size_t) { return (*selections)[row]; });
    return std::move(m_tables);
}

} // namespace

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
