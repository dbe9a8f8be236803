// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/model/trace.h"

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
    /// Segments in time order, disjoint, without those that nothing owns. O(slices of the threads it is made of) the
    /// first time.
    [[nodiscard]] const ThreadLine& line(TrackId thread);
    /// The part of the line of `thread` that lies in `range`, gaps filled with segments that nothing owns: contiguous,
    /// in time order. O(log segments + what is returned).
    [[nodiscard]] std::vector<LineSegment> within(TrackId thread, const TimeRange& range);
    /// Owner of the moment [time, time + 1); invalid for none. O(log segments).
    [[nodiscard]] SliceId ownerAt(TrackId thread, Timestamp time);

private:
    void findThreads();
    [[nodiscard]] ThreadLine ownLine(TrackId thread) const;
    [[nodiscard]] ThreadLine backwardLine() const;
    [[nodiscard]] ThreadLine joined(const ThreadLine& first, const ThreadLine& second, bool workFirst) const;
    [[nodiscard]] bool isWork(SliceId slice) const;

    const Trace& m_trace;
    const Progress& m_progress;
    TrackId m_main;
    std::vector<TrackId> m_backward; ///< in file order
    std::map<TrackId, ThreadLine> m_lines;
};

} // namespace kinetoscope
