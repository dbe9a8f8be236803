// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/work/blocking_calls.h"
#include "core/analysis/causes/work/work_order.h"

#include <optional>
#include <utility>
#include <vector>

namespace kinetoscope {

/// The work that blocking calls wait for (causes.md 1.6). Keeps references to the trace, the order and the calls.
/// Immutable; read from any thread.
class AwaitedWork {
public:
    /// The first `count` pieces of work of a stream.
    struct Prefix {
        std::uint32_t stream = 0; ///< as WorkOrder counts them
        std::uint32_t count = 0;  ///< > 0
        bool operator==(const Prefix&) const = default;
    };
    /// What a call waited for last, and until when.
    struct Awaited {
        BlockingWay way = BlockingWay::None;
        Timestamp time = 0;        ///< trace time; only with `work`
        WorkNumber work = kNoWork; ///< none: the GPU was done before the call
    };

    /// @param tolerance  ns; work may end so much after the call that waited for it, since clocks differ.
    /// O(n log n), and 4 bytes a piece of work; 4 more on streams where some has no launch, and where some ends before
    /// the one before it. Not complete if told to stop.
    AwaitedWork(const Trace& trace, const WorkOrder& order, const BlockingCalls& calls, Nanoseconds tolerance,
        const Progress& progress);

    /// Way None for a call that does not block. O(streams log work).
    [[nodiscard]] Awaited of(SliceId call) const { return of(call, m_calls.wayOf(call)); }
    /// Of a call that is known to block that way.
    [[nodiscard]] Awaited of(SliceId call, BlockingWay way) const;
    /// What a synchronisation waits for, a prefix a stream, by stream; empty of any other call. O(streams log work).
    [[nodiscard]] std::vector<Prefix> prefixesOf(SliceId call) const;
    /// Of these the work that ends last, of equals the later; kNoWork of none.
    [[nodiscard]] WorkNumber lastOf(const std::vector<Prefix>& prefixes) const;

private:
    /// What a call can see of the work of a stream.
    struct Limits {
        Timestamp launchedBefore = 0;
        Timestamp startedBefore = 0;
        Timestamp endedUntil = 0;
    };
    struct Stream {
        /// By place: of the work up to it the one that ends last. Empty where it always is that at the place itself.
        std::vector<WorkNumber> lastEnd;
        /// By place: of the work up to it the last with a launch; kNoWork before the first. Empty where all has one.
        std::vector<WorkNumber> lastLaunched;
        std::vector<Timestamp> least; ///< of each kBlock of launchedAt()
    };
    void readSyncRows(const Progress& progress);
    [[nodiscard]] Limits limitsOf(SliceId call) const;
    [[nodiscard]] const std::vector<WorkNumber>& lastEnds(std::uint32_t stream) const
    {
        const std::vector<WorkNumber>& some = m_streams[stream].lastEnd;
        return some.empty() ? m_order.worksOf(stream) : some;
    }
    /// When the work at a place was launched; of work without a launch as of the one before it.
    [[nodiscard]] Timestamp launchedAt(std::uint32_t stream, std::uint32_t place) const;
    [[nodiscard]] std::uint32_t countOf(std::uint32_t stream, const Limits& limits) const;
    [[nodiscard]] std::optional<std::uint32_t> streamOf(std::int64_t device, std::int64_t stream) const;
    [[nodiscard]] std::vector<Prefix> prefixesOfAll(const Limits& limits, std::optional<std::int64_t> device) const;
    [[nodiscard]] std::optional<std::vector<Prefix>> prefixesOfRow(SliceId call, SliceId row) const;
    [[nodiscard]] std::optional<std::uint32_t> lastLaunchedInto(SliceId call) const;
    [[nodiscard]] std::optional<std::uint32_t> streamThatEnded(SliceId call) const;
    [[nodiscard]] std::vector<Prefix> prefixOf(std::optional<std::uint32_t> stream, const Limits& limits) const;

    const Trace& m_trace;
    const WorkOrder& m_order;
    const BlockingCalls& m_calls;
    Nanoseconds m_tolerance;
    std::vector<Stream> m_streams;
    std::vector<WorkNumber> m_byEnd;                     ///< all work by end, of equals in order
    std::vector<std::pair<SliceId, SliceId>> m_syncRows; ///< call and its row, sorted
};

} // namespace kinetoscope
