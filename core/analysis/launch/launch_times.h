// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/launch/launches.h"

#include <vector>

namespace kinetoscope {

/// Where the earlier work of a stream ends, seen from each piece of work. Keeps a reference to the trace. Not
/// thread-safe: it reads a stream when it is first asked about it, and remembers 8 bytes a row.
class EarlierWork {
public:
    explicit EarlierWork(const Trace& trace);

    /// Latest end of the sound GPU work that stands before `work` on its stream, ns on the trace's clock; kMinTimestamp
    /// for the first. `stream` must be the track of `work`.
    [[nodiscard]] Timestamp endBefore(TrackId stream, SliceId work);

private:
    void read(const Track& track, std::vector<Timestamp>& ends) const;

    const Trace& m_trace;
    std::vector<std::vector<Timestamp>> m_ends; ///< by track
};

/// All times of one launch.
struct LaunchTimes {
    TimeRange call;            ///< job time
    TimeRange work;            ///< job time
    Nanoseconds rawDelay = 0;  ///< end of the call to start of the work; negative if the work starts inside the call
    Nanoseconds delay = 0;     ///< the same, never negative
    Nanoseconds queueWait = 0; ///< part of `delay` until the stream is through with earlier work

    [[nodiscard]] Nanoseconds netDelay() const { return delay - queueWait; }
};
/// @param earlier  of the trace of `rank`. O(1), the first time on a stream O(its work).
[[nodiscard]] LaunchTimes timesOf(const RankTrace& rank, const Launch& launch, EarlierWork& earlier);
/// The same where the wait is known.
[[nodiscard]] LaunchTimes launchTimes(const RankTrace& rank, SliceId call, SliceId work, Nanoseconds queueWait);

} // namespace kinetoscope
