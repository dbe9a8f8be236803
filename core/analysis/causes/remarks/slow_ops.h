// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/base/remark.h"
#include "core/model/trace_set.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace kinetoscope {

/// Ops that only make another view of a tensor compute nothing: where even they take long, each op does, as with
/// recording that captures a call stack for each, in a debug build or on a busy CPU.
struct SlowOps {
    Nanoseconds median = 0; ///< of one such call, in which nothing else was recorded
    std::int64_t calls = 0; ///< what it is the median of
    bool hasStacks = false; ///< a call stack was recorded with each: opsTellCallStacks()
};
/// Of those calls of threads that start in windows of trace time, any order; nothing where they are few, or take what
/// they usually do. O(names), and O(slices of the threads) where there are such. Not complete if told to stop.
/// @param threads  ThreadLines::mainThreads(): how long ops of others take says nothing of what the GPU waits for.
[[nodiscard]] std::optional<SlowOps> slowOpsOf(
    const Trace& trace, std::span<const TrackId> threads, std::vector<TimeRange> windows, const Progress& progress);

/// Whose figures it makes doubtful: those of a rank as recorded, or what changes would save.
enum class SlowOpsOf : std::uint8_t { Recording, Replay };
struct SlowOpsOfRank {
    std::int64_t rank = 0; ///< its number
    SlowOps ops;
};
/// Of ranks whose figures differ one remark with the least and the greatest; traces, whether or not ranks of one job.
void remarkOnSlowOps(std::span<const SlowOpsOfRank> ranks, SlowOpsOf where, std::vector<Remark>& remarks);

} // namespace kinetoscope
