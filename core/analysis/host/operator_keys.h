// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/host/operator_groups.h"

#include <cstdint>
#include <string>
#include <vector>

namespace kinetoscope {

/// What besides its name tells one call from another, as a number for each node.
struct OperatorKeys {
    std::vector<std::uint32_t> ofNode; ///< by node of the tree; empty: the name decides alone
    std::vector<std::string> texts;    ///< by number, 0 is ""; Stack: frames joined by line feeds
    bool hasAny = true;                ///< some call has one

    /// Writes what key number `key` says into the group.
    void describe(std::uint32_t key, OperatorKey how, OperatorGroup& group) const;
};

/// The keys of all nodes of a tree that kindsOf(grouping) made. O(nodes), Stack: times the calls around each, 2,000 at
/// most; Shapes, and Stack of old files, read the ops' arguments again from the file. Errors as operatorsOf.
[[nodiscard]] Result<OperatorKeys> operatorKeysOf(
    const HostTree& tree, const OperatorGrouping& grouping, const Progress& progress);

} // namespace kinetoscope
