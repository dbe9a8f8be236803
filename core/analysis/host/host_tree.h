// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/gpu/gpu_work.h"
#include "core/analysis/scope/scoped_ranks.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// Which host slices a tree shows. What is left out counts as part of what is around it.
struct HostKinds {
    bool ops = true;
    bool annotations = true;
    bool calls = true; ///< runtime and driver API calls
    bool python = false;
    bool modules = false; ///< Python frames of nn.Module calls only; `python` has them too
    /// Leave out the few ops that PyTorch's own key_averages() leaves out: bookkeeping of the profiler and of autograd.
    bool withoutBookkeeping = false;

    /// The kinds that the parameter "kinds" names. InvalidArgument on an unknown one, or none at all.
    [[nodiscard]] static Result<HostKinds> from(const std::vector<std::string>& names);
};
/// The parameter "kinds" of an analysis of host slices.
[[nodiscard]] ParameterDescriptor hostKindsParameter(std::vector<std::string> defaults);

/// `Linear_0` of the frame `nn.Module: Linear_0`; "" for any other name.
[[nodiscard]] std::string_view moduleName(std::string_view frame);

/// One host slice in its call tree.
struct HostNode {
    SliceId slice;
    std::uint32_t parent = kNone; ///< position of the nearest shown slice around it
    Nanoseconds self = 0;         ///< part of the visible range that no nested node covers

    static constexpr std::uint32_t kNone = 0xffff'ffffu;
};

/// The host slices of one rank in a scope: thread by thread, in tree order, so that parents come before their children.
///
/// A host slice belongs to the step in which it starts. A range cuts: what lies outside has no visible range, but stays
/// in the tree, because work inside the range may have been launched by it. Corrupt slices are left out; what is nested
/// in them belongs to what is around them. 20 bytes a host slice. Keeps a reference to the rank.
class HostTree {
public:
    std::uint32_t rankIndex = 0; ///< position in TraceSet::ranks()
    std::vector<HostNode> nodes;

    [[nodiscard]] const RankTrace& rank() const { return *m_rank; }
    /// Job time, cut to the scope's range; of no length at its start, or before its end, where nothing is visible.
    [[nodiscard]] TimeRange visibleRange(const HostNode& node) const;
    /// False for what lies outside the scope's range.
    [[nodiscard]] bool isVisible(const HostNode& node) const;
    [[nodiscard]] EventKind kindOf(const HostNode& node) const { return m_rank->trace->kind(node.slice); }
    /// Adds to evidence what is visible of a node.
    void addTo(Selection& selection, const HostNode& node) const;
    /// Adds what of a node none of `nested` covers; job time.
    void addUncovered(Selection& selection, const HostNode& node, std::vector<TimeRange> nested) const;
    /// Position of the innermost node that is `slice` or is around it; kNone if there is none. `slice` of the host.
    [[nodiscard]] std::uint32_t nodeAround(SliceId slice) const;
    /// The node around the launch of GPU work: usually the call itself. kNone without a launch.
    [[nodiscard]] std::uint32_t launcherOf(SliceId work) const;
    /// Frees what the two functions above look up; they must not be called any more.
    void dropLookups();

private:
    friend class ScopedHostTrees;
    struct ThreadRows { ///< of one host thread
        std::uint32_t firstSlice = 0;
        std::uint32_t count = 0;
        std::size_t offset = 0; ///< into m_around
    };
    const RankTrace* m_rank = nullptr;
    std::optional<TimeRange> m_range;
    std::vector<ThreadRows> m_threads;   ///< by first slice
    std::vector<std::uint32_t> m_around; ///< by row of each host thread: node
};

/// The node that a slice belongs to: of a slice of the host nodeAround, of GPU work launcherOf; kNone without one, and
/// of any other slice.
[[nodiscard]] std::uint32_t nodeOf(const HostTree& tree, SliceId slice);

/// By launcher (HostTree::launcherOf), the node that GPU work counts for as its own: the innermost op around the
/// launch, as PyTorch has it; where there is no op, the innermost annotation; where there is none either, the launcher.
/// O(nodes). Returns early when told to stop, as Progress says.
[[nodiscard]] std::vector<std::uint32_t> workOwners(const HostTree& tree, const Progress& progress);

/// By node, the position behind the last node nested in it. O(nodes).
[[nodiscard]] std::vector<std::uint32_t> subtreeEnds(const std::vector<HostNode>& nodes);

/// Access to the host trees of a scope, rank by rank. Keeps the traces alive and nothing else. Immutable; thread-safe.
class ScopedHostTrees : public ScopedRanks {
public:
    /// InvalidArgument if the scope's step pattern is no regular expression.
    [[nodiscard]] static Result<std::shared_ptr<const ScopedHostTrees>> create(
        const AnalysisInput& input, const HostKinds& kinds);

    /// The place in the scope of a rank of TraceSet::ranks(); rankCount() if the scope leaves it out.
    [[nodiscard]] std::size_t placeOf(std::uint32_t rankIndex) const
    {
        const auto found = std::ranges::find(m_ranks, rankIndex);
        return static_cast<std::size_t>(found - m_ranks.begin());
    }
    /// Reads the tree of rank `i`; it must not outlive this object. O(host slices). Cancelled if `progress` says stop;
    /// never otherwise.
    [[nodiscard]] Result<HostTree> rank(std::size_t i, const Progress& progress) const;

private:
    class Reader;

    ScopedHostTrees(const AnalysisInput& input, const HostKinds& kinds)
        : ScopedRanks(input)
        , m_kinds(kinds)
    {
    }

    HostKinds m_kinds;
    std::vector<std::vector<TimeRange>> m_chosen; ///< by rank: union of the chosen steps, job time
};

/// What tables of the host side call a slice of this kind: "op", "annotation", "python", and "call" for any other.
[[nodiscard]] std::string_view hostKindText(EventKind kind);

} // namespace kinetoscope
