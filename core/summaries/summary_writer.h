// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/model/rank_summary.h"

#include <cstdint>
#include <vector>

namespace kinetoscope {

/// The bytes of the `.ksum` file of a summary (io/summary/summary_format.h), made in memory: no journal, no locks.
/// readSummary() of them gives the same summary. Errors: OutOfMemory. O(runs log).
[[nodiscard]] Result<std::vector<std::uint8_t>> summaryBytes(const RankSummary& summary);

} // namespace kinetoscope
