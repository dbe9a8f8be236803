// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/host/operator_evidence.h"

#include "core/analysis/types/column_names.h"

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

    [[nodiscard]] Selection calls() const
    {
        Selection selection;
        for (std::size_t i = 0; i < m_tree.nodes.size(); ++i) {
            if (isMine(i) && !m_operators.isDuplicate[i])
                m_tree.addTo(selection, m_tree.nodes[i]);
        }
        return selection;
    }

    /// What of each call no nested one covers.
    [[nodiscard]] Selection hostSelf() const
    {
        std::vector<std::vector<TimeRange>> nested(m_tree.nodes.size());
        for (const HostNode& node : m_tree.nodes) {
            if (node.parent != HostNode::kNone && isMine(node.parent))
                nested[node.parent].push_back(m_tree.visibleRange(node));
        }
        Selection selection;
        for (std::size_t i = 0; i < m_tree.nodes.size(); ++i) {
            if (isMine(i))
                m_tree.addUncovered(selection, m_tree.nodes[i], std::move(nested[i]));
        }
        return selection;
    }

    [[nodiscard]] Selection work(bool withNested, const Progress& progress) const
    {
        const std::vector<bool> counts = withNested ? inSubtrees() : std::vector<bool> {};
        const auto isMeant = [&](const GpuWorkRow& row) {
            const std::uint32_t owner = m_operators.ownerOfRow[static_cast<std::size_t>(&row - m_gpu.rows.data())];
            return owner != HostNode::kNone && (withNested ? counts[owner] : isMine(owner));
        };
        return selectionWhere(m_work, m_tree.rank(), m_gpu, isMeant, progress);
    }

private:
    [[nodiscard]] bool isMine(std::size_t node) const { return m_operators.groupOf[node] == m_group; }

    [[nodiscard]] std::vector<bool> inSubtrees() const
    {
        std::vector<bool> is(m_tree.nodes.size(), false);
        for (std::size_t i = 0; i < is.size(); ++i) {
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
        return reader.hostSelf();
    return what == OperatorEvidence::Calls ? reader.calls()
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
