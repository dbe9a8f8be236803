// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/overview/rank_facts.h"

#include <vector>

namespace kinetoscope {

/// What the host does while the GPUs of a rank wait for it: fills RankFacts::afterSync, loadingData and allocating from
/// the gaps whose cause is the host. O(host slices + gaps log calls). False if told to stop.
/// @param gaps  of the cause host wait, job time, in order.
[[nodiscard]] bool findHostActivity(
    const RankTrace& rank, const std::vector<TimeRange>& gaps, const Progress& progress, RankFacts& facts);

} // namespace kinetoscope
