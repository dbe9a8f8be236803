// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"

namespace kinetoscope {

inline constexpr const char* kMemorySeriesTitle = "Memory in use over time";

} // namespace kinetoscope
