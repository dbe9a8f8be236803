// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/host/operator_evidence.h"

#include "core/analysis/types/column_names.h"
#include "core/numeric/intervals.h"

#include <algorithm>
#include <utility>

namespace kinetoscope {

namespace {

/// Finds the evidence of one row.
class EvidenceReader {
public:
    EvidenceReader(const ScopedGpuWork& work, const RankOperatorsRead& rank, std::uint32_t group)
        : m_work(work)
        , m_gpu(rank.work)
        , m_operators(rank.operators)
        , m_tree(rank.operators.tree)
        , m_group(group)
    {
    }

    [[nodiscard]] Selection calls(const Progress& progress) const
    {
        Selection selection;
        StopCheck check(progress);
        for (std::size_t i = 0; i < m_tree.nodes.size() && !check.after(1); ++i) {
            if (isMine(i) && !m_operators.isDuplicate[i])
                m_tree.addTo(selection, m_tree.nodes[i]);
        }
        return selection;
    }

    /// What of each call no nested one covers.
    [[nodiscard]] Selection hostSelf(const Progress& progress) const
    {
        const std::vector<Nested> nested = nestedInMine(progress);
        Selection selection;
        auto next = nested.begin();
        StopCheck check(progress);
        for (std::uint32_t i = 0; i < m_tree.nodes.size() && !check.after(1); ++i) {
            if (!isMine(i))
                continue;
            std::vector<TimeRange> inside;
            for (; next != nested.end() && next->parent == i; ++next)
                inside.push_back(next->range);
            if (check.after(4 + inside.size()))
                break;
            m_tree.addUncovered(selection, m_tree.nodes[i], std::move(inside));
        }
        return selection;
    }

    [[nodiscard]] Selection work(bool withNested, const Progress& progress) const
    {
        const std::vector<bool> counts = withNested ? inSubtrees(progress) : std::vector<bool> {};
        const auto isMeant = [&](const GpuWorkRow& row) {
            const std::uint32_t owner = m_operators.ownerOfRow[static_cast<std::size_t>(&row - m_gpu.rows.data())];
            return owner != HostNode::kNone && (withNested ? counts[owner] : isMine(owner));
        };
        return selectionWhere(m_work, m_tree.rank(), m_gpu, isMeant, progress);
    }

private:
    [[nodiscard]] bool isMine(std::size_t node) const { return m_operators.groupOf[node] == m_group; }

    struct Nested {
        std::uint32_t parent = 0;
        TimeRange range; ///< as the scope shows it
    };
    /// What lies in nodes of the group, by parent. A list for each node of the tree would take more than the tree.
    [[nodiscard]] std::vector<Nested> nestedInMine(const Progress& progress) const
    {
        std::vector<Nested> nested;
        StopCheck check(progress);
        for (const HostNode& node : m_tree.nodes) {
            if (check.after(1))
                break;
            if (node.parent != HostNode::kNone && isMine(node.parent))
                nested.push_back({ node.parent, m_tree.visibleRange(node) });
        }
        // They are in this order but where one of the group lies in another.
        sortRuns(
            nested, [](const Nested& a, const Nested& b) { return a.parent < b.parent; }, progress);
        return nested;
    }

    [[nodiscard]] std::vector<bool> inSubtrees(const Progress& progress) const
    {
        std::vector<bool> is(m_tree.nodes.size(), false);
        StopCheck check(progress);
        for (std::size_t i = 0; i < is.size() && !check.after(1); ++i) {
            const std::uint32_t parent = m_tree.nodes[i].parent;
            is[i] = isMine(i) || (parent != HostNode::kNone && is[parent]);
        }
        return is;
    }

    const ScopedGpuWork& m_work;
    const RankGpuWork& m_gpu;
    const RankOperators& m_operators;
    const HostTree& m_tree;
    std::uint32_t m_group;
};

} // namespace

OperatorEvidence operatorEvidenceOf(std::string_view column)
{
    if (column == column::kSelfCpuTimeTotal || column == column::kSelfCpuPctg)
        return OperatorEvidence::HostSelf;
    if (column == column::kSelfDeviceTimeTotal || column == column::kSelfDevicePctg || column == "kernels")
        return OperatorEvidence::DeviceSelf;
    if (column == column::kDeviceTimeTotal || column == column::kDeviceTime)
        return OperatorEvidence::DeviceTotal;
    return column == "rank" ? OperatorEvidence::None : OperatorEvidence::Calls;
}

Selection operatorSelection(
    const OperatorSource& source, const OperatorRowKey& key, OperatorEvidence what, const Progress& progress)
{
    if (what == OperatorEvidence::None)
        return {};
    const auto rank = source.lastRead->of(key.rank, [&] { return source.rank(key.rank, progress); });
    if (!rank) // told to stop, or the file is gone: its arguments cannot be read again
        return {};
    const EvidenceReader reader(*source.work, *rank, key.group);
    if (what == OperatorEvidence::HostSelf)
        return reader.hostSelf(progress);
    return what == OperatorEvidence::Calls ? reader.calls(progress)
                                           : reader.work(what == OperatorEvidence::DeviceTotal, progress);
}

std::vector<std::size_t> operatorRowsOf(const OperatorSource& source, const std::vector<OperatorRowKey>& keys,
    const SliceRef& slice, const Progress& progress)
{
    const std::size_t rank = source.trees->placeOf(slice.rank);
    if (rank == source.trees->rankCount())
        return {};
    const auto read = source.lastRead->of(rank, [&] { return source.rank(rank, progress); });
    if (!read) // told to stop, or the file is gone: its arguments cannot be read again
        return {};
    const std::vector<GpuWorkRow>& gpu = read->work.rows;
    const auto work = std::ranges::find(gpu, slice.slice, &GpuWorkRow::slice);
    std::uint32_t node = HostNode::kNone;
    if (work != gpu.end())
        node = read->operators.ownerOfRow[static_cast<std::size_t>(work - gpu.begin())];
    else if (const Result<HostTree> tree = source.trees->rank(rank, progress); tree) // with its lookups
        node = nodeOf(*tree, slice.slice);
    if (node == HostNode::kNone)
        return {};
    const auto found = std::ranges::find_if(keys,
        [&](const OperatorRowKey& key) { return key.rank == rank && key.group == read->operators.groupOf[node]; });
    return found == keys.end() ? std::vector<std::size_t> {}
                               : std::vector { static_cast<std::size_t>(found - keys.begin()) };
}

} // namespace kinetoscope
