// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/cause.h"
#include "core/model/trace.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace kinetoscope::tests {

/// A stretch of a thread's line or of a gap, and whose it is; trace time.
struct SlowStretch {
    TimeRange range;
    Cause cause = Cause::Unrecorded;
    SliceId owner; ///< invalid where nothing was recorded
    SliceId after; ///< of gaps: the blocking call that the host had waited in
    bool operator==(const SlowStretch&) const = default;
};

/// What a piece of work may have waited for.
struct SlowCandidate {
    enum class Kind { Stream, Event, Launch, NoRoom, UnrecordedEvent };
    Kind kind = Kind::Launch;
    SliceId work; ///< invalid for a launch
    Timestamp ready = 0;
};

enum class SlowWay { None, Copy, Full, Sync };

/// What a blocking call waited for.
struct SlowAwaited {
    Timestamp time = 0;
    SliceId work;
};

/// A second implementation of what causes.md says in section 1, as slow and obvious as it gets: every answer is looked
/// for among all slices. It shares no code with the product beyond the trace and the names of causes. For small traces
/// of sound slices; keeps a reference to the trace.
class SlowCauses {
public:
    SlowCauses(const Trace& trace, const CauseThresholds& thresholds);

    // 1.1
    [[nodiscard]] TrackId mainThread() const { return m_main; }
    [[nodiscard]] const std::vector<TrackId>& backwardThreads() const { return m_backward; } ///< in file order
    [[nodiscard]] bool isOfMainLine(TrackId thread) const; ///< the main thread or a backward one
    /// First start and last end of what the threads do, as the call tree has it; empty without any.
    [[nodiscard]] TimeRange rangeOf(const std::vector<TrackId>& threads) const;
    [[nodiscard]] std::vector<TrackId> hostThreads() const { return m_threads; }

    // 1.2
    [[nodiscard]] SliceId owner(TrackId thread, Timestamp time) const;
    /// The moments at which the owner of a thread's line may change, sorted.
    [[nodiscard]] std::vector<Timestamp> boundaries(TrackId thread) const;
    /// A line in `range`: contiguous, no two neighbours of one owner; causes are not filled in.
    [[nodiscard]] std::vector<SlowStretch> line(TrackId thread, const TimeRange& range) const;

    // 1.3
    [[nodiscard]] Cause causeOf(SliceId owner) const;
    /// A segment cut where its cause changes.
    [[nodiscard]] std::vector<SlowStretch> split(const TimeRange& range, SliceId owner) const;
    [[nodiscard]] bool isCopyCall(SliceId call) const; ///< pattern Y

    // 1.4, 1.5
    [[nodiscard]] const std::vector<SliceId>& works() const { return m_works; } ///< in order
    [[nodiscard]] bool isBefore(SliceId a, SliceId b) const;
    [[nodiscard]] SliceId launch(SliceId work) const { return m_trace.slices().partner[work.index()]; }
    [[nodiscard]] std::vector<SliceId> worksOf(SliceId call) const;    ///< in order
    [[nodiscard]] std::vector<SliceId> onStreamOf(SliceId work) const; ///< in order
    [[nodiscard]] Timestamp handed(SliceId work) const;
    /// Those that the recording names, then the inferred one.
    [[nodiscard]] std::vector<SlowCandidate> candidates(SliceId work) const;
    [[nodiscard]] std::optional<SlowCandidate> binding(SliceId work) const;

    // 1.6
    [[nodiscard]] SlowWay wayOf(SliceId call) const;
    [[nodiscard]] SliceId lastPiece(SliceId call) const; ///< the work of a call that ends last
    [[nodiscard]] SliceId madeRoom(SliceId call) const;
    /// All work that a synchronisation waits for.
    [[nodiscard]] std::vector<SliceId> awaitedBySync(SliceId call) const;
    [[nodiscard]] std::optional<SlowAwaited> awaited(SliceId call) const;
    [[nodiscard]] SliceId lastToEnd(const std::vector<SliceId>& works) const;

    // 1.7
    [[nodiscard]] SlowStretch deviceCause(SliceId work, const TimeRange& range, bool isQueued) const;

    [[nodiscard]] Timestamp start(SliceId slice) const { return m_trace.slices().start[slice.index()]; }
    [[nodiscard]] Timestamp end(SliceId slice) const { return m_trace.slices().end(slice); }
    [[nodiscard]] TrackId thread(SliceId slice) const { return m_trace.trackOf(slice); }
    [[nodiscard]] SliceId around(SliceId slice) const { return m_trace.slices().parent[slice.index()]; }
    [[nodiscard]] bool isCall(SliceId slice) const { return isApiCall(m_trace.kind(slice)); }
    [[nodiscard]] std::string name(SliceId slice) const { return std::string(m_trace.name(slice)); }
    [[nodiscard]] const CauseThresholds& thresholds() const { return m_thresholds; }
    [[nodiscard]] const Trace& trace() const { return m_trace; }

private:
    using Stream = std::pair<std::int64_t, std::int64_t>;
    void findThreads();
    [[nodiscard]] bool isBackwardByItself(TrackId thread) const;
    [[nodiscard]] bool isOp(SliceId slice) const;
    [[nodiscard]] bool isOpOrCall(SliceId slice) const;
    [[nodiscard]] SliceId own(TrackId thread, Timestamp time) const;
    /// Where a slice ends in the call tree.
    [[nodiscard]] Timestamp treeEnd(SliceId slice) const { return m_treeEnds[slice.index()]; }
    [[nodiscard]] Timestamp findTreeEnd(SliceId slice) const;
    [[nodiscard]] std::vector<TrackId> partners(TrackId thread) const;
    [[nodiscard]] bool matches(SliceId slice, const char* pattern, bool ignoresCase = false) const;
    template <typename Predicate> [[nodiscard]] bool isAround(SliceId slice, Predicate predicate) const;
    [[nodiscard]] Cause causeOfCall(SliceId call) const;
    [[nodiscard]] bool isFirstOfItsName(SliceId work) const;
    [[nodiscard]] Cause causeAt(SliceId owner, Timestamp time) const;

    [[nodiscard]] Stream streamOf(SliceId work) const;
    [[nodiscard]] std::vector<SliceId> onStream(const Stream& stream) const;
    [[nodiscard]] std::vector<SlowCandidate> recorded(SliceId work) const;
    [[nodiscard]] std::vector<SliceId> eventSources(SliceId work) const;
    [[nodiscard]] SliceId callOfCorrelation(std::int64_t correlation, const char* word) const;
    [[nodiscard]] std::optional<SlowCandidate> inferred(SliceId work, std::optional<Timestamp> ready) const;
    [[nodiscard]] std::optional<SlowCandidate> lastReady(const std::vector<SlowCandidate>& all) const;
    [[nodiscard]] bool isStaged(SliceId work) const;
    [[nodiscard]] bool waitsForEvent(SliceId work) const;
    [[nodiscard]] bool blocksAsCopy(SliceId call) const;
    [[nodiscard]] Timestamp launchedAt(SliceId work) const;
    [[nodiscard]] std::vector<SliceId> prefix(SliceId call, const Stream& stream, Timestamp launchedBefore) const;

    const Trace& m_trace;
    CauseThresholds m_thresholds;
    std::vector<TrackId> m_threads; ///< of the host, in file order
    TrackId m_main;
    std::vector<TrackId> m_backward;
    std::vector<SliceId> m_works;
    std::vector<Timestamp> m_treeEnds; ///< of every slice: each moment of a line asks for those of its thread
};

} // namespace kinetoscope::tests
