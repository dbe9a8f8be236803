// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/parameters.h"
#include "core/analysis/types/table.h"

#include <cstddef>
#include <optional>
#include <span>

namespace kinetoscope {

/// Parameters of trace-diff that compare what two rows of a table are about: two steps, two ranks, or steps of two
/// ranks. The first row is the control. Nothing unless there are exactly two rows, the table has a column `rank`, and
/// the rows differ in their rank or step. Pure.
[[nodiscard]] std::optional<Parameters> comparisonOfRows(const Table& table, std::span<const std::size_t> rows);

} // namespace kinetoscope
