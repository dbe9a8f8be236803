// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/path/path_links.h"
#include "core/analysis/causes/path/path_parts.h"
#include "core/analysis/names/classification.h"

#include <array>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace kinetoscope {

/// What a cause has of a path.
struct PathSum {
    Nanoseconds time = 0;
    Nanoseconds longest = 0; ///< of one link
    std::int64_t links = 0;

    void add(Nanoseconds length)
    {
        time = saturatingAdd(time, length);
        longest = std::max(longest, length);
        ++links;
    }
    void add(const PathSum& more)
    {
        time = saturatingAdd(time, more.time);
        longest = std::max(longest, more.longest);
        links += more.links;
    }
    bool operator==(const PathSum&) const = default;
};
using SumsByCause = std::array<PathSum, kCauseCount>; ///< by Cause

/// By its type: Compute, Communication, Copy or OtherWork.
[[nodiscard]] Cause causeOfWork(const NameTypes& types, const Trace& trace, SliceId work);

/// What a walk covers and where it starts; trace time.
struct PathWindow {
    TimeRange range;
    WorkNumber work = kNoWork; ///< it starts at this work, which ends last;
    TrackId thread;            ///< else on this thread
};

/// Goes back along the line of a thread from `time`, as far as it knows what each cause has of the line and no call
/// waits, but not to before `from`; adds that to `times`. Returns where it came to; `time` itself for nowhere.
using PassLine = std::function<Timestamp(TrackId thread, Timestamp time, Timestamp from, TimesByCause& times)>;

/// What a rank waited for, moment by moment (causes.md section 3). Keeps references to the trace and to `progress`. Not
/// thread-safe: lines of threads are made when first asked for. Several threads can walk with the same parts.
class PathWalk {
public:
    /// O(n log n), about a byte a slice and 100 a piece of work. Not complete if told to stop.
    PathWalk(const Trace& trace, const CauseThresholds& thresholds, NameTypes types, const Progress& progress,
        int threads = 1);
    /// With what there is already. O(threads of the trace).
    PathWalk(const Trace& trace, std::shared_ptr<const PathParts> parts, NameTypes types, const Progress& progress);

    /// From the first start to the last end of the main thread, its backward threads and all work; empty without any.
    [[nodiscard]] PathWindow whole();
    /// A range walked from the main thread.
    [[nodiscard]] PathWindow of(TimeRange range) const { return { range, kNoWork, m_lines.mainThread() }; }
    /// A host annotation each, with the work that is launched in it (work without a launch: that starts in it).
    /// @param annotations  sorted by start.
    /// O(work log annotations).
    [[nodiscard]] std::vector<PathWindow> around(std::span<const SliceId> annotations) const;

    [[nodiscard]] const std::shared_ptr<const PathParts>& parts() const { return m_parts; }
    [[nodiscard]] const CauseRules& rules() const { return m_rules; }
    /// Start of the first recorded work; kMinTimestamp without any.
    [[nodiscard]] Timestamp firstWork() const { return m_order.size() > 0 ? m_order.startOf(0) : kMinTimestamp; }

    /// The links of a window in time order, contiguous, together its range. O(links log slices).
    [[nodiscard]] PathLinks links(const PathWindow& window);
    /// What each cause has of a window's links; the times together are the length of the window. As links(), without
    /// their memory.
    [[nodiscard]] SumsByCause sums(const PathWindow& window);
    /// The times of sums(). What `pass` knows of a line is not walked link by link.
    [[nodiscard]] TimesByCause times(const PathWindow& window, const PassLine& pass);
    /// The links, and what each cause has of other windows. Where the walk of one is as far as that of the window has
    /// been, both go on alike, so it is walked once: the others take few links more, as a rule.
    /// @param ofOthers  by window of `others`; what is in it before is overwritten.
    /// @param threads   as many are used, two at most.
    [[nodiscard]] PathLinks links(const PathWindow& window, std::span<const PathWindow> others,
        std::vector<SumsByCause>& ofOthers, int threads = 1);

private:
    /// Where a walk is.
    struct Position {
        Timestamp time = 0;
        WorkNumber work = kNoWork;
        TrackId thread; ///< without work

        bool operator==(const Position&) const = default;
    };
    class Links;
    class Joint;
    struct Trail;
    [[nodiscard]] static Position startOf(const PathWindow& window)
    {
        return { window.range.end, window.work, window.work != kNoWork ? TrackId {} : window.thread };
    }
    void include(WorkNumber work, PathWindow& window) const;
    [[nodiscard]] Timestamp middleOf(const TimeRange& range) const;
    void walk(Position position, Links& links);
    /// Goes on at least once: on a thread through all that it does up to `until`, or to where a call may wait.
    [[nodiscard]] Position goOn(const Position& position, Timestamp until, Links& links, StopCheck& check);
    [[nodiscard]] Position before(const Position& position, Links& links)
    {
        return position.work != kNoWork ? beforeWork(position, links) : beforeHost(position, links);
    }
    [[nodiscard]] Position beforeWork(const Position& position, Links& links);
    [[nodiscard]] Position beforeHost(const Position& position, Links& links);
    /// Invalid where there is none.
    [[nodiscard]] SliceId blockingCallAround(SliceId owner) const
    {
        return owner.isValid() && isApiCall(m_trace.kind(owner)) ? blockingCallFrom(owner) : SliceId {};
    }
    [[nodiscard]] SliceId blockingCallFrom(SliceId call) const;
    /// Where time lies that nothing owns: before a thread has done anything, on the main thread.
    [[nodiscard]] TrackId placeOfNobody(const Position& position) const;
    [[nodiscard]] Position onMainThread(Timestamp time) const { return { time, kNoWork, m_lines.mainThread() }; }

    const Trace& m_trace;
    const Progress& m_progress;
    std::shared_ptr<const PathParts> m_parts; ///< never null
    ThreadLines m_lines;
    const BlockingCalls& m_blocking; ///< of m_parts, as all to follow
    const CauseRules& m_rules;
    const WorkOrder& m_order;
    const AwaitedWork& m_awaited;
    const Predecessors& m_predecessors;
    NameTypes m_types;
};

} // namespace kinetoscope
