// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/overview/candidates.h"
#include "core/base/remark.h"

#include <span>
#include <vector>

namespace kinetoscope {

/// What the overview says beside its findings: why there is nothing to say of a rank, or that nothing stands out.
/// @param ranks  by rank of the source.
void addOverviewRemarks(const OverviewSource& source, std::span<const RankFacts> ranks, bool hasFindings,
    const FindingThresholds& thresholds, std::vector<Remark>& remarks);

} // namespace kinetoscope
