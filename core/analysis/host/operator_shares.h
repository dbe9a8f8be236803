// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/efficiency/peak_shares.h"
#include "core/analysis/host/operator_groups.h"

#include <vector>

namespace kinetoscope {

/// How near the calls of ops come to the device's peaks, by group of `operators`. A call counts for every op inside of
/// which all of its work was launched, once a group.
/// @param operators  with the nodes of their tree, made of the same GPU work as `shares`.
/// O(calls x depth).
[[nodiscard]] std::vector<PeakShare> peakSharesOf(
    const RankOperators& operators, const PeakShares& shares, const Progress& progress);

} // namespace kinetoscope
