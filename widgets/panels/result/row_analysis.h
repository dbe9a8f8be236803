// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"

#include <cstddef>
#include <optional>

namespace kinetoscope {

/// The analysis that shows more of what a row is about, and how it shows the same figures.
struct RowAnalysis {
    const AnalysisDescriptor* analysis = nullptr; ///< of the registry
    Parameters parameters;                        ///< those that both analyses have
};

/// Nothing where the table has no such column, or no analysis has that id. Pure.
/// @param shown  what the table was made with.
[[nodiscard]] std::optional<RowAnalysis> analysisOfRow(const Table& table, std::size_t row, const Parameters& shown);

} // namespace kinetoscope
