// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/nanoseconds.h"
#include "core/base/progress.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kinetoscope {

/// Something that runs, and how much it counts where others run beside it.
struct SharingWork {
    TimeRange range;
    std::uint64_t order = 0; ///< of equal starts: place in the file
    std::uint32_t id = 0;    ///< what it is; of the caller
    std::uint8_t layer = 0;  ///< while anything of a lower layer runs, this gets no time
    Nanoseconds time = 0;    ///< out: its part
};

/// Divides the time in which any of `works` runs: each moment belongs to the lowest layer that runs then, and is
/// divided evenly among those of that layer, stretch by stretch between starts and ends; what does not divide goes one
/// nanosecond each to those that started first. So the times add up to the time that the works cover. They are sorted
/// by (layer, start, order). O(n log n); not complete if told to stop.
/// @param window  what lies outside gets no time.
void shareTime(std::vector<SharingWork>& works, TimeRange window, std::size_t layers, const Progress& progress);

} // namespace kinetoscope
