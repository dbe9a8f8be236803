// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/overview/candidates/candidates.h"
#include "core/base/remark.h"

#include <span>
#include <vector>

namespace kinetoscope {

struct WaitFacts;

/// What the overview says beside its findings: why there is nothing to say of a rank, or that nothing stands out.
/// @param ranks  by rank of the source.
void addOverviewRemarks(const OverviewSource& source, std::span<const RankFacts> ranks, bool hasFindings,
    const FindingThresholds& thresholds, std::vector<Remark>& remarks);

/// What ranks wait for each other, all added up, and for whom, where no finding is about it: too little for one, or
/// others are larger. Nothing where it is next to nothing, or where who waits is not known of much of it.
void addWaitsRemark(const WaitFacts& waits, const Message& whom, std::span<const RankFacts> ranks,
    const Progress& progress, std::vector<Remark>& remarks);

} // namespace kinetoscope
