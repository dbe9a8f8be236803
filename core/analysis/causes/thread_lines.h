// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/model/trace.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <vector>

namespace kinetoscope {

/// A stretch of a thread's line and the innermost slice that owns it; ns on the trace's clock.
struct LineSegment {
    TimeRange range;
    SliceId owner;
};
using ThreadLine = std::vector<LineSegment>;

/// Which host slices own which moments (causes.md 1.1 and 1.2). A moment of the main thread belongs to what it does
/// itself if that is an op or a call, else to the op or call of a backward thread of its process; so the time that it
/// sits in backward() is that of the backward pass. Lines are made when first asked for. Keeps a reference to the
/// trace. Not thread-safe.
class ThreadLines {
public:
    /// O(host slices).
    ThreadLines(const Trace& trace, const Progress& progress);

    /// Position in Trace::tracks(); the thread that drives the rank. Invalid without steps, launches and a thread whose
    /// number is its process's.
    [[nodiscard]] TrackId mainThread() const { return m_main; }
    /// Cuts `range` of the line of `thread` into stretches of lines that this object keeps, in time order; calls
    /// `visit(line, stretch)`. A line has segments in time order, disjoint, without those that nothing owns.
    /// A thread may borrow nearly all of its line from the main thread, and there may be thousands of such threads:
    /// its own is made of both only when going to and fro between them has taken as long as that.
    using VisitStretch = std::function<void(const ThreadLine& line, const TimeRange& stretch)>;
    void eachStretch(TrackId thread, const TimeRange& range, const VisitStretch& visit);
    /// Calls visit(segment) for the segments of a line in `range`, cut to it, with segments that nothing owns between
    /// them: contiguous, in time order. O(log segments + those visited).
    template <typename Visit> static void eachSegment(const ThreadLine& line, const TimeRange& range, Visit visit);
    /// The part of the line of `thread` that lies in `range`, as eachSegment.
    [[nodiscard]] std::vector<LineSegment> within(TrackId thread, const TimeRange& range);
    /// The segment of the line of `thread` that holds the moment [time, time + 1), or the stretch that nothing owns; at
    /// the ends of the recording it reaches to kMinTimestamp and kMaxTimestamp. O(log segments).
    [[nodiscard]] LineSegment segmentAt(TrackId thread, Timestamp time);
    /// The whole line of a thread: segments in time order, disjoint, without those that nothing owns. Made once, O(its
    /// own + the main thread's); kept.
    [[nodiscard]] const ThreadLine& lineOf(TrackId thread);
    /// What a thread does itself, as lineOf.
    [[nodiscard]] const ThreadLine& ownLineOf(TrackId thread) { return ownLine(thread); }
    /// Whether a thread runs the backward pass for the main thread.
    [[nodiscard]] bool isBackward(TrackId thread) const;
    /// Owner of the moment [time, time + 1); invalid for none. O(log segments).
    [[nodiscard]] SliceId ownerAt(TrackId thread, Timestamp time);

private:
    void findThreads();
    [[nodiscard]] ThreadLine readLine(TrackId thread) const;
    [[nodiscard]] const ThreadLine& ownLine(TrackId thread);
    [[nodiscard]] ThreadLine backwardLine();
    [[nodiscard]] ThreadLine joined(const ThreadLine& first, const ThreadLine& second, bool workFirst) const;
    [[nodiscard]] const ThreadLine& mainLine();
    void eachBorrowedStretch(TrackId thread, const TimeRange& range, const VisitStretch& visit);
    [[nodiscard]] bool isWork(SliceId slice) const;
    [[nodiscard]] bool hasLineOfItsOwn(TrackId thread) const;

    const Trace& m_trace;
    const Progress& m_progress;
    TrackId m_main;
    std::vector<TrackId> m_backward;             ///< in file order
    std::vector<bool> m_isBackward;              ///< by track
    mutable std::vector<std::uint8_t> m_opNames; ///< by StringId: what isWork found out of a name
    std::map<TrackId, ThreadLine> m_own;         ///< what each thread does itself
    std::map<TrackId, ThreadLine> m_whole; ///< with what it borrows; stays where it is, so that others may refer to it
    std::map<TrackId, std::size_t> m_borrowed; ///< stretches handed out of threads that have no whole line yet
};

template <typename Visit> void ThreadLines::eachSegment(const ThreadLine& line, const TimeRange& range, Visit visit)
{
    Timestamp time = range.begin;
    for (auto it = std::partition_point(
             line.begin(), line.end(), [&range](const LineSegment& each) { return each.range.end <= range.begin; });
         it != line.end() && it->range.begin < range.end; ++it) {
        const TimeRange part = it->range.clippedTo(range);
        if (time < part.begin)
            visit(LineSegment { { time, part.begin }, SliceId {} });
        visit(LineSegment { part, it->owner });
        time = part.end;
    }
    if (time < range.end)
        visit(LineSegment { { time, range.end }, SliceId {} });
}

} // namespace kinetoscope
