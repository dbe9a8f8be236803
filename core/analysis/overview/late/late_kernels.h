// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/overview/facts/rank_facts.h"
#include "core/base/message.h"

#include <cstddef>
#include <vector>

namespace kinetoscope {

/// That a rank which computes longer runs as many kernels of the same names as half of the others that communicate, or
/// more of them, and that these take it longer: then it has no more to do. A sentence with a space before it; empty
/// where that is not so, or not by much. O(kernel names of all ranks).
/// @param late  in OverviewSource.
[[nodiscard]] Message sameKernelsOfLateRank(
    const OverviewSource& source, const std::vector<RankFacts>& ranks, std::size_t late);

} // namespace kinetoscope
