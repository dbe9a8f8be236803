// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/gpu/idle/gap_ranking.h"
#include "core/analysis/types/table.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace kinetoscope {

inline constexpr const char* kLongestGapsTitle = "The longest gaps, and what the host did meanwhile";
[[nodiscard]] std::vector<ColumnDescriptor> longestGapsColumns();

/// The `gaps`, longest first, with both neighbours and the host ops of the thread that launched the next work.
/// O(host slices inside the gaps).
[[nodiscard]] Table longestGapsTable(std::shared_ptr<const ScopedIdle> source, std::vector<LongGap> gaps);

} // namespace kinetoscope
