// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"

namespace kinetoscope {

/// The column that names the analysis which shows more of what a row is about, by its id.
inline constexpr const char* kAnalysisColumn = "analysis";

} // namespace kinetoscope
