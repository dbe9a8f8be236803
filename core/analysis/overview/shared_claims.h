// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/overview/finding.h"

#include <vector>

namespace kinetoscope {

/// Says of findings whose time others of the rank have, too, that it is so (Finding::shared): time outside of the view
/// that savings are made of, and what a rank or a step takes longer than others where single kernels are findings.
/// Savings are known. O(findings x their slices).
/// @param source  that the findings are of.
void nameSharedClaims(const OverviewSource& source, std::vector<Finding>& all);

} // namespace kinetoscope
