// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"

namespace kinetoscope {

/// "Where does the time go, and what should I look at first?". Tables `findings`, up to five sentences by time at
/// stake, and `split`, the time of each rank by what runs and why nothing runs. Every figure comes from the analysis
/// that the finding names.
[[nodiscard]] AnalysisDescriptor overview();

} // namespace kinetoscope
