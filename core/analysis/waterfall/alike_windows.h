// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/waterfall/waterfall_tables.h"
#include "core/base/message.h"

namespace kinetoscope {

// What there is to say where the windows that stand for the sides take the same time, part by part.

/// " Kernels of the median windows differ: ...": which of the two windows differ most; empty where each name has as
/// many calls that take as long.
[[nodiscard]] Message kernelsThatDiffer(const WaterfallFacts& facts);

/// " Of the 4 pairs of windows of one step 1 differs, ...", or that none does; empty where no step is on both sides but
/// that of the windows that stand for them. Of several ranks a side, those of the same number are pairs.
[[nodiscard]] Message pairsThatDiffer(const WaterfallFacts& facts);

} // namespace kinetoscope
