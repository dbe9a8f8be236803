// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/host/operator_groups.h"

#include <cstdint>
#include <string>
#include <vector>

namespace kinetoscope {

/// What besides its name tells one call from another, as a number for each node.
struct OperatorKeys {
    std::vector<std::uint32_t> ofNode; ///< empty: the name decides alone
    std::vector<std::string> texts;    ///< by number; Stack: frames joined by line feeds
    bool hasAny = true;                ///< some call has one

    /// Writes what key number `key` says into the group.
    void describe(std::uint32_t key, OperatorKey how, OperatorGroup& group) const;
};

/// Errors and cost as operatorsOf.
[[nodiscard]] Result<OperatorKeys> operatorKeysOf(
    const HostTree& tree, const OperatorGrouping& grouping, const Progress& progress);

} // namespace kinetoscope
