// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/efficiency/peak_shares.h"
#include "core/analysis/gpu/gpu_work.h"
#include "core/analysis/host/operator_groups.h"
#include "core/analysis/part_kinds.h"
#include "core/base/progress.h"

#include <optional>
#include <vector>

namespace kinetoscope {

/// How near the calls of ops come to the device's peaks, by group of `operators`. A call counts for every op inside of
/// which all of its work was launched, once a group.
/// @param operators  with the nodes of their tree, made of the same GPU work as `shares`.
/// O(calls x depth). Told to stop it returns what it has; the caller asks `progress` again.
[[nodiscard]] std::vector<PeakShare> peakSharesOf(
    const RankOperators& operators, const PeakShares& shares, const Progress& progress);

/// By group of `operators`, the type of most of the GPU work that counts for it as its own; none without such work.
/// @param work  of which `operators` were made. O(its rows).
[[nodiscard]] std::vector<std::optional<PartKind>> kindsOfWork(const RankOperators& operators, const RankGpuWork& work);

} // namespace kinetoscope
