// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/waterfall/waterfall_tables.h"
#include "core/base/remark.h"

#include <cstddef>

namespace kinetoscope {

/// "5.5 ms more computation". @param part  of WaterfallTimes.
[[nodiscard]] Message differenceInWords(std::size_t part, Nanoseconds delta);

/// "The test takes 48.2 ms less ...", which are the windows that stand for the sides where there are several, what the
/// medians over all of them say where that is something else, and whether it is more than noise.
[[nodiscard]] Remark waterfallInWords(const WaterfallFacts& facts);

} // namespace kinetoscope
