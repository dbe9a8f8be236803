// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/owners/thread_roles.h"
#include "core/analysis/causes/owners/track_owners.h"
#include "core/base/progress.h"
#include "core/model/trace.h"

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <vector>

namespace kinetoscope {

/// A line that stretches are cut from.
struct LineId {
    enum class Kind : std::uint8_t {
        Own,   ///< what a thread does itself
        Main,  ///< the main thread's, with its backward threads
        Whole, ///< a thread's with what it borrows of the main thread's
    };
    Kind kind = Kind::Own;
    TrackId thread; ///< invalid: a line without owners
    auto operator<=>(const LineId&) const = default;
};

/// Segments in time order, disjoint, without those that nothing owns.
using ThreadLine = std::vector<LineSegment>;

/// Which host slices own which moments (causes.md 1.1 and 1.2). A moment of the main thread belongs to what it does
/// itself if that is an op or a call, else to the op or call of a backward thread of its process; so the time that it
/// sits in backward() is that of the backward pass. Lines but those of the main thread and its backward threads, which
/// copies share, are made when first asked for. Keeps a reference to the trace. Not thread-safe.
class ThreadLines {
public:
    /// O(host slices).
    /// @param process  the rank is this one of a merged file, and threads of others are not asked about; invalid: all.
    ThreadLines(const Trace& trace, const Progress& progress, StringId process = {});

    /// ThreadRoles::main.
    [[nodiscard]] TrackId mainThread() const { return m_roles.main; }
    /// First start and last end of what the main thread and its backward threads do; empty without any.
    [[nodiscard]] TimeRange mainRange() const;
    /// The same of what one thread does itself.
    [[nodiscard]] TimeRange rangeOf(TrackId thread) const { return rangeOf(std::span(&thread, 1)); }
    /// Whether a thread runs the backward pass for the main thread.
    [[nodiscard]] bool isBackward(TrackId thread) const;

    /// In file order.
    [[nodiscard]] const std::vector<TrackId>& backwardThreads() const { return m_roles.backward; }
    /// The main thread, where there is one, and its backward threads.
    [[nodiscard]] std::vector<TrackId> mainThreads() const;

    /// Cuts `range` of the line of `thread` into stretches of lines, in time order; calls `visit(line, stretch)`.
    /// A thread may borrow nearly all of its line from the main thread, and there may be thousands of such threads:
    /// its own is made of both only when going to and fro between them has taken as long as that.
    using VisitStretch = std::function<void(const LineId& line, const TimeRange& stretch)>;
    void eachStretch(TrackId thread, const TimeRange& range, const VisitStretch& visit);
    /// Calls visit(segment) for the segments of a line in `range`, cut to it, with segments that nothing owns between
    /// them: contiguous, in time order, no two neighbours of one owner. O(log slices + slices in the range). Not all if
    /// told to stop.
    template <typename Visit> void eachSegment(const LineId& line, const TimeRange& range, Visit visit);
    /// How many slices a line is made of, about.
    [[nodiscard]] std::size_t sizeOf(const LineId& line);
    /// The part of the line of `thread` that lies in `range`, as eachSegment; `visit` may not ask about lines.
    template <typename Visit> void eachWithin(TrackId thread, const TimeRange& range, Visit visit);
    /// The same as a list.
    [[nodiscard]] std::vector<LineSegment> within(TrackId thread, const TimeRange& range);
    /// The segment of the line of `thread` that holds the moment [time - 1, time), up to `time`; it begins at
    /// kMinTimestamp where nothing owns what is before. O(log slices + slices between); O(1), as a rule, where the last
    /// one that was asked for begins at `time`.
    /// @param time  after kMinTimestamp.
    [[nodiscard]] LineSegment segmentBefore(TrackId thread, Timestamp time);
    /// Calls visit(segment) for the segments that segmentBefore() gives from `time` back, one after the other, until
    /// visit returns false; it may not ask about lines. O(log slices + slices between); faster than asking for each.
    /// @param time  after kMinTimestamp.
    template <typename Visit> void eachSegmentBefore(TrackId thread, Timestamp time, Visit visit);
    /// Owner of the moment [time, time + 1); invalid for none. O(log slices).
    [[nodiscard]] SliceId ownerAt(TrackId thread, Timestamp time);

private:
    [[nodiscard]] TimeRange rangeOf(std::span<const TrackId> threads) const;
    /// Where a line is gone through; nullptr where it takes more than one look at one thread, or two.
    struct Cursors {
        TrackOwners* own = nullptr;
        TrackOwners* backward = nullptr; ///< of the only backward thread, where it has part of the line
        TrackOwners* main = nullptr;     ///< of the main thread, which the line borrows of
    };
    [[nodiscard]] Cursors cursorsOf(const LineId& line);
    /// Those of the thread that was asked about last. What they point to belongs to one object: a copy finds its own.
    struct LastCursors {
        TrackId thread;
        Cursors cursors;
        LastCursors() = default;
        LastCursors(const LastCursors& /*other*/) { }
        LastCursors& operator=(const LastCursors& /*other*/)
        {
            thread = {};
            return *this;
        }
        ~LastCursors() = default;
    };
    [[nodiscard]] const Cursors& cursorsBefore(TrackId thread);
    [[nodiscard]] LineSegment partBefore(TrackId thread, Timestamp time);
    /// What was found behind a segment that was asked for: the next one, as a rule, ends with it.
    struct Found {
        TrackId thread;
        Timestamp time = kMinTimestamp; ///< partBefore() of it
        LineSegment part;
    };
    [[nodiscard]] TrackOwners& ownersOf(TrackId thread);
    [[nodiscard]] ThreadLine ownLine(TrackId thread);
    [[nodiscard]] ThreadLine backwardLine();
    [[nodiscard]] LineSegment backwardAt(Timestamp time);
    template <typename Other> [[nodiscard]] LineSegment workFirst(const LineSegment& own, Other other) const;
    /// Of a thread that borrows of the main thread: `own` is what it does itself.
    template <typename Main>
    [[nodiscard]] LineSegment withBorrowed(TrackId thread, const LineSegment& own, Main ofMain) const;
    [[nodiscard]] LineSegment partAt(const LineId& line, Timestamp time);
    [[nodiscard]] LineSegment partAt(TrackId thread, Timestamp time);
    [[nodiscard]] ThreadLine joined(const ThreadLine& first, const ThreadLine& second, bool workFirst) const;
    void eachBorrowedStretch(TrackId thread, const TimeRange& range, const VisitStretch& visit);
    [[nodiscard]] LineId lineOf(TrackId thread) const;
    /// Whether it is an op or a call.
    [[nodiscard]] bool isWork(SliceId slice) const
    {
        const EventKind kind = m_trace.kind(slice);
        return kind == EventKind::CpuOp
            ? !m_roles.hasAnnotations || !m_roles.isAnnotation[m_trace.slices().name[slice.index()].index()]
            : isApiCall(kind);
    }
    /// Which of two comes first where what `own` does is no op or call.
    [[nodiscard]] bool isSecond(SliceId own, SliceId second) const
    {
        return second.isValid() && (!own.isValid() || isWork(second));
    }
    [[nodiscard]] bool hasLineOfItsOwn(TrackId thread) const;

    const Trace& m_trace;
    const Progress& m_progress;
    ThreadRoles m_roles;
    std::map<TrackId, TrackOwners> m_owners; ///< what each thread does itself
    LastCursors m_last;
    Found m_found;
    std::optional<ThreadLine> m_backwardLine;  ///< of several backward threads
    std::map<TrackId, ThreadLine> m_whole;     ///< with what they borrow, of threads that did so often
    std::map<TrackId, std::size_t> m_borrowed; ///< stretches handed out of threads that have no whole line yet
};

/// @param other  called only where what `own` does leaves a question.
template <typename Other> LineSegment ThreadLines::workFirst(const LineSegment& own, Other other) const
{
    if (own.owner.isValid() && isWork(own.owner))
        return own;
    const LineSegment second = other();
    return { own.range.clippedTo(second.range), isSecond(own.owner, second.owner) ? second.owner : own.owner };
}

template <typename Main>
LineSegment ThreadLines::withBorrowed(TrackId thread, const LineSegment& own, Main ofMain) const
{
    if (isBackward(thread))
        return workFirst(own, ofMain);
    if (own.owner.isValid())
        return own;
    const LineSegment borrowed = ofMain();
    return { borrowed.range.clippedTo(own.range), borrowed.owner };
}

template <typename Visit> void ThreadLines::eachSegment(const LineId& line, const TimeRange& range, Visit visit)
{
    if (range.isEmpty())
        return;
    Timestamp begin = range.begin; // of the segment that is not whole yet,
    Timestamp end = range.begin;   // its end so far
    SliceId owner;                 // and whose it is
    const auto add = [&](Timestamp partEnd, SliceId partOwner) {
        if (partOwner != owner) {
            if (begin < end)
                visit(LineSegment { { begin, end }, owner });
            begin = end;
            owner = partOwner;
        }
        end = partEnd;
    };
    StopCheck check(m_progress);
    const Cursors cursors = cursorsOf(line);
    if (cursors.own != nullptr) {
        cursors.own->eachUntil(range, [&](Timestamp partEnd, SliceId own) {
            if (check.after(4))
                return false;
            if (cursors.backward == nullptr || (own.isValid() && isWork(own))) {
                add(partEnd, own);
                return true;
            }
            const auto addSecond = [&](Timestamp secondEnd, SliceId second) {
                add(secondEnd, isSecond(own, second) ? second : own);
                return true;
            };
            if (const LineSegment& second = cursors.backward->at(end); second.range.end >= partEnd)
                return addSecond(partEnd, second.owner);
            cursors.backward->eachUntil({ end, partEnd }, addSecond);
            return true;
        });
    } else {
        while (end < range.end && !check.after(4)) {
            const LineSegment part = line.thread.isValid() ? partAt(line, end) : LineSegment { { end, range.end }, {} };
            add(std::min(part.range.end, range.end), part.owner);
        }
    }
    if (end == range.end)
        visit(LineSegment { { begin, end }, owner });
}

template <typename Visit> void ThreadLines::eachWithin(TrackId thread, const TimeRange& range, Visit visit)
{
    LineSegment last; // not whole yet: one owner may be on both sides of a change of lines
    const auto add = [&](const LineSegment& segment) {
        if (segment.owner == last.owner && !last.range.isEmpty()) {
            last.range.end = segment.range.end;
            return;
        }
        if (!last.range.isEmpty())
            visit(last);
        last = segment;
    };
    const auto addStretch = [&](const LineId& line, const TimeRange& stretch) { eachSegment(line, stretch, add); };
    eachStretch(thread, range, std::cref(addStretch)); // by reference: a copy of it would take memory
    if (!last.range.isEmpty())
        visit(last);
}

template <typename Visit> void ThreadLines::eachSegmentBefore(TrackId thread, Timestamp time, Visit visit)
{
    const Cursors& cursors = cursorsBefore(thread);
    bool goesOn = true;
    if (cursors.own == nullptr) {
        while (goesOn && time > kMinTimestamp) {
            const LineSegment segment = segmentBefore(thread, time);
            time = segment.range.begin;
            goesOn = visit(segment);
        }
        return;
    }
    LineSegment segment { { time, time }, {} }; // that is not whole yet
    const auto add = [&](Timestamp begin, SliceId owner) {
        if (owner != segment.owner && segment.range.begin < segment.range.end) {
            if (!visit(segment))
                return false;
            segment.range.end = segment.range.begin;
        }
        segment.owner = owner;
        segment.range.begin = begin;
        return true;
    };
    TrackOwners* second = cursors.backward != nullptr ? cursors.backward : cursors.main;
    const bool isWorkFirst = cursors.backward != nullptr || isBackward(thread);
    cursors.own->eachBefore(time, [&](Timestamp begin, SliceId own) {
        if (second == nullptr || (own.isValid() && (!isWorkFirst || isWork(own)))) {
            goesOn = add(begin, own);
            return goesOn;
        }
        const auto addSecond = [&](Timestamp secondBegin, SliceId owner) {
            goesOn = add(std::max(begin, secondBegin), isSecond(own, owner) ? owner : own);
            return goesOn && secondBegin > begin;
        };
        if (const LineSegment& other = second->at(segment.range.begin - 1); other.range.begin <= begin)
            (void)addSecond(begin, other.owner);
        else
            second->eachBefore(segment.range.begin, addSecond);
        return goesOn;
    });
    if (goesOn)
        (void)visit(segment);
}

} // namespace kinetoscope
