// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/host/host_tree.h"

#include <string>
#include <vector>

namespace kinetoscope {

/// What makes two calls the same row.
enum class OperatorKey : std::uint8_t {
    Name,   ///< the name alone: key_averages()
    Shapes, ///< and the shapes of the inputs: key_averages(group_by_input_shape=True)
    Module, ///< the nn.Module call, whatever ops it is made of
    Stack,  ///< the name and the innermost Python frames: key_averages(group_by_stack_n=n)
};

struct OperatorGrouping {
    OperatorKey key = OperatorKey::Name;
    std::size_t stackDepth = 5; ///< Stack: frames that count
    HostKinds kinds;            ///< not used by Module
};

/// One row: calls that are taken for the same, and their sums.
struct OperatorGroup {
    std::string name; ///< steps as `ProfilerStep*`; Module: of the module
    EventKind kind = EventKind::CpuOp;
    std::string shapes {};             ///< Shapes: as the list is written, `[[8, 16], []]`; "" where there are none
    std::string module {};             ///< Module: the path from the outermost module, joined by dots
    std::vector<std::string> stack {}; ///< Stack: innermost first

    std::uint64_t count = 0;
    Nanoseconds hostSelf = 0;  ///< in no call that is shown as nested
    Nanoseconds hostTotal = 0; ///< of every call, those nested in a call of the same row included, as PyTorch has it
    Nanoseconds hostOutermost = 0; ///< without those: never more than the time of the threads
    Nanoseconds deviceSelf = 0;    ///< GPU work that counts for a call as its own (workOwners)
    Nanoseconds deviceTotal = 0;   ///< and for everything nested in it; nested calls of the same row count again
    std::uint64_t work = 0;        ///< GPU activities in deviceSelf
};

/// The groups of one rank, in order of first appearance, and which node is in which.
struct RankOperators {
    HostTree tree; ///< without its lookups
    std::vector<OperatorGroup> groups;
    std::vector<std::uint32_t> groupOf; ///< by node of `tree`
    /// By node: the only thing its parent calls, under the same name. It counts as one call with the parent, as
    /// key_averages() has it.
    std::vector<bool> isDuplicate;
    /// By row of the GPU work: the node it counts for as its own; HostNode::kNone for unowned work.
    std::vector<std::uint32_t> ownerOfRow;
    std::uint64_t unownedWork = 0; ///< GPU activities whose launch is not shown, or not in the file
    Nanoseconds unownedTime = 0;
    /// GPU activities that count for an annotation or a call, because no op is around their launch. key_averages()
    /// gives them to no row: PyTorch links work to the op that was running, and none was.
    std::uint64_t workOutsideOps = 0;
    Nanoseconds timeOutsideOps = 0;
    bool hasKey = true; ///< Shapes, Module, Stack: the file tells shapes, modules or frames at all
};

/// Sums the host slices of a rank. O(host slices + GPU work); Shapes, and Stack of old files, read the ops' arguments
/// again from the file. Cancelled if told to stop; Unreadable if the file is gone.
/// @param trees  made with kindsOf(grouping), of the same input as `work`.
[[nodiscard]] Result<RankOperators> operatorsOf(const ScopedHostTrees& trees, std::size_t rank, const RankGpuWork& work,
    const OperatorGrouping& grouping, const Progress& progress);
/// What the tree of a grouping has to show.
[[nodiscard]] HostKinds kindsOf(const OperatorGrouping& grouping);

} // namespace kinetoscope
