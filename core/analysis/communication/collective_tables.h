// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/communication/collective_facts.h"

#include <optional>
#include <vector>

namespace kinetoscope {

inline constexpr const char* kCollectivesTitle = "Collectives by kind, size and type";
inline constexpr const char* kCollectiveGroupsTitle = "Bandwidth by size of the message";
inline constexpr const char* kCollectiveInstancesTitle = "Each collective, and who came last";
inline constexpr const char* kCollectiveRanksTitle = "Communication by rank";

/// Columns of the tables of collectives; where TraceLens has the same figure, with its name.
[[nodiscard]] std::vector<ColumnDescriptor> collectiveColumns();
[[nodiscard]] std::vector<ColumnDescriptor> collectiveGroupColumns();
[[nodiscard]] std::vector<ColumnDescriptor> collectiveInstanceColumns();
[[nodiscard]] std::vector<ColumnDescriptor> collectiveRankColumns();

/// By rank, group, kind, elements and type: the most time first within a rank.
[[nodiscard]] Table collectivesTable(const SharedCollectives& facts);
/// By group, kind, type and size over all ranks, in this order: bandwidth as a curve over size.
[[nodiscard]] Table collectiveGroupsTable(const SharedCollectives& facts);
/// Those that two ranks or more ran.
/// @param origin   job time that counts as 0.
/// @param exposed  ns, by operation.
[[nodiscard]] Table collectiveInstancesTable(
    const SharedCollectives& facts, Timestamp origin, const std::vector<std::optional<Nanoseconds>>& exposed);
[[nodiscard]] Table collectiveRanksTable(const SharedCollectives& facts);

} // namespace kinetoscope
