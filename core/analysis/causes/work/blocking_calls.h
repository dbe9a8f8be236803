// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/work/hand_over.h"
#include "core/base/progress.h"
#include "core/model/trace.h"

#include <map>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace kinetoscope {

/// How a host call waits for the GPU.
enum class BlockingWay : std::uint8_t {
    None,
    Copy,      ///< it returns only after its copy
    FullQueue, ///< a launch that waits for room
    Sync,      ///< a synchronisation, or a free, which waits for the device
};

/// Host calls whose time may be the GPU's, and work that waits for an event (causes.md 1.6 and 1.7). Keeps a reference
/// to the trace.
class BlockingCalls {
public:
    /// Work of another stream that a piece of work had to wait for.
    struct EventSource {
        SliceId work;
        SliceId source;
        auto operator<=>(const EventSource&) const = default;
    };
    /// @param gapThreshold  ns; shorter launches wait for no room in a queue.
    /// @param queueLength   pieces of work that fill a queue.
    /// O(launches log launches + slices).
    BlockingCalls(
        const Trace& trace, Nanoseconds gapThreshold, std::int64_t queueLength, const Progress& progress = {});

    [[nodiscard]] Nanoseconds gapThreshold() const { return m_gapThreshold; }
    [[nodiscard]] std::int64_t queueLength() const { return m_queueLength; }
    [[nodiscard]] BlockingWay wayOf(SliceId call) const;
    /// Whether a call waits for the GPU: a blocking copy, a launch into a full queue, a synchronisation.
    [[nodiscard]] bool blocks(SliceId call) const { return wayOf(call) != BlockingWay::None; }
    /// A copy call that returns only after its copy, as far as names and times tell.
    [[nodiscard]] bool blocksAsCopy(SliceId call) const;
    /// The last end of the work of a call; it must have some.
    [[nodiscard]] Timestamp endOfWork(SliceId call) const { return m_trace.slices().end(lastWork(call)); }
    /// The work of a call that ends last; it must have some.
    [[nodiscard]] SliceId lastWork(SliceId call) const;
    /// Whether a stream was made to wait for an event before this piece of work.
    [[nodiscard]] bool waitsForEvent(SliceId work) const;
    /// How many calls make streams wait for events; 0 where sync rows say for which.
    [[nodiscard]] std::size_t eventWaitsWithoutRows() const;
    /// What sync rows say that a piece of work waited for; most have none. O(log sources).
    [[nodiscard]] std::span<const EventSource> eventSources(SliceId work) const;
    /// Whether a call of this name waits for every stream where no sync row says for which it did.
    [[nodiscard]] bool waitsForAllStreams(SliceId call) const;
    /// When the event with this correlation was recorded. Only of traces with sync rows.
    [[nodiscard]] std::optional<Timestamp> recordOf(std::int64_t correlation) const;

private:
    /// How much work waited in the queue of a stream when a long launch onto it began.
    struct QueueLengths {
        std::vector<Timestamp> begins; ///< of such launches, sorted, each once
        /// By begin: launched before and not started by then. One more while it is counted: behind the last.
        std::vector<std::int64_t> waiting;
        std::size_t lastLaunch = 0; ///< the place where the last one was counted, near the next
        std::size_t lastStart = 0;
        void count(Timestamp launched, Timestamp started);
    };
    using QueuesByStream = std::map<TrackId, QueueLengths>;
    struct Launched {
        Timestamp launch = 0;
        SliceId work;
    };
    void readWaits(const Progress& progress);
    void readCalls(TrackId thread, bool areRecordsAskedFor, StopCheck& check);
    [[nodiscard]] std::vector<SliceId> longLaunches(const Progress& progress) const;
    void readLaunches(QueuesByStream& queues, const Progress& progress);
    void findFullQueues(const Progress& progress);
    void readEventSources(std::span<const SliceId> waitRows);
    [[nodiscard]] std::uint16_t nameBits(SliceId call) const;
    [[nodiscard]] bool hasWork(SliceId call) const { return launchesWork(m_trace, call); }
    [[nodiscard]] bool startsWorkIn(TrackId stream, SliceId call) const;

    const Trace& m_trace;
    Nanoseconds m_gapThreshold;
    std::int64_t m_queueLength;
    std::vector<SliceId> m_fullQueues; ///< launches that wait for room, sorted
    std::map<std::pair<TrackId, TrackId>, std::vector<Timestamp>>
        m_launches; ///< by thread and stream, sorted: the first after each of m_waitCalls
    std::map<TrackId, std::vector<Timestamp>> m_waitCalls; ///< by thread: calls that make a stream wait, sorted
    std::vector<std::uint16_t> m_names;                    ///< by StringId: what names of calls say, see nameBits
    bool m_hasWaitRows = false;                            ///< sync rows of streams that wait
    std::unordered_map<std::int64_t, Timestamp> m_records; ///< by correlation
    std::vector<EventSource> m_sources;                    ///< sorted
};

} // namespace kinetoscope
