// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"

namespace kinetoscope {

/// An empty table `candidates` with the columns that hta mode has.
[[nodiscard]] Table emptyStragglerTableOfHta();

/// A collective is long if it takes at least this share of a step.
inline constexpr double kLongCollectiveShare = 0.01;

} // namespace kinetoscope
