// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/panels/analysis/analysis_request.h"

namespace kinetoscope {

/// Chooses the ranks of a comparison of a job with itself where nobody chose any: its two lowest ones, or those of the
/// scope, the first as control. A rank would differ from itself in nothing, and two runs that are opened together are
/// two ranks here: of two that were recorded one after the other, the earlier one is the control. Nothing where another
/// job is the control, where ranks or two different choices of steps were made, or where fewer than two can be read.
/// Pure.
void compareTwoRanks(AnalysisRequest& request);

/// Whether control and test of a comparison are not the same: another job, other ranks or other steps.
[[nodiscard]] bool areSidesDifferent(const AnalysisRequest& request);

} // namespace kinetoscope
