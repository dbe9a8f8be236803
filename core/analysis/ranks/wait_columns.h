// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/table.h"

#include <vector>

namespace kinetoscope {

/// Columns of the tables of wait-causes.
[[nodiscard]] std::vector<ColumnDescriptor> waitRankColumns();
[[nodiscard]] std::vector<ColumnDescriptor> waitInstanceColumns();
[[nodiscard]] std::vector<ColumnDescriptor> waitStepColumns();
[[nodiscard]] std::vector<ColumnDescriptor> waitGroupColumns();
[[nodiscard]] std::vector<ColumnDescriptor> waitRankGroupColumns();
[[nodiscard]] std::vector<ColumnDescriptor> waitRunColumns();
/// Of WaitLeadRows: the parts follow `lead` in the order of LatePart.
[[nodiscard]] std::vector<ColumnDescriptor> waitLeadColumns();

} // namespace kinetoscope
