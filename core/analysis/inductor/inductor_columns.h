// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/table.h"

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// The categories of Inductor's summary line, in its order.
inline constexpr std::array<std::string_view, 5> kReportCategories { "triton_pointwise", "triton_reduction",
    "triton_persistent_reduction", "triton_unknown", "unknown" };

/// Position in inductorGraphColumns() of the calls of a graph.
inline constexpr std::size_t kGraphCalls = 2;

inline constexpr const char* kCategoriesTitle = "GPU time by category, compiled or not";
inline constexpr const char* kKernelsTitle = "Kernels of each category";
inline constexpr const char* kGraphsTitle = "GPU time by compiled graph";
inline constexpr const char* kSummaryTitle = "Shares of the wall time, as Inductor's report has them";

/// The columns of the tables of inductor-kernels, a row a rank and: category, kernel, compiled graph, nothing more. The
/// columns of shares are of kReportCategories in their order.
[[nodiscard]] std::vector<ColumnDescriptor> inductorCategoryColumns();
[[nodiscard]] std::vector<ColumnDescriptor> inductorKernelColumns();
[[nodiscard]] std::vector<ColumnDescriptor> inductorGraphColumns();
[[nodiscard]] std::vector<ColumnDescriptor> inductorSummaryColumns();

} // namespace kinetoscope
