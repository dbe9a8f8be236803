// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/path/path_parts.h"
#include "core/analysis/names/classification.h"

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace kinetoscope {

/// Position of an operation in Recording.
using OperationNumber = std::uint32_t;
inline constexpr OperationNumber kNoOperation = UINT32_MAX;

/// What a host thread does next.
enum class OperationKind : std::uint8_t {
    Plain,
    Borrowed, ///< of another line than 0: it does nothing of its own, so line 0 must have come as far
    Blocking, ///< a call that waits for the GPU
    Begin,    ///< of a line; no time
};

/// A moment of a host line, so that it can be said when it comes in a replay: `offset` after the begin of an operation.
struct LineMoment {
    OperationNumber operation = kNoOperation; ///< none: before line 0, `offset` is the moment itself
    Nanoseconds offset = 0;
    bool isBehind = false; ///< the line's last operation was that before it
};

/// A blocking call.
struct Blocking {
    OperationNumber operation = kNoOperation;
    BlockingWay way = BlockingWay::None;
    WorkNumber work = kNoWork; ///< Copy: it; FullQueue: what made room; Sync: of what is awaited the last by end
    std::uint32_t firstPrefix = 0;
    std::uint32_t prefixCount = 0; ///< Sync: of Recording::prefixes
    bool waitsForUnrecorded = false;
    bool isBoundByLaunch = false; ///< Copy: its work started when the call had come that far
};

/// What a piece of work waited for, and how long after that it started.
struct Wait {
    DependencyKind kind = DependencyKind::None;
    WorkNumber work = kNoWork;
    Nanoseconds lag = 0;
};

/// A part of an operation of line 0 that a backward thread's own line gives another cause: line 0 takes an annotation
/// of the main thread before one of a backward thread, the line of that thread its own (causes.md 1.2).
struct OtherCause {
    OperationNumber operation = kNoOperation;
    TimeRange range; ///< as recorded, inside the operation
    Cause cause = Cause::Unrecorded;
};

/// What comes next in a replay: a piece of work, or operations of a line that follow each other.
struct Turn {
    std::uint32_t first = 0;      ///< a WorkNumber, or an OperationNumber
    std::uint32_t operations = 0; ///< how many; 0: it is work
};

/// A rank as operations of host lines and pieces of work that wait for each other (causes.md 4.1): what a replay walks
/// through. Line 0 is the main thread with its backward threads; each other thread that launches or waits has its own.
/// Keeps references to the trace. Immutable once built; read from any thread.
class Recording {
public:
    /// O(n log n), about 16 bytes a slice and 60 a piece of work. Not complete if told to stop.
    Recording(const Trace& trace, const CauseThresholds& thresholds, const Progress& progress);

    // Operations, line after line, each line in recorded order; its first one is of kind Begin.
    std::vector<Timestamp> ends;
    std::vector<SliceId> owners; ///< a blocking call itself; invalid for time that nothing owns
    std::vector<Cause> causes;
    std::vector<OperationKind> kinds;
    std::vector<Blocking> blocking;                               ///< by operation
    std::vector<AwaitedWork::Prefix> prefixes;                    ///< of synchronisations
    std::map<OperationNumber, LineMoment> begins;                 ///< of lines but line 0: where line 0 is then
    std::vector<std::pair<OperationNumber, LineMoment>> borrowed; ///< by operation: where line 0 is at its end

    // Work, by WorkNumber.
    std::vector<LineMoment> handed;       ///< when it was handed over; without a launch the moment of its start
    std::vector<std::uint32_t> firstWait; ///< of `waits`; one more than there is work
    std::vector<Wait> waits;              ///< of a launch: `handed` says when

    std::vector<Turn> order; ///< operations and work in the order in which a replay needs them

    /// By backward thread, in the order of operations: whose time it is where a path comes from work that the thread
    /// launched. A replay does not need it.
    std::map<TrackId, std::vector<OtherCause>> otherCauses;

    [[nodiscard]] const Trace& trace() const { return m_trace; }
    /// What walks of the same rank can use; not while several threads replay.
    [[nodiscard]] const std::shared_ptr<PathParts>& parts() const { return m_parts; }
    [[nodiscard]] const WorkOrder& works() const { return m_works; }
    [[nodiscard]] Timestamp beginOf(OperationNumber operation) const { return ends[operation - 1]; }
    /// A moment of the line that a thread belongs to; trace time. O(log operations).
    /// @param near  an operation that may be close to it; then O(log of how far away it is).
    [[nodiscard]] LineMoment momentOf(TrackId thread, Timestamp time, OperationNumber near = kNoOperation) const;
    /// First start of line 0 and of all work, and the last end; empty without any.
    [[nodiscard]] TimeRange range() const { return m_range; }
    /// Why `work` started that much later than what it waited for, as CauseRules says it.
    [[nodiscard]] Cause causeOfLag(WorkNumber work, Nanoseconds lag, bool isQueued) const
    {
        return m_rules.ofWait(m_works.slice(work), lag, isQueued).cause;
    }
    /// The parts of a recorded stretch of an operation by cause, in time order.
    void splitOf(
        OperationNumber operation, TimeRange recorded, const std::function<void(TimeRange, Cause)>& visit) const
    {
        m_rules.split({ recorded, owners[operation] }, visit);
    }
    [[nodiscard]] Cause causeOfCall(SliceId call) const { return m_rules.of(call); }
    /// How many operations have that cause.
    [[nodiscard]] std::size_t operationsOf(Cause cause) const { return m_byCause[static_cast<std::size_t>(cause)]; }
    /// The operations of line 0.
    [[nodiscard]] OperationNumber endOfLine0() const { return m_lines.empty() ? 0 : m_lines.front().end; }
    [[nodiscard]] const BlockingCalls& blockingCalls() const { return m_blocking; }

private:
    struct Line {
        TrackId thread;
        OperationNumber first = 0; ///< of kind Begin
        OperationNumber end = 0;
    };
    void addLine(const LineId& line, bool isFirst, const Progress& progress);
    void addOtherCauses(const Progress& progress);
    void addOperation(OperationKind kind, Cause cause, SliceId owner, Timestamp end);
    void addBlocking(SliceId call, Timestamp end);
    void addWaits(const CauseThresholds& thresholds, const Progress& progress);
    void makeOrder(const Progress& progress);
    void findRange(const Progress& progress);
    [[nodiscard]] SliceId blockingCallAround(SliceId owner) const;
    [[nodiscard]] std::vector<TrackId> threadsOfTheirOwn(const Progress& progress) const;
    [[nodiscard]] LineMoment momentIn(const Line& line, Timestamp time, OperationNumber near = kNoOperation) const;
    [[nodiscard]] bool isOfLine0(TrackId thread) const;

    const Trace& m_trace;
    Nanoseconds m_gap;
    std::shared_ptr<PathParts> m_parts; ///< never null
    ThreadLines& m_threads;             ///< of m_parts, as all to follow
    const BlockingCalls& m_blocking;
    const CauseRules& m_rules;
    const WorkOrder& m_works;
    const AwaitedWork& m_awaited;
    const Predecessors& m_predecessors;
    std::vector<Line> m_lines;
    TimeRange m_range;
    std::array<std::size_t, kCauseCount> m_byCause {};
};

} // namespace kinetoscope
