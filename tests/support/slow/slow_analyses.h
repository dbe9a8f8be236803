// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/gpu/breakdown/temporal_breakdown.h"

namespace kinetoscope::tests {

/// The temporal breakdown once more, as slow and obvious as it gets: looks at every nanosecond of the window. For
/// windows of at most some 100,000 ns. Shares no code with the product besides the rows it is given.
[[nodiscard]] TimeSplit slowSplit(const RankGpuWork& work);

} // namespace kinetoscope::tests
