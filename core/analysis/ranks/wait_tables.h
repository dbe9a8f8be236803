// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/ranks/wait_facts.h"
#include "core/analysis/types/analysis.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// Walls of steps by rank and number; ns.
using RankStepWalls = std::map<std::uint32_t, std::map<std::int64_t, Nanoseconds>>;

/// What the waits of ranks are a share of; ns. Nothing where it is not known.
using RankWaitTimes = std::map<std::uint32_t, std::optional<Nanoseconds>>;

/// Columns of the tables of wait-causes.
[[nodiscard]] std::vector<ColumnDescriptor> waitRankColumns();
[[nodiscard]] std::vector<ColumnDescriptor> waitInstanceColumns();
[[nodiscard]] std::vector<ColumnDescriptor> waitStepColumns();
[[nodiscard]] std::vector<ColumnDescriptor> waitGroupColumns();
[[nodiscard]] std::vector<ColumnDescriptor> waitRankGroupColumns();
[[nodiscard]] std::vector<ColumnDescriptor> waitRunColumns();
/// Of computed rows: the parts follow `lead` in the order of LatePart.
[[nodiscard]] std::vector<ColumnDescriptor> waitLeadColumns();

/// Words of the column `role`.
inline constexpr std::string_view kLateRole = "late";
inline constexpr std::string_view kComparedRole = "compared";

/// The tables of wait-causes; their cells keep the facts.
[[nodiscard]] std::vector<TableDescriptor> waitTables();
/// @param times  of the ranks of the scope, also of those without collectives; ns.
[[nodiscard]] Table waitRanksTable(const std::shared_ptr<const WaitFacts>& facts, const RankWaitTimes& times);
/// @param first       job time that starts count from.
/// @param leastWaits  collectives with less have no row.
[[nodiscard]] Table waitInstancesTable(
    const std::shared_ptr<const WaitFacts>& facts, Timestamp first, Nanoseconds leastWaits);
[[nodiscard]] Table waitStepsTable(const std::shared_ptr<const WaitFacts>& facts, const RankStepWalls& walls);
[[nodiscard]] Table waitGroupsTable(const std::shared_ptr<const WaitFacts>& facts);
[[nodiscard]] Table waitRankGroupsTable(const std::shared_ptr<const WaitFacts>& facts);
[[nodiscard]] Table waitsTable(const std::shared_ptr<const WaitFacts>& facts);
/// The two leads of each reason, one below the other: two rows a collective of which it is known, the late rank's
/// first.
[[nodiscard]] Table waitLeadsTable(const std::shared_ptr<const WaitFacts>& facts);

} // namespace kinetoscope
