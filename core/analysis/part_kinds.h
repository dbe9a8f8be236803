// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/cause.h"
#include "core/analysis/gpu/idle/idle_gaps.h"
#include "core/analysis/names/classification.h"
#include "core/analysis/types/chart.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// What GPU work of a type is drawn as.
[[nodiscard]] PartKind partKindOf(KernelType type);
/// What GPU work of several types together is drawn as.
/// @param mask  of computation 1, communication 2, copies 4; anything else beside them is Other.
[[nodiscard]] PartKind partKindOfTypes(std::size_t mask);
/// What idle time, or time on a path, of a cause is drawn as.
[[nodiscard]] PartKind partKindOf(IdleCause cause);
[[nodiscard]] PartKind partKindOf(Cause cause);
/// The group of a cause of idle time, as timeline and charts of idle time show it: the host, the hand-over, or the
/// device as idle-time's causes.
[[nodiscard]] PartKind idleKindOf(Cause cause);
/// Rows that are coloured as their table says.
[[nodiscard]] std::optional<PartKind> kindInTable(const Table& table, std::size_t row);
/// Rows of which each has its own. @param kinds  by row of the table.
[[nodiscard]] KindOfRow kindByRow(std::vector<std::optional<PartKind>> kinds);

} // namespace kinetoscope
