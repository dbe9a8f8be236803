// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compat/critical_path/hta_path_tables.h"

#include "core/analysis/types/columns.h"
#include "core/base/names/short_name.h"
#include "core/compat/gpu/hta_gpu_rows.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

namespace kinetoscope::compat {

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

} // namespace

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

} // namespace kinetoscope::compat
