// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/path/path_parts.h"
#include "core/analysis/causes/replay/host_operations.h"
#include "core/analysis/causes/replay/launched_again.h"
#include "core/analysis/causes/replay/operation_sums.h"
#include "core/analysis/causes/replay/work_waits.h"
#include "core/analysis/names/classification.h"
#include "core/base/result.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kinetoscope {

class LagCounts;
class LineMaker;
struct BorrowedStretch;

/// A rank as operations of host lines and pieces of work that wait for each other (causes.md 4.1): what a replay walks
/// through. Line 0 is the main thread with its backward threads; each other thread that launches or waits has its own.
/// Keeps references to the trace. Immutable once built; read from any thread.
class Recording : public HostOperations {
public:
    /// 73 years. Times of a file that are farther apart cannot be right, and added up they would not fit 64 bits:
    /// nothing of it is replayed.
    static constexpr Nanoseconds kLongest = Nanoseconds { 1 } << 61;

    /// O(n log n), about a byte a slice and 150 a piece of work; of Grain::Pieces 36 more a slice. Not complete if
    /// told to stop.
    /// @param steps    whose begins and ends momentOf() will be asked for.
    /// @param threads  as many are used.
    /// @param known    of the same trace and thresholds, where they are there; else null.
    Recording(const Trace& trace, const CauseThresholds& thresholds, const Progress& progress,
        std::span<const Step> steps = {}, Grain grain = Grain::Runs, int threads = 1,
        std::shared_ptr<const RankCauses> known = nullptr);
    Recording(const Recording&) = delete;
    Recording& operator=(const Recording&) = delete;
    Recording(Recording&&) = delete;
    Recording& operator=(Recording&&) = delete;
    ~Recording() = default;

    std::map<OperationNumber, LineMoment> begins;                 ///< of lines but line 0: where line 0 is then
    std::vector<std::pair<OperationNumber, LineMoment>> borrowed; ///< by operation: where line 0 is at its end

    // Work, by WorkNumber.
    std::vector<OperationNumber> handedIn; ///< when it was handed over, without a launch when it started; see handed()
    std::vector<MomentPlace> handedAt;
    WorkWaits waits; ///< for a launch: handed() says when

    /// By stream, the places behind which synchronisations ask how far it has come: of the last work of their prefixes,
    /// ascending.
    std::vector<std::vector<std::uint32_t>> prefixEnds;

    // All work in the order in which a replay needs it, and when between it each operation is done.
    std::vector<WorkNumber> workOrder; ///< by turn; empty: as it is
    static constexpr std::uint8_t kMany = UINT8_MAX;
    /// By turn of work: how many operations come between the work before and it; kMany or more: the next of
    /// `manyOperations`.
    std::vector<std::uint8_t> operationsBetween;
    std::vector<std::uint32_t> manyOperations;
    std::vector<OperationNumber> operationOrder; ///< empty: as they are, there is one line
    [[nodiscard]] WorkNumber workAt(std::size_t turn) const
    {
        return workOrder.empty() ? static_cast<WorkNumber>(turn) : workOrder[turn];
    }
    [[nodiscard]] OperationNumber operationAt(std::size_t turn) const
    {
        return operationOrder.empty() ? static_cast<OperationNumber>(turn) : operationOrder[turn];
    }

    OperationSums operationSums; ///< of Grain::Runs alone

    [[nodiscard]] LineMoment handed(WorkNumber work) const;
    /// How long after what it waited for work started: as recorded, or as usual where that was not what held it up.
    [[nodiscard]] Nanoseconds lagOf(WorkNumber work, const Wait& wait) const
    {
        return wait.isShort() ? wait.shortLag() : longLagOf(work, wait);
    }
    [[nodiscard]] const Trace& trace() const { return m_trace; }
    /// What walks of the same rank can use.
    [[nodiscard]] std::shared_ptr<const PathParts> parts() const { return m_parts; }
    /// Frees what only walks need, 25 bytes a piece of work, when they are done.
    void forgetWalks() { m_parts->forgetWalks(); }
    [[nodiscard]] const WorkOrder& works() const { return m_works; }
    [[nodiscard]] Timestamp beginOf(OperationNumber operation) const { return ends[operation - 1]; }
    /// A moment of the line that a thread belongs to; trace time. O(log operations). In a recording of runs only of
    /// work that is handed over, of steps, and of where lines begin and borrow.
    /// @param near  an operation that may be close to it; then O(log of how far away it is).
    [[nodiscard]] LineMoment momentOf(TrackId thread, Timestamp time, OperationNumber near = kNoOperation) const;
    /// First start of line 0 and of all work, and the last end; empty without any.
    [[nodiscard]] TimeRange range() const { return m_range; }
    /// As PassLine: back through operations of the main thread, as recorded. Line 0 is its line; that of a backward
    /// thread may be another where both do something.
    /// @param near  an operation that may be close to `time`; becomes the one that it came to.
    [[nodiscard]] Timestamp passLine0(
        TrackId thread, Timestamp time, Timestamp from, OperationNumber& near, TimesByCause& times) const;
    /// Why `work` started that much later than what it waited for, as CauseRules says it.
    [[nodiscard]] Cause causeOfLag(WorkNumber work, Nanoseconds lag, bool isQueued) const
    {
        return m_rules.ofWait(m_works.slice(work), lag, isQueued).cause;
    }
    /// The parts of a recorded stretch of a blocking call by cause, in time order.
    void splitOf(const Blocking& call, TimeRange recorded, const std::function<void(TimeRange, Cause)>& visit) const
    {
        m_rules.split({ recorded, call.call }, visit);
    }
    [[nodiscard]] Grain grain() const { return m_grain; }
    [[nodiscard]] Cause causeOfCall(SliceId call) const { return m_rules.of(call); }
    [[nodiscard]] const CauseRules& rules() const { return m_rules; }
    /// The operations that a run is made of, in time order, as recorded. O(log slices + their number). Waits for other
    /// threads that ask the same.
    void eachPieceOf(OperationNumber run, const std::function<void(TimeRange, Cause)>& visit) const;
    /// How many operations have that cause, those in runs included.
    [[nodiscard]] std::size_t operationsOf(Cause cause) const { return byCause[static_cast<std::size_t>(cause)]; }
    /// The operations of line 0.
    [[nodiscard]] OperationNumber endOfLine0() const { return m_lines.empty() ? 0 : m_lines.front().end; }
    [[nodiscard]] const BlockingCalls& blockingCalls() const { return m_blocking; }
    /// As launchesOfTrace(), once for the changes and notes that ask for them: who asks first finds them, and others
    /// wait for it. Not complete if that one was told to stop.
    [[nodiscard]] const LaunchesOfTrace& launches(const Progress& progress) const;
    /// As launchedInside(), once for each target; the same of waiting. Lives as long as the recording. Its errors; what
    /// failed is tried again.
    [[nodiscard]] Result<const std::vector<bool>*> launchedIn(
        std::string_view op, int threads, const Progress& progress) const;

private:
    struct Line {
        TrackId thread;
        OperationNumber first = 0; ///< of kind Begin
        OperationNumber end = 0;
    };
    void addLines(std::span<const Step> steps, const Progress& progress, int threads);
    void addMainLine(ThreadLines& lines, const TimeRange& whole, const std::vector<Timestamp>& marks,
        const OtherParts& others, const Progress& progress, int threads);
    void addLine(ThreadLines& lines, TrackId thread, LineMaker& maker, const Progress& progress);
    void addUnowned(Timestamp end, LineMaker& maker) const;
    void addSegment(const LineSegment& segment, Cause cause, Timestamp& nextOverhead, LineMaker& maker) const;
    void goThrough(ThreadLines& lines, const LineId& line, const TimeRange& range, LineMaker& maker) const;
    [[nodiscard]] std::vector<Timestamp> cutsOfMainLine(
        ThreadLines& lines, const TimeRange& range, const std::vector<Timestamp>& marks, int threads) const;
    [[nodiscard]] std::vector<Timestamp> marksOf(ThreadLines& lines, std::span<const Step> steps,
        std::span<const TrackId> others, const Progress& progress) const;
    using MomentsByThread = std::map<TrackId, std::vector<Timestamp>>;
    [[nodiscard]] MomentsByThread askedOf(
        std::span<const TrackId> others, std::span<const Step> steps, const Progress& progress) const;
    [[nodiscard]] BorrowedStretch borrowedAt(ThreadLines& lines, TrackId thread, Timestamp moment) const;
    [[nodiscard]] std::vector<OtherPart> otherPartsOf(
        ThreadLines& lines, TrackId thread, const Progress& progress) const;
    [[nodiscard]] Blocking blockingOf(SliceId call, BlockingWay way, std::vector<AwaitedWork::Prefix>& prefixes) const;
    class MainLineParts;
    using Bindings = std::vector<std::uint32_t>; ///< by work of a part: the position of what let it start; see `waits`
    void addWaits(const Progress& progress, int threads);
    void findWaits(std::size_t part, Bindings& bindings, LagCounts& lags, const Progress& progress);
    [[nodiscard]] Nanoseconds usualLag(
        bool isOfLaunch, std::span<const Bindings> bindings, const LagCounts& lags) const;
    [[nodiscard]] Nanoseconds usualLagOf(DependencyKind kind) const
    {
        return kind == DependencyKind::Launch ? m_usualOfLaunch : m_usualOfWork;
    }
    [[nodiscard]] Nanoseconds longLagOf(WorkNumber work, const Wait& wait) const;
    void findPrefixEnds();
    void makeOrder(const Progress& progress);
    void findRange(const Progress& progress);
    /// A call that blocks, and how.
    struct BlockingCall {
        SliceId call;
        BlockingWay way = BlockingWay::None;
    };
    [[nodiscard]] BlockingCall blockingCallAround(SliceId owner) const;
    [[nodiscard]] std::vector<TrackId> threadsOfTheirOwn(const Progress& progress) const;
    [[nodiscard]] LineMoment momentIn(const Line& line, Timestamp time, OperationNumber near = kNoOperation) const;
    [[nodiscard]] bool isOfLine0(TrackId thread) const;

    const Trace& m_trace;
    Grain m_grain;
    Nanoseconds m_gap;
    std::shared_ptr<PathParts> m_parts; ///< never null
    mutable ThreadLines m_threads;      ///< guarded by m_mutex once built
    const BlockingCalls& m_blocking;    ///< of m_parts, as all to follow
    const CauseRules& m_rules;
    const WorkOrder& m_works;
    const AwaitedWork& m_awaited;       ///< until forgetWalks(),
    const Predecessors& m_predecessors; ///< this one too
    std::vector<Line> m_lines;
    TimeRange m_range;
    Nanoseconds m_usualOfLaunch = 0; ///< from a launch to its work
    Nanoseconds m_usualOfWork = 0;   ///< from other work to what waited for it
    mutable std::mutex m_mutex;
    mutable std::once_flag m_areLaunchesFound;
    mutable LaunchesOfTrace m_launches; ///< after that, as launches() has them
    mutable std::mutex m_opsMutex;
    mutable std::map<std::string, std::vector<bool>, std::less<>> m_launchedIn; ///< guarded by m_opsMutex
};

} // namespace kinetoscope
