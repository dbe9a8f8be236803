// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/host/tree/call_paths_table.h"

#include "core/analysis/types/column_names.h"
#include "core/analysis/types/columns.h"

#include <string_view>
#include <unordered_map>
#include <utility>

namespace kinetoscope {

namespace {

constexpr const char* kName = "paths";
constexpr const char* kCallPathsTableTitle = "What calls what, equal calls together";

/// The columns, in the order of columns().
enum class CallPathsTableColumn : std::uint8_t {
    Rank,
    Index,
    Name,
    Parent,
    Depth,
    Kind,
    Process,
    Thread,
    Calls,
    Total,
    Self,
    KernelSum,
    KernelCount
};

std::vector<ColumnDescriptor> callPathsTableColumns()
{
    const auto inFiles = [](ColumnDescriptor column) {
        column.isInFilesOnly = true; // on a screen the place of the name says it
        return column;
    };
    const auto first = [](ColumnDescriptor column, int place) {
        column.place = place;
        return column;
    };
    return {
        first(numberColumn(column::kRank, "Rank"), -1),
        inFiles(inTree(numberColumn("index", "Row"), TreeRole::Row)),
        first(inTree(textColumn(column::kName, "Name"), TreeRole::Label), -2),
        inFiles(inTree(numberColumn("parent", "Parent", "Row around it; -1: none"), TreeRole::Parent)),
        inFiles(numberColumn("depth", "Depth")),
        first(textColumn(column::kKind, "Kind", TextKind::Word), 1),
        first(textColumn("pid", "Process"), 1),
        first(textColumn("tid", "Thread"), 1),
        countColumn(column::kCount, "Calls"),
        durationColumn("dur", "Host time"),
        durationColumn("self_time", "Host self time"),
        // Threads that only wait have the most host time.
        mainFigure(durationColumn("kernel_dur_sum", "GPU work launched")),
        countColumn("num_kernels", "GPU activities", "Kernels, copies, memory sets"),
    };
}

/// All rows, and what they are made from. Immutable.
class CallPathsTableRows final : public ComputedRows {
public:
    CallPathsTableRows(std::shared_ptr<const ScopedHostTrees> trees, std::shared_ptr<const ScopedGpuWork> work,
        std::shared_ptr<const std::vector<CallTreeNodes>> ranks, std::vector<CallPaths> paths)
        : m_trees(std::move(trees))
        , m_work(std::move(work))
        , m_ranks(std::move(ranks))
        , m_paths(std::move(paths))
    {
        for (std::uint32_t rank = 0; rank < m_paths.size(); ++rank) {
            std::vector<std::int64_t>& rowOf = m_rowOf.emplace_back(m_paths[rank].paths.size(), -1);
            for (const std::uint32_t path : m_paths[rank].order) {
                rowOf[path] = static_cast<std::int64_t>(m_rows.size());
                m_rows.push_back({ rank, path });
            }
        }
    }

    [[nodiscard]] std::size_t count() const override { return m_rows.size(); }

    [[nodiscard]] std::size_t memoryBytes() const override
    {
        std::size_t bytes = m_rows.capacity() * sizeof(PathRow);
        for (std::size_t rank = 0; rank < m_paths.size(); ++rank)
            bytes += m_paths[rank].paths.capacity() * sizeof(CallPath) + m_rowOf[rank].capacity() * sizeof(std::int64_t)
                + (m_paths[rank].pathOf.capacity() + m_paths[rank].order.capacity()) * sizeof(std::uint32_t);
        return bytes;
    }

    [[nodiscard]] std::string_view text(std::size_t row, std::size_t columnIndex) const override
    {
        const CallTreeNodes& rank = nodesOf(row);
        const CallPath& path = pathOf(row);
        const Trace& trace = *rank.tree.rank().trace;
        switch (static_cast<CallPathsTableColumn>(columnIndex)) {
        case CallPathsTableColumn::Name:
            return nameOf(path, rank);
        case CallPathsTableColumn::Process:
            return trace.text(trace.track(path.thread).pid);
        case CallPathsTableColumn::Thread:
            return trace.text(trace.track(path.thread).tid);
        default:
            return path.isThread() ? "thread" : hostKindText(trace.kind(rank.tree.nodes[path.firstNode].slice));
        }
    }

    [[nodiscard]] Cell figure(std::size_t row, std::size_t columnIndex) const override
    {
        const CallPath& path = pathOf(row);
        switch (static_cast<CallPathsTableColumn>(columnIndex)) {
        case CallPathsTableColumn::Rank:
            return nodesOf(row).tree.rank().rank;
        case CallPathsTableColumn::Index:
            return static_cast<std::int64_t>(row);
        case CallPathsTableColumn::Parent:
            return path.isThread() ? std::int64_t { -1 } : m_rowOf[m_rows[row].rank][path.parent];
        case CallPathsTableColumn::Depth:
            return std::int64_t { path.depth };
        case CallPathsTableColumn::Calls:
            return static_cast<std::int64_t>(path.calls);
        case CallPathsTableColumn::Total:
            return path.total;
        case CallPathsTableColumn::KernelSum:
            return path.kernelSum;
        case CallPathsTableColumn::KernelCount:
            return static_cast<std::int64_t>(path.kernels);
        default:
            return path.isThread() ? Cell {} : Cell { path.self };
        }
    }

    [[nodiscard]] Selection evidence(std::size_t row, CallPathsTableColumn column, const Progress& progress) const
    {
        if (column == CallPathsTableColumn::KernelSum || column == CallPathsTableColumn::KernelCount)
            return workBelow(row, progress);
        if (column == CallPathsTableColumn::Self)
            return selfOf(row);
        if (column == CallPathsTableColumn::Rank)
            return {};
        if (column == CallPathsTableColumn::Parent) {
            const CallPath& path = pathOf(row);
            return path.isThread() ? Selection {}
                                   : callsOf(static_cast<std::size_t>(m_rowOf[m_rows[row].rank][path.parent]));
        }
        return callsOf(row);
    }

    /// The row of the path of a call, or of the call that launched GPU work.
    [[nodiscard]] std::vector<std::size_t> rowsOf(const SliceRef& slice, const Progress& progress) const
    {
        const std::size_t i = m_trees->placeOf(slice.rank);
        if (i >= m_paths.size())
            return {};
        const Result<HostTree> tree = m_trees->rank(i, progress); // with its lookups
        if (!tree)
            return {};
        const std::uint32_t node = nodeOf(*tree, slice.slice);
        const std::int64_t row = node == HostNode::kNone ? -1 : m_rowOf[i][m_paths[i].pathOf[node]];
        return row < 0 ? std::vector<std::size_t> {} : std::vector { static_cast<std::size_t>(row) };
    }

private:
    struct PathRow {
        std::uint32_t rank = 0; ///< in m_ranks
        std::uint32_t path = 0;
    };

    [[nodiscard]] const CallTreeNodes& nodesOf(std::size_t row) const { return (*m_ranks)[m_rows[row].rank]; }
    [[nodiscard]] const CallPath& pathOf(std::size_t row) const
    {
        return m_paths[m_rows[row].rank].paths[m_rows[row].path];
    }

    /// Calls `visit` with each call of a row; of a thread, with those that
    /// nothing is around.
    template <typename Visit> void forEachCall(std::size_t row, Visit visit) const
    {
        const PathRow& place = m_rows[row];
        const CallPaths& paths = m_paths[place.rank];
        const bool isThread = pathOf(row).isThread();
        for (std::uint32_t node = 0; node < paths.pathOf.size(); ++node) {
            const std::uint32_t path = paths.pathOf[node];
            if ((isThread ? paths.paths[path].parent : path) == place.path)
                visit(node);
        }
    }

    [[nodiscard]] Selection callsOf(std::size_t row) const
    {
        const HostTree& tree = nodesOf(row).tree;
        Selection selection;
        forEachCall(row, [&](std::uint32_t node) { tree.addTo(selection, tree.nodes[node]); });
        return selection;
    }

    [[nodiscard]] Selection selfOf(std::size_t row) const
    {
        const HostTree& tree = nodesOf(row).tree;
        const Trace& trace = *tree.rank().trace;
        Selection selection;
        if (pathOf(row).isThread())
            return selection;
        const CallPaths& paths = m_paths[m_rows[row].rank];
        std::unordered_map<std::uint32_t, std::vector<TimeRange>> nested;
        for (std::uint32_t node = 0; node < paths.pathOf.size(); ++node) {
            const HostNode& inner = tree.nodes[node];
            if (inner.parent == HostNode::kNone || paths.pathOf[inner.parent] != m_rows[row].path)
                continue;
            // What hangs below it from another thread ran beside it.
            if (trace.trackOf(inner.slice) == trace.trackOf(tree.nodes[inner.parent].slice))
                nested[inner.parent].push_back(tree.visibleRange(inner));
        }
        forEachCall(
            row, [&](std::uint32_t node) { tree.addUncovered(selection, tree.nodes[node], std::move(nested[node])); });
        return selection;
    }

    [[nodiscard]] Selection workBelow(std::size_t row, const Progress& progress) const
    {
        const PathRow& place = m_rows[row];
        const CallPaths& paths = m_paths[place.rank];
        const std::vector<bool> isBelow = pathsBelow(paths, place.path);
        const Result<HostTree> tree = m_trees->rank(place.rank, progress); // with its lookups
        if (!tree)
            return {};
        const RankGpuWork work = m_work->rowsOf(place.rank, progress);
        const auto isLaunchedBelow = [&](const GpuWorkRow& gpu) {
            const std::uint32_t launcher = tree->launcherOf(gpu.slice);
            return launcher != HostNode::kNone && isBelow[paths.pathOf[launcher]];
        };
        return selectionWhere(*m_work, nodesOf(row).tree.rank(), work, isLaunchedBelow, progress);
    }

    std::shared_ptr<const ScopedHostTrees> m_trees;
    std::shared_ptr<const ScopedGpuWork> m_work;
    std::shared_ptr<const std::vector<CallTreeNodes>> m_ranks;
    std::vector<CallPaths> m_paths;                 ///< by rank
    std::vector<std::vector<std::int64_t>> m_rowOf; ///< by rank and path; -1: not shown
    std::vector<PathRow> m_rows;
};

} // namespace

TableDescriptor callPathsDescriptor()
{
    return { kName, kCallPathsTableTitle, callPathsTableColumns() };
}

Table callPathsTable(std::shared_ptr<const ScopedHostTrees> trees, std::shared_ptr<const ScopedGpuWork> work,
    std::shared_ptr<const std::vector<CallTreeNodes>> ranks, std::vector<CallPaths> paths)
{
    const auto rows = std::make_shared<const CallPathsTableRows>(
        std::move(trees), std::move(work), std::move(ranks), std::move(paths));
    Table table(kName, kCallPathsTableTitle, callPathsTableColumns(), rows);
    table.setEvidence([rows](std::size_t row, std::size_t column, const Progress& progress) {
        return rows->evidence(row, static_cast<CallPathsTableColumn>(column), progress);
    });
    table.setRowsOf([rows](const SliceRef& slice, const Progress& progress) { return rows->rowsOf(slice, progress); });
    return table;
}

} // namespace kinetoscope
