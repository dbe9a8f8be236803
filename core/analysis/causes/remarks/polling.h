// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/base/remark.h"
#include "core/model/trace_set.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace kinetoscope {

/// A thread that asks the GPU again and again instead of waiting in a synchronising call: which work it asks for is not
/// in the trace, so that no cause and no replay follows it.
struct Polling {
    StringId call;          ///< the most frequent one
    std::int64_t calls = 0; ///< cudaEventQuery and its like, of all names
    Nanoseconds time = 0;   ///< from the first to the last call of each row of them, while the GPU works
    Nanoseconds wall = 0;   ///< of the windows
};
/// What the thread has of it in windows of trace time, any order; nothing where it is no real share of them.
/// O(slices) where such calls are in the file. Not complete if told to stop.
[[nodiscard]] std::optional<Polling> pollingOf(
    const Trace& trace, TrackId thread, std::vector<TimeRange> windows, const Progress& progress);

/// That its time may be waiting for GPU work. @param polling  of the rank's main thread.
[[nodiscard]] Remark asksAgainAndAgain(const RankTrace& rank, const Polling& polling);

} // namespace kinetoscope
