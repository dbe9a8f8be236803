// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/model/trace.h"

#include <map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace kinetoscope {

/// Host calls whose time may be the GPU's, and work that waits for an event (causes.md 1.6 and 1.7). Keeps a reference
/// to the trace.
class BlockingCalls {
public:
    /// @param gapThreshold  ns; shorter launches wait for no room in a queue.
    /// @param queueLength   pieces of work that fill a queue.
    /// O(launches log launches + slices).
    BlockingCalls(
        const Trace& trace, Nanoseconds gapThreshold, std::int64_t queueLength, const Progress& progress = {});

    /// Whether a call waits for the GPU: a blocking copy, a launch into a full queue, a synchronisation.
    [[nodiscard]] bool blocks(SliceId call) const;
    /// A copy call that returns only after its copy, as far as names and times tell.
    [[nodiscard]] bool blocksAsCopy(SliceId call) const;
    /// The last end of the work of a call; it must have some.
    [[nodiscard]] Timestamp endOfWork(SliceId call) const;
    /// Whether a stream was made to wait for an event before this piece of work.
    [[nodiscard]] bool waitsForEvent(SliceId work) const;

private:
    struct StreamTimes { ///< each sorted
        std::vector<Timestamp> launched;
        std::vector<Timestamp> started;
    };
    struct Launched {
        Timestamp launch = 0;
        SliceId work;
    };
    void readWaits(const Progress& progress);
    [[nodiscard]] bool hasWork(SliceId call) const { return !m_trace.launches().of(call).empty(); }
    [[nodiscard]] bool blocksAsFullQueue(SliceId call) const;

    const Trace& m_trace;
    Nanoseconds m_gapThreshold;
    std::int64_t m_queueLength;
    std::map<TrackId, StreamTimes> m_streams;
    std::map<std::pair<TrackId, TrackId>, std::vector<Timestamp>> m_launches; ///< by thread and stream, sorted
    std::map<TrackId, std::vector<Timestamp>> m_waitCalls; ///< by thread: calls that make a stream wait, sorted
    std::unordered_set<SliceId> m_afterEvents;             ///< work that sync rows say waited
};

} // namespace kinetoscope
