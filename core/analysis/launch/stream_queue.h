// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/launch/launches.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace kinetoscope {

/// Until when a launched piece of work counts as queued.
enum class QueuedUntil : std::uint8_t {
    WorkStarts, ///< HTA: submitted, but not yet started
    WorkEnds,   ///< outstanding: submitted, but not yet finished
};

/// Length of a queue from `time` until the next point.
struct QueuePoint {
    Timestamp time = 0; ///< job time
    std::int64_t length = 0;
    SliceId event; ///< the launch or the work that changed it; invalid for what was queued when the range began
};

/// The queue of one stream. Below 0 only where a clock puts work before its own launch.
struct StreamQueue {
    TrackId track;
    std::int64_t device = Track::kNoDevice;
    std::int64_t stream = Track::kNoStream;
    std::vector<QueuePoint> points;  ///< by time; at equal times launches first, then by event index ([DIFF-7.5])
    std::optional<TimeRange> window; ///< the chosen range, job time; without one the last point holds for no time
};

/// The queues of one rank by device and stream. `range` cuts them: what was queued when it began is its first point.
/// @param launches  of the scope without its range, so that nothing queued is overlooked.
/// O(n log n) in the launches. Returns early when told to stop, as Progress says.
[[nodiscard]] std::vector<StreamQueue> streamQueues(const RankTrace& rank, const RankLaunches& launches,
    QueuedUntil until, const std::optional<TimeRange>& range, const Progress& progress = {});

/// Mean of the length over the range or, without one, from the first to the last point; nothing where that takes no
/// time.
[[nodiscard]] std::optional<double> meanOverTime(const StreamQueue& queue);

/// The stretches in which a queue holds at least `limit`, neighbours joined.
[[nodiscard]] std::vector<TimeRange> timeAtLength(const StreamQueue& queue, std::int64_t limit);

} // namespace kinetoscope
