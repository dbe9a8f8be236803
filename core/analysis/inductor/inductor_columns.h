// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/table.h"

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// In the order of Inductor's summary line.
inline constexpr std::array<std::string_view, 5> kReportCategories { "triton_pointwise", "triton_reduction",
    "triton_persistent_reduction", "triton_unknown", "unknown" };

/// The columns of the tables of inductor-kernels, a row a rank and: category, kernel, compiled graph, nothing more.
[[nodiscard]] std::vector<ColumnDescriptor> inductorCategoryColumns();
[[nodiscard]] std::vector<ColumnDescriptor> inductorKernelColumns();
[[nodiscard]] std::vector<ColumnDescriptor> inductorGraphColumns();
inline constexpr std::size_t kGraphCalls = 2; ///< position in inductorGraphColumns()
[[nodiscard]] std::vector<ColumnDescriptor> inductorSummaryColumns();

} // namespace kinetoscope
