// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/host/tree/call_tree.h"

#include "core/analysis/host/tree/call_paths_table.h"
#include "core/analysis/names/classification.h"
#include "core/analysis/scope/per_rank.h"
#include "core/analysis/scope/recorded_elsewhere.h"
#include "core/analysis/types/column_names.h"
#include "core/analysis/types/columns.h"
#include "core/analysis/types/parameter_ids.h"
#include "core/analysis/types/parameter_makers.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace kinetoscope {

namespace {

constexpr const char* kCallTreeTitle = "Each call by itself, and the GPU work it causes";

/// The columns, in the order of columns().
enum class CallTreeColumn : std::uint8_t {
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
    IsBackward,
    ForwardBackward,
};

std::vector<ColumnDescriptor> callTreeColumns()
{
    return {
        numberColumn(column::kRank, "Rank"),
        numberColumn("index", "Event"),
        textColumn(column::kName, "Name"),
        numberColumn("parent", "Parent", "Event around it; -1: none"),
        countColumn("depth", "Depth"),
        countColumn("height", "Height"),
        countColumn("num_kernels", "GPU activities", "Kernels, copies, memory sets"),
        durationColumn("kernel_dur_sum", "GPU time", "Sum of the GPU activities"),
        { "first_kernel_start", ColumnType::Time, Unit::Microseconds, "GPU work starts" },
        { "last_kernel_end", ColumnType::Time, Unit::Microseconds, "GPU work ends" },
        durationColumn("kernel_span", "GPU span", "From the first start to the last end of the GPU activities"),
        textColumn(column::kKind, "Kind", TextKind::Word),
        textColumn("pid", "Process"),
        textColumn("tid", "Thread"),
        { column::kTs, ColumnType::Time, Unit::Microseconds, "Start" },
        durationColumn("dur", "Duration"),
        durationColumn("self_time", "Self time", "Outside of nested ones"),
        textColumn("note", "Note", TextKind::Word),
        numberColumn("fwdbwd", "Pass", "0: forward, 1: backward"),
        numberColumn("fwdbwd_index", "Other pass", "Event of the other pass"),
    };
}

std::string_view noteOf(const SliceTable& slices, SliceId slice)
{
    if (slices.has(slice, kSliceOverlapping))
        return "overlapping";
    return slices.has(slice, kSliceClipped) ? "clipped" : "";
}

/// All rows, and what they are made from. Immutable.
class CallTreeRows final : public ComputedRows {
public:
    CallTreeRows(std::shared_ptr<const ScopedHostTrees> trees, std::shared_ptr<const ScopedGpuWork> work,
        std::shared_ptr<const std::vector<CallTreeNodes>> ranks)
        : m_trees(std::move(trees))
        , m_work(std::move(work))
        , m_keptRanks(std::move(ranks))
        , m_ranks(*m_keptRanks)
    {
        m_count = m_ranks.empty() ? 0 : m_ranks.back().firstRow + m_ranks.back().rows.size();
    }

    [[nodiscard]] std::size_t count() const override { return m_count; }

    [[nodiscard]] std::size_t memoryBytes() const override
    {
        std::size_t bytes = 0;
        for (const CallTreeNodes& rank : m_ranks)
            bytes += rank.tree.nodes.capacity() * sizeof(HostNode) + rank.sums.capacity() * sizeof(NodeSums)
                + (rank.depth.capacity() + rank.rows.capacity()) * sizeof(std::uint32_t)
                + rank.backward.joins.capacity() * sizeof(BackwardJoin) + rank.links.memoryBytes();
        return bytes;
    }

    [[nodiscard]] std::string_view text(std::size_t row, std::size_t columnIndex) const override
    {
        const CallTreeNodes& rank = rankOf(row);
        const SliceId slice = rank.tree.nodes[rank.rows[row - rank.firstRow]].slice;
        const Trace& trace = *rank.tree.rank().trace;
        switch (static_cast<CallTreeColumn>(columnIndex)) {
        case CallTreeColumn::Name:
            return trace.name(slice);
        case CallTreeColumn::Kind:
            return hostKindText(trace.kind(slice));
        case CallTreeColumn::Process:
            return trace.text(trace.track(trace.trackOf(slice)).pid);
        case CallTreeColumn::Thread:
            return trace.text(trace.track(trace.trackOf(slice)).tid);
        default:
            return noteOf(trace.slices(), slice);
        }
    }

    [[nodiscard]] Cell figure(std::size_t row, std::size_t columnIndex) const override
    {
        const auto column = static_cast<CallTreeColumn>(columnIndex);
        const CallTreeNodes& rank = rankOf(row);
        const std::uint32_t node = rank.rows[row - rank.firstRow];
        const HostNode& host = rank.tree.nodes[node];
        if (column >= CallTreeColumn::KernelCount && column <= CallTreeColumn::KernelSpan)
            return kernelCell(rank.sums[node], column);
        switch (column) {
        case CallTreeColumn::Rank:
            return rank.tree.rank().rank;
        case CallTreeColumn::Index:
            return std::int64_t { rank.tree.rank().trace->slices().eventIndex[host.slice.index()] };
        case CallTreeColumn::Parent:
            return parentEvent(rank, host);
        case CallTreeColumn::Depth:
            return std::int64_t { rank.depth[node] };
        case CallTreeColumn::Height:
            return std::int64_t { rank.sums[node].height };
        case CallTreeColumn::Start:
            return rank.tree.visibleRange(host).begin;
        case CallTreeColumn::Duration:
            return rank.tree.visibleRange(host).length();
        case CallTreeColumn::IsBackward:
        case CallTreeColumn::ForwardBackward:
            return passCell(rank, host.slice, column);
        default:
            return host.self;
        }
    }

    [[nodiscard]] Selection evidence(std::size_t row, CallTreeColumn column, const Progress& progress) const
    {
        const CallTreeNodes& rank = rankOf(row);
        const std::uint32_t node = rank.rows[row - rank.firstRow];
        const HostNode& host = rank.tree.nodes[node];
        Selection selection;
        if (column >= CallTreeColumn::KernelCount && column <= CallTreeColumn::KernelSpan)
            return workBelow(rank, node, progress);
        if (column == CallTreeColumn::Parent) {
            if (host.parent != HostNode::kNone)
                selection.slices.push_back({ rank.tree.rankIndex, rank.tree.nodes[host.parent].slice });
        } else if (column == CallTreeColumn::Self) {
            selection = selfOf(rank, node);
        } else if (column == CallTreeColumn::IsBackward || column == CallTreeColumn::ForwardBackward) {
            if (const SliceId other = otherPass(rank, host.slice); other.isValid())
                selection.slices.push_back({ rank.tree.rankIndex, other });
        } else if (column != CallTreeColumn::Rank) {
            selection.slices.push_back({ rank.tree.rankIndex, host.slice });
        }
        return selection;
    }

    /// The row of a call, or of the call that launched GPU work; of what is not shown, the one around it.
    [[nodiscard]] std::vector<std::size_t> rowsOf(const SliceRef& slice, const Progress& progress) const
    {
        const std::size_t i = m_trees->placeOf(slice.rank);
        if (i >= m_ranks.size())
            return {};
        const Result<HostTree> tree = m_trees->rank(i, progress); // with its lookups
        if (!tree)
            return {};
        const std::vector<std::uint32_t>& rows = m_ranks[i].rows;
        const auto found = std::ranges::lower_bound(rows, nodeOf(*tree, slice.slice));
        if (found == rows.end() || *found != nodeOf(*tree, slice.slice))
            return {};
        return { m_ranks[i].firstRow + static_cast<std::size_t>(found - rows.begin()) };
    }

private:
    [[nodiscard]] const CallTreeNodes& rankOf(std::size_t row) const
    {
        const auto after = std::ranges::upper_bound(m_ranks, row, {}, &CallTreeNodes::firstRow);
        return *(after - 1);
    }

    [[nodiscard]] static Cell kernelCell(const NodeSums& sums, CallTreeColumn column)
    {
        if (column == CallTreeColumn::KernelCount)
            return std::int64_t { sums.kernels };
        if (column == CallTreeColumn::KernelSum)
            return sums.kernelSum;
        if (sums.kernels == 0)
            return {};
        if (column == CallTreeColumn::FirstKernelStart)
            return sums.firstStart;
        return column == CallTreeColumn::LastKernelEnd ? sums.lastEnd
                                                       : saturatingSubtract(sums.lastEnd, sums.firstStart);
    }

    [[nodiscard]] static Cell parentEvent(const CallTreeNodes& rank, const HostNode& host)
    {
        if (host.parent == HostNode::kNone)
            return std::int64_t { -1 };
        const SliceId parent = rank.tree.nodes[host.parent].slice;
        return std::int64_t { rank.tree.rank().trace->slices().eventIndex[parent.index()] };
    }

    /// The op of the other pass that this one belongs to.
    [[nodiscard]] static SliceId otherPass(const CallTreeNodes& rank, SliceId slice)
    {
        const SliceId forward = rank.links.forwardOf(slice);
        return forward.isValid() ? forward : rank.links.backwardOf(slice);
    }

    [[nodiscard]] static Cell passCell(const CallTreeNodes& rank, SliceId slice, CallTreeColumn column)
    {
        const SliceId other = otherPass(rank, slice);
        if (!other.isValid())
            return {};
        if (column == CallTreeColumn::IsBackward)
            return std::int64_t { rank.links.forwardOf(slice).isValid() ? 1 : 0 };
        return std::int64_t { rank.tree.rank().trace->slices().eventIndex[other.index()] };
    }

    [[nodiscard]] Selection workBelow(const CallTreeNodes& rank, std::uint32_t node, const Progress& progress) const
    {
        const std::size_t i = static_cast<std::size_t>(&rank - m_ranks.data());
        const Result<HostTree> tree = m_trees->rank(i, progress); // as it is in each thread, before any joining
        if (!tree)
            return {};
        const std::vector<std::uint32_t> ends = subtreeEnds(tree->nodes);
        std::vector<bool> isBelow(tree->nodes.size(), false);
        const auto markTree = [&isBelow, &ends](std::uint32_t root) {
            std::fill(isBelow.begin() + root, isBelow.begin() + ends[root], true);
        };
        markTree(node);
        for (const BackwardJoin& join : rank.backward.joins) {
            if (join.host >= node && join.host < ends[node])
                markTree(join.root);
        }
        const RankGpuWork work = m_work->rowsOf(i, progress);
        const auto isLaunchedBelow = [&](const GpuWorkRow& row) {
            const std::uint32_t launcher = tree->launcherOf(row.slice);
            return launcher != HostNode::kNone && isBelow[launcher];
        };
        return selectionWhere(*m_work, rank.tree.rank(), work, isLaunchedBelow, progress);
    }

    [[nodiscard]] static Selection selfOf(const CallTreeNodes& rank, std::uint32_t node)
    {
        const std::vector<HostNode>& nodes = rank.tree.nodes;
        const Trace& trace = *rank.tree.rank().trace;
        const TrackId track = trace.trackOf(nodes[node].slice);
        std::vector<TimeRange> nested;
        for (std::uint32_t i = node + 1; i < nodes.size(); ++i) {
            if (nodes[i].parent == node && trace.trackOf(nodes[i].slice) == track)
                nested.push_back(rank.tree.visibleRange(nodes[i]));
        }
        Selection selection;
        rank.tree.addUncovered(selection, nodes[node], std::move(nested));
        return selection;
    }

    std::shared_ptr<const ScopedHostTrees> m_trees;
    std::shared_ptr<const ScopedGpuWork> m_work;
    std::shared_ptr<const std::vector<CallTreeNodes>> m_keptRanks;
    const std::vector<CallTreeNodes>& m_ranks;
    std::size_t m_count = 0;
};

Result<AnalysisResult> run(AnalysisInputs inputs, const Parameters& parameters, const AnalysisContext& context)
{
    KT_TRY(const HostKinds kinds, HostKinds::from(parameters.list(parameter::kKinds)));
    KT_TRY(auto trees, ScopedHostTrees::create(inputs[0], kinds));
    KT_TRY(auto work, ScopedGpuWork::create(inputs[0], *context.classifier));

    const bool joinsBackward = parameters.boolean(parameter::kJoinBackward);
    struct Merged {
        CallTreeNodes nodes;
        CallPaths paths;
    };
    auto merged = forEachRank(trees->rankCount(), context, [&](std::size_t i) -> Result<Merged> {
        KT_TRY(const RankGpuWork gpu, work->rank(i, context.progress));
        KT_TRY(HostTree tree, trees->rank(i, context.progress));
        CallTreeNodes rows = callTreeNodes(std::move(tree), gpu, joinsBackward, context.progress);
        KT_TRY_DONE(context.progress.carryOn());
        rows.tree.dropLookups();
        KT_TRY(rows.links, ForwardLinks::create(*rows.tree.rank().trace, context.progress));
        Merged made { std::move(rows), {} };
        made.paths = callPaths(made.nodes, context.progress);
        KT_TRY_DONE(context.progress.carryOn());
        return made;
    });
    if (!merged)
        return merged.error();
    auto ranks = std::make_shared<std::vector<CallTreeNodes>>();
    std::vector<CallPaths> paths;
    std::size_t firstRow = 0;
    for (Merged& rank : *merged) {
        rank.nodes.firstRow = firstRow;
        firstRow += rank.nodes.rows.size();
        ranks->push_back(std::move(rank.nodes));
        paths.push_back(std::move(rank.paths));
    }
    AnalysisResult result;
    for (const CallTreeNodes& rows : *ranks) {
        const RankTrace& rank = rows.tree.rank();
        const bool isElsewhere =
            isPartOfRecording(*rank.trace) || std::ranges::any_of(rank.trace->slices().kind, isHostCallTree);
        if (rows.rows.empty() && isElsewhere)
            result.remarks.push_back(remarkOfRank(
                rank, "no-ops", { KT_PHRASE("call-tree", "no host slice of these kinds in this scope.") }));
        else if (rows.rows.empty())
            result.remarks.push_back(remarkOfRank(rank, "no-ops",
                { KT_PHRASE("call-tree", "no host slice of these kinds in this scope; record with %1."),
                    arg::Text { "activities=[ProfilerActivity.CPU]" } }));
        const BackwardJoins& backward = rows.backward;
        if (backward.backwardThreads > 0 && (backward.backwardThreads > 1 || backward.mainThreads != 1))
            result.remarks.push_back(remarkOfRank(rank, "backward-not-joined",
                { KT_PHRASE("call-tree",
                      "the backward pass is not joined to the calls it belongs to; that takes one thread with "
                      "ProfilerStep# and one other with autograd:: calls, and there are %1 and %2."),
                    arg::Count { backward.mainThreads }, arg::Count { backward.backwardThreads } }));
    }
    const auto rows = std::make_shared<const CallTreeRows>(trees, work, ranks);
    Table table("ops", kCallTreeTitle, callTreeColumns(), rows);
    table.setEvidence([rows](std::size_t row, std::size_t column, const Progress& progress) {
        return rows->evidence(row, static_cast<CallTreeColumn>(column), progress);
    });
    table.setRowsOf([rows](const SliceRef& slice, const Progress& progress) { return rows->rowsOf(slice, progress); });
    result.tables = tableList(std::move(table), callPathsTable(trees, work, ranks, std::move(paths)));
    return result;
}

} // namespace

AnalysisDescriptor callTree()
{
    return { .id = "call-tree",
        .title = "Call tree",
        .question = "What calls what, and how much GPU work does it cause?",
        .group = PanelGroup::HostAndLaunches,
        .parameters = { hostKindsParameter({ "ops", "annotations", "calls", "python" }),
            switchParameter(parameter::kJoinBackward, "Join the backward pass",
                "Calls of the backward thread hang below the ## backward ## of the main thread around them, or its "
                "step",
                true) },
        .tables = { { "ops", kCallTreeTitle, callTreeColumns() }, callPathsDescriptor() },
        .recordingOption = "activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA], with_stack=True",
        .run = run };
}

} // namespace kinetoscope
