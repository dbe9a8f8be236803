// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/overview/facts/rank_facts.h"
#include "core/base/message.h"

#include <cstddef>
#include <vector>

namespace kinetoscope {

/// Why a rank computes longer, as far as its kernels tell: it runs as many of the same names as half of the others that
/// communicate, or more of them, and these take it longer, so that it has no more to do; or it runs more of them in as
/// many steps. A sentence with a space before it; empty where neither is so, or not by much. O(kernel names of all
/// ranks).
/// @param late   in OverviewSource.
/// @param alike  others that are as slow, which are none to compare it with: where the same is true of all of them, the
///               sentence says so.
[[nodiscard]] Message kernelsOfLateRank(const OverviewSource& source, const std::vector<RankFacts>& ranks,
    std::size_t late, const std::vector<std::size_t>& alike);

} // namespace kinetoscope
