// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/efficiency/efficiency_rows.h"
#include "core/base/remark.h"

#include <functional>
#include <map>
#include <vector>

namespace kinetoscope {

/// By the GPU time that each is about, ns, most first: what holds for most of it is to be read first.
using RemarksByTime = std::multimap<Nanoseconds, Remark, std::greater<>>;

/// What is most above what the device allows, or why that cannot be said.
void remarkOnLargest(
    const RankTrace& rank, const RankOwnedWork& work, const LargestRows& largest, RemarksByTime& remarks);
/// How much of the GPU time has a formula, and what would tell more.
void remarkOnCoverage(const RankTrace& rank, const RankOwnedWork& work, RemarksByTime& remarks);
/// Why shares of the peak are missing, or above it.
void remarkOnPeaks(
    const RankTrace& rank, const RankOwnedWork& work, const CallRooflines& rooflines, RemarksByTime& remarks);

/// That what was counted by the hardware is shown elsewhere.
void remarkOnCounters(const RankTrace& rank, std::vector<Remark>& remarks);

/// Why nothing can be said of a call's rate, to stand behind a colon; empty where that is not its own.
[[nodiscard]] Message reasonOf(Lack lack);

} // namespace kinetoscope
