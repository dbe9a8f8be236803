// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/host/call_tree.h"

#include "core/analysis/gpu/gpu_work.h"
#include "core/analysis/host/host_tree.h"
#include "core/analysis/per_rank.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

namespace kinetoscope {

namespace {

constexpr const char* kTitle = "What calls what, and the GPU work it causes";

/// The columns, in the order of columns().
enum class Column : std::uint8_t {
    Rank,
    Index,
    Name,
    Parent,
    Depth,
    Height,
    KernelCount,
    KernelSum,
    FirstKernelStart,
    LastKernelEnd,
    KernelSpan,
    Kind,
    Process,
    Thread,
    Start,
    Duration,
    Self,
    Note,
};

std::vector<ColumnDescriptor> columns()
{
    return {
        { "rank", ColumnType::Int, Unit::None, "Rank", "" },
        { "index", ColumnType::Int, Unit::None, "Event", "" },
        { "name", ColumnType::String, Unit::None, "Name", "" },
        { "parent", ColumnType::Int, Unit::None, "Event around it, -1: none", "" },
        { "depth", ColumnType::Int, Unit::Count, "Depth", "" },
        { "height", ColumnType::Int, Unit::Count, "Height", "" },
        { "num_kernels", ColumnType::Int, Unit::Count, "Pieces of GPU work", "" },
        { "kernel_dur_sum", ColumnType::Duration, Unit::Microseconds, "Sum of the GPU work", "" },
        { "first_kernel_start", ColumnType::Time, Unit::Microseconds, "GPU work starts", "" },
        { "last_kernel_end", ColumnType::Time, Unit::Microseconds, "GPU work ends", "" },
        { "kernel_span", ColumnType::Duration, Unit::Microseconds, "From start to end of the GPU work", "" },
        { "kind", ColumnType::String, Unit::None, "Kind", "" },
        { "pid", ColumnType::String, Unit::None, "Process", "" },
        { "tid", ColumnType::String, Unit::None, "Thread", "" },
        { "ts", ColumnType::Time, Unit::Microseconds, "Start", "" },
        { "dur", ColumnType::Duration, Unit::Microseconds, "Duration", "" },
        { "self_time", ColumnType::Duration, Unit::Microseconds, "Outside of nested ones", "" },
        { "note", ColumnType::String, Unit::None, "Note", "" },
    };
}

/// What a node has beyond the tree: its height, and the GPU work launched by it and everything nested in it.
struct NodeSums {
    Nanoseconds kernelSum = 0;
    Timestamp firstStart = kMaxTimestamp;
    Timestamp lastEnd = kMinTimestamp;
    std::uint32_t kernels = 0;
    std::uint32_t height = 1;
};

/// The rows of one rank.
struct RankRows {
    HostTree tree;
    std::vector<NodeSums> sums;       ///< by node
    std::vector<std::uint32_t> depth; ///< by node
    std::vector<std::uint32_t> rows;  ///< nodes that are shown
    std::size_t firstRow = 0;         ///< of the table
};

void addOwnWork(RankRows& rank, const RankGpuWork& work)
{
    for (const GpuWorkRow& row : work.rows) {
        const std::uint32_t node = rank.tree.launcherOf(row.slice);
        if (node == HostNode::kNone)
            continue;
        NodeSums& sums = rank.sums[node];
        ++sums.kernels;
        sums.kernelSum = saturatingAdd(sums.kernelSum, row.range.length());
        sums.firstStart = std::min(sums.firstStart, row.range.begin);
        sums.lastEnd = std::max(sums.lastEnd, row.range.end);
    }
}

/// Parents come before their children: backwards, every node is complete before it is added to its parent.
void addUpwards(RankRows& rank)
{
    const std::vector<HostNode>& nodes = rank.tree.nodes;
    for (std::size_t i = nodes.size(); i-- > 0;) {
        if (nodes[i].parent == HostNode::kNone)
            continue;
        const NodeSums& mine = rank.sums[i];
        NodeSums& parent = rank.sums[nodes[i].parent];
        parent.kernels += mine.kernels;
        parent.kernelSum = saturatingAdd(parent.kernelSum, mine.kernelSum);
        parent.firstStart = std::min(parent.firstStart, mine.firstStart);
        parent.lastEnd = std::max(parent.lastEnd, mine.lastEnd);
        parent.height = std::max(parent.height, mine.height + 1);
    }
}

RankRows rowsOf(HostTree tree, const RankGpuWork& work)
{
    RankRows rank;
    rank.tree = std::move(tree);
    const std::vector<HostNode>& nodes = rank.tree.nodes;
    rank.sums.resize(nodes.size());
    addOwnWork(rank, work);
    addUpwards(rank);
    rank.depth.reserve(nodes.size());
    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
        rank.depth.push_back(nodes[i].parent == HostNode::kNone ? 0 : rank.depth[nodes[i].parent] + 1);
        if (rank.tree.isVisible(nodes[i]) || rank.sums[i].kernels > 0)
            rank.rows.push_back(i);
    }
    return rank;
}

const char* kindText(EventKind kind)
{
    switch (kind) {
    case EventKind::CpuOp:
        return "op";
    case EventKind::UserAnnotation:
        return "annotation";
    case EventKind::PythonFunction:
        return "python";
    default:
        return "call";
    }
}

std::string_view noteOf(const SliceTable& slices, SliceId slice)
{
    if (slices.has(slice, kSliceOverlapping))
        return "overlapping";
    return slices.has(slice, kSliceClipped) ? "clipped" : "";
}

/// All rows, and what they are made from. Immutable.
class Rows final : public ComputedRows {
public:
    Rows(std::shared_ptr<const ScopedHostTrees> trees, std::shared_ptr<const ScopedGpuWork> work,
        std::vector<RankRows> ranks)
        : m_trees(std::move(trees))
        , m_work(std::move(work))
        , m_ranks(std::move(ranks))
    {
        for (RankRows& rank : m_ranks) {
            rank.firstRow = m_count;
            m_count += rank.rows.size();
        }
    }

    [[nodiscard]] std::size_t count() const override { return m_count; }

    [[nodiscard]] std::size_t memoryBytes() const override
    {
        std::size_t bytes = 0;
        for (const RankRows& rank : m_ranks)
            bytes += rank.tree.nodes.capacity() * sizeof(HostNode) + rank.sums.capacity() * sizeof(NodeSums)
                + (rank.depth.capacity() + rank.rows.capacity()) * sizeof(std::uint32_t);
        return bytes;
    }

    [[nodiscard]] std::string_view text(std::size_t row, std::size_t columnIndex) const override
    {
        const RankRows& rank = rankOf(row);
        const SliceId slice = rank.tree.nodes[rank.rows[row - rank.firstRow]].slice;
        const Trace& trace = *rank.tree.rank().trace;
        switch (static_cast<Column>(columnIndex)) {
        case Column::Name:
            return trace.name(slice);
        case Column::Kind:
            return kindText(trace.kind(slice));
        case Column::Process:
            return trace.text(trace.track(trace.trackOf(slice)).pid);
        case Column::Thread:
            return trace.text(trace.track(trace.trackOf(slice)).tid);
        default:
            return noteOf(trace.slices(), slice);
        }
    }

    [[nodiscard]] Cell figure(std::size_t row, std::size_t columnIndex) const override
    {
        const auto column = static_cast<Column>(columnIndex);
        const RankRows& rank = rankOf(row);
        const std::uint32_t node = rank.rows[row - rank.firstRow];
        const HostNode& host = rank.tree.nodes[node];
        if (column >= Column::KernelCount && column <= Column::KernelSpan)
            return kernelCell(rank.sums[node], column);
        switch (column) {
        case Column::Rank:
            return rank.tree.rank().rank;
        case Column::Index:
            return std::int64_t { rank.tree.rank().trace->slices().eventIndex[host.slice.index()] };
        case Column::Parent:
            return parentEvent(rank, host);
        case Column::Depth:
            return std::int64_t { rank.depth[node] };
        case Column::Height:
            return std::int64_t { rank.sums[node].height };
        case Column::Start:
            return rank.tree.visibleRange(host).begin;
        case Column::Duration:
            return rank.tree.visibleRange(host).length();
        default:
            return host.self;
        }
    }

    [[nodiscard]] Selection evidence(std::size_t row, Column column) const
    {
        const RankRows& rank = rankOf(row);
        const std::uint32_t node = rank.rows[row - rank.firstRow];
        const HostNode& host = rank.tree.nodes[node];
        Selection selection;
        if (column >= Column::KernelCount && column <= Column::KernelSpan)
            return workBelow(rank, node);
        if (column == Column::Parent) {
            if (host.parent != HostNode::kNone)
                selection.slices.push_back({ rank.tree.rankIndex, rank.tree.nodes[host.parent].slice });
        } else if (column == Column::Self) {
            selection = selfOf(rank, node);
        } else if (column != Column::Rank) {
            selection.slices.push_back({ rank.tree.rankIndex, host.slice });
        }
        return selection;
    }

private:
    [[nodiscard]] const RankRows& rankOf(std::size_t row) const
    {
        const auto after = std::upper_bound(m_ranks.begin(), m_ranks.end(), row,
            [](std::size_t wanted, const RankRows& rank) { return wanted < rank.firstRow; });
        return *(after - 1);
    }

    [[nodiscard]] static Cell kernelCell(const NodeSums& sums, Column column)
    {
        if (column == Column::KernelCount)
            return std::int64_t { sums.kernels };
        if (column == Column::KernelSum)
            return sums.kernelSum;
        if (sums.kernels == 0)
            return {};
        if (column == Column::FirstKernelStart)
            return sums.firstStart;
        return column == Column::LastKernelEnd ? sums.lastEnd : saturatingSubtract(sums.lastEnd, sums.firstStart);
    }

    [[nodiscard]] static Cell parentEvent(const RankRows& rank, const HostNode& host)
    {
        if (host.parent == HostNode::kNone)
            return std::int64_t { -1 };
        const SliceId parent = rank.tree.nodes[host.parent].slice;
        return std::int64_t { rank.tree.rank().trace->slices().eventIndex[parent.index()] };
    }

    [[nodiscard]] Selection workBelow(const RankRows& rank, std::uint32_t node) const
    {
        const std::size_t i = static_cast<std::size_t>(&rank - m_ranks.data());
        Result<HostTree> tree = m_trees->rank(i, {});
        const std::uint32_t end = subtreeEnds(tree->nodes)[node];
        const RankGpuWork work = m_work->rank(i);
        return selectionWhere(*m_work, rank.tree.rank(), work, [&](const GpuWorkRow& row) {
            const std::uint32_t launcher = tree->launcherOf(row.slice);
            return launcher != HostNode::kNone && launcher >= node && launcher < end;
        });
    }

    [[nodiscard]] static Selection selfOf(const RankRows& rank, std::uint32_t node)
    {
        const std::vector<HostNode>& nodes = rank.tree.nodes;
        std::vector<TimeRange> nested;
        for (std::uint32_t i = node + 1; i < nodes.size(); ++i) {
            if (nodes[i].parent == node && !rank.tree.visibleRange(nodes[i]).isEmpty())
                nested.push_back(rank.tree.visibleRange(nodes[i]));
        }
        Selection selection;
        const TimeRange whole = rank.tree.visibleRange(nodes[node]);
        const TrackId track = rank.tree.rank().trace->trackOf(nodes[node].slice);
        if (whole.isEmpty())
            return selection;
        for (const TimeRange& range : differenceOf(std::vector<TimeRange> { whole }, unionOf(std::move(nested))))
            selection.intervals.push_back({ rank.tree.rankIndex, track, range });
        return selection;
    }

    std::shared_ptr<const ScopedHostTrees> m_trees;
    std::shared_ptr<const ScopedGpuWork> m_work;
    std::vector<RankRows> m_ranks;
    std::size_t m_count = 0;
};

Result<AnalysisResult> run(
    std::span<const AnalysisInput> inputs, const Parameters& parameters, const AnalysisContext& context)
{
    const Result<HostKinds> kinds = HostKinds::from(parameters.list("kinds"));
    if (!kinds)
        return kinds.error();
    auto trees = ScopedHostTrees::create(inputs[0], *kinds);
    if (!trees)
        return trees.error();
    auto work = ScopedGpuWork::create(inputs[0], *context.classifier);
    if (!work)
        return work.error();

    auto ranks = forEachRank(trees.value()->rankCount(), context, [&](std::size_t i) -> Result<RankRows> {
        const Result<RankGpuWork> gpu = work.value()->rank(i, context.progress);
        if (!gpu)
            return gpu.error();
        Result<HostTree> tree = trees.value()->rank(i, context.progress);
        if (!tree)
            return tree.error();
        RankRows rows = rowsOf(std::move(tree).value(), *gpu);
        rows.tree.dropLookups();
        return rows;
    });
    if (!ranks)
        return ranks.error();
    AnalysisResult result;
    for (const RankRows& rows : *ranks) {
        const RankTrace& rank = rows.tree.rank();
        if (rows.rows.empty())
            result.remarks.push_back({ "no-ops",
                "Rank " + std::to_string(rank.rank)
                    + ": no host slice of these kinds in this scope; record with activities=[ProfilerActivity.CPU].",
                rank.trace->path() });
    }
    const auto rows = std::make_shared<const Rows>(trees.value(), work.value(), std::move(ranks).value());
    Table table("ops", kTitle, columns(), rows);
    table.setEvidence(
        [rows](std::size_t row, std::size_t column) { return rows->evidence(row, static_cast<Column>(column)); });
    result.tables.push_back(std::move(table));
    return result;
}

} // namespace

AnalysisDescriptor callTree()
{
    AnalysisDescriptor analysis;
    analysis.id = "call-tree";
    analysis.title = "Call tree";
    analysis.question = "What calls what, and how much GPU work does it cause?";
    analysis.group = PanelGroup::HostAndLaunches;
    analysis.parameters = { hostKindsParameter({ "ops", "annotations", "calls", "python" }) };
    analysis.tables = { { "ops", kTitle, columns() } };
    analysis.recordingOption = "activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA], with_stack=True";
    analysis.run = run;
    return analysis;
}

} // namespace kinetoscope
