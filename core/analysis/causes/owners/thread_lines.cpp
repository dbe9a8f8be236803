// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/owners/thread_lines.h"

#include "core/base/vectors.h"
#include "core/numeric/intervals.h"

namespace kinetoscope {

namespace {

/// The segment of a line at a moment, or the stretch between two.
LineSegment segmentIn(const ThreadLine& line, Timestamp time)
{
    const auto it = std::partition_point(
        line.begin(), line.end(), [time](const LineSegment& each) { return each.range.end <= time; });
    if (it != line.end() && it->range.begin <= time)
        return *it;
    return { { it == line.begin() ? kMinTimestamp : (it - 1)->range.end,
                 it == line.end() ? kMaxTimestamp : it->range.begin },
        {} };
}

void append(ThreadLine& line, TimeRange range, SliceId owner)
{
    if (range.isEmpty() || !owner.isValid())
        return;
    if (!line.empty() && line.back().owner == owner && line.back().range.end == range.begin)
        line.back().range.end = range.end;
    else
        line.push_back({ range, owner });
}

} // namespace

ThreadLines::ThreadLines(const Trace& trace, const Progress& progress, StringId process)
    : m_trace(trace)
    , m_progress(progress)
    , m_roles(threadRolesOf(trace, progress, process))
{
    if (m_roles.main.isValid())
        (void)ownersOf(m_roles.main);
    for (const TrackId thread : m_roles.backward)
        (void)ownersOf(thread);
}

TrackOwners& ThreadLines::ownersOf(TrackId thread)
{
    return m_owners.try_emplace(thread, m_trace, thread, m_progress).first->second;
}

/// What a thread does itself.
ThreadLine ThreadLines::ownLine(TrackId thread)
{
    ThreadLine line;
    TrackOwners& owners = ownersOf(thread);
    StopCheck check(m_progress);
    for (Timestamp time = kMinTimestamp; time < kMaxTimestamp && !check.after(4);) {
        const LineSegment& segment = owners.at(time);
        append(line, segment.range, segment.owner);
        time = segment.range.end;
    }
    return line;
}

/// @param workFirst  an op or call of either comes before anything else of the first.
ThreadLine ThreadLines::joined(const ThreadLine& first, const ThreadLine& second, bool workFirst) const
{
    ThreadLine line;
    line.reserve(first.size() + second.size());
    std::size_t i = 0;
    std::size_t k = 0;
    Timestamp time = kMinTimestamp;
    StopCheck check(m_progress);
    while ((i < first.size() || k < second.size()) && !check.after(2)) {
        while (i < first.size() && first[i].range.end <= time)
            ++i;
        while (k < second.size() && second[k].range.end <= time)
            ++k;
        Timestamp until = kMaxTimestamp;
        const auto ownerIn = [&](const ThreadLine& each, std::size_t at) -> SliceId {
            if (at >= each.size())
                return {};
            const TimeRange& range = each[at].range;
            until = std::min(until, time < range.begin ? range.begin : range.end);
            return time < range.begin ? SliceId {} : each[at].owner;
        };
        const SliceId a = ownerIn(first, i);
        const SliceId b = ownerIn(second, k);
        SliceId owner = a.isValid() ? a : b;
        if (workFirst && a.isValid() && b.isValid() && !isWork(a) && isWork(b))
            owner = b;
        append(line, { time, until }, owner);
        time = until;
        if (until == kMaxTimestamp)
            break;
    }
    return line;
}

bool ThreadLines::isBackward(TrackId thread) const
{
    return thread.index() < m_roles.isBackward.size() && m_roles.isBackward[thread.index()];
}

/// The backward threads as one: the first op or call, else the first of anything.
ThreadLine ThreadLines::backwardLine()
{
    std::vector<ThreadLine> lines = mapped(m_roles.backward, [&](const TrackId thread) { return ownLine(thread); });
    while (lines.size() > 1) { // pairwise, so that many threads cost no more than their logarithm
        std::vector<ThreadLine> fewer;
        for (std::size_t i = 0; i < lines.size(); i += 2)
            fewer.push_back(i + 1 < lines.size() ? joined(lines[i], lines[i + 1], true) : std::move(lines[i]));
        lines = std::move(fewer);
    }
    return lines.empty() ? ThreadLine {} : std::move(lines.front());
}

/// Of several, their line is kept as a whole; one is gone through where it lies.
LineSegment ThreadLines::backwardAt(Timestamp time)
{
    if (m_roles.backward.size() == 1)
        return ownersOf(m_roles.backward.front()).at(time);
    if (!m_backwardLine)
        m_backwardLine = backwardLine();
    return segmentIn(*m_backwardLine, time);
}

ThreadLines::Cursors ThreadLines::cursorsOf(const LineId& line)
{
    const bool isMain = line.kind == LineId::Kind::Main && !m_roles.backward.empty();
    if (!line.thread.isValid() || line.kind == LineId::Kind::Whole || (isMain && m_roles.backward.size() > 1))
        return {};
    return { &ownersOf(line.thread), isMain ? &ownersOf(m_roles.backward.front()) : nullptr };
}

/// The segment of a line that holds a moment, or a part of it.
LineSegment ThreadLines::partAt(const LineId& line, Timestamp time)
{
    if (line.kind == LineId::Kind::Whole)
        return segmentIn(m_whole.at(line.thread), time);
    const LineSegment& own = ownersOf(line.thread).at(time);
    if (line.kind == LineId::Kind::Own || m_roles.backward.empty())
        return own;
    return workFirst(own, [&] { return backwardAt(time); });
}

LineSegment ThreadLines::partAt(TrackId thread, Timestamp time)
{
    if (const LineId line = lineOf(thread); line.thread.isValid())
        return partAt(line, time);
    if (!thread.isValid())
        return { { kMinTimestamp, kMaxTimestamp }, {} };
    return withBorrowed(thread, ownersOf(thread).at(time), [&] { return ownersOf(m_roles.main).at(time); });
}

std::size_t ThreadLines::sizeOf(const LineId& line)
{
    if (line.kind == LineId::Kind::Whole)
        return m_whole.at(line.thread).size();
    std::size_t size = ownersOf(line.thread).size();
    for (std::size_t i = 0; line.kind == LineId::Kind::Main && i < m_roles.backward.size(); ++i)
        size += ownersOf(m_roles.backward[i]).size();
    return size;
}

/// It borrows nothing of the main thread.
bool ThreadLines::hasLineOfItsOwn(TrackId thread) const
{
    return !m_roles.main.isValid() || m_trace.track(thread).pid != m_trace.track(m_roles.main).pid;
}

/// The one line that all moments of a thread are on; of no thread where they are on several.
LineId ThreadLines::lineOf(TrackId thread) const
{
    if (!thread.isValid())
        return {};
    if (thread == m_roles.main)
        return { LineId::Kind::Main, thread };
    if (hasLineOfItsOwn(thread))
        return { LineId::Kind::Own, thread };
    return { LineId::Kind::Whole, m_whole.contains(thread) ? thread : TrackId {} };
}

std::vector<TrackId> ThreadLines::mainThreads() const
{
    std::vector<TrackId> threads = m_roles.backward;
    if (m_roles.main.isValid())
        threads.insert(threads.begin(), m_roles.main);
    return threads;
}

TimeRange ThreadLines::mainRange() const
{
    if (!m_roles.main.isValid())
        return {};
    std::vector<TrackId> threads = m_roles.backward;
    threads.push_back(m_roles.main);
    return rangeOf(threads);
}

TimeRange ThreadLines::rangeOf(std::span<const TrackId> threads) const
{
    const SliceTable& slices = m_trace.slices();
    const auto counts = [&](SliceId slice) {
        return isHostCallTree(slices.kind[slice.index()]) && slices.isSound(slice);
    };
    TimeRange range { kMaxTimestamp, kMinTimestamp };
    StopCheck check(m_progress);
    for (const TrackId thread : threads) {
        const Track& track = m_trace.track(thread);
        if (const auto known = m_owners.find(thread);
            known != m_owners.end() && known->second.areAllOwners() && track.sliceCount > 0) {
            // The first starts first, and of those with nothing around them the last one ends last: what a slice runs
            // beyond is not around it.
            SliceId last = SliceTable::at(track.endSlice() - 1);
            while (slices.parent[last.index()].isValid())
                last = slices.parent[last.index()];
            range = { std::min(range.begin, slices.start[track.firstSlice]), std::max(range.end, slices.end(last)) };
            continue;
        }
        bool isOneLeftOut = false; // so far: what is around a slice lies before it
        for (std::uint32_t row = track.firstSlice; row < track.endSlice() && !check.after(1); ++row) {
            const SliceId slice = SliceTable::at(row);
            if (!counts(slice)) {
                isOneLeftOut = true;
                continue;
            }
            // Those around others hold them, but for what is no such slice: one that has no end. One without length
            // owns no moment and is a start and an end all the same.
            if (const SliceId parent = slices.parent[row]; !parent.isValid() || (isOneLeftOut && !counts(parent)))
                range = { std::min(range.begin, slices.start[row]), std::max(range.end, slices.end(slice)) };
        }
    }
    return range.begin < range.end ? range : TimeRange {};
}

void ThreadLines::eachStretch(TrackId thread, const TimeRange& range, const VisitStretch& visit)
{
    if (range.isEmpty())
        return;
    const LineId line = lineOf(thread);
    if (!thread.isValid() || line.thread.isValid())
        visit(line, range);
    else
        eachBorrowedStretch(thread, range, visit);
}

/// A thread that does something itself does that, else what the main thread does; on a backward thread an op or call
/// of either comes first.
void ThreadLines::eachBorrowedStretch(TrackId thread, const TimeRange& range, const VisitStretch& visit)
{
    const LineId own { LineId::Kind::Own, thread };
    const LineId main { LineId::Kind::Own, m_roles.main };
    std::size_t& stretches = m_borrowed[thread];
    const auto add = [&](const LineId& line, const TimeRange& stretch) {
        ++stretches;
        if (!stretch.isEmpty())
            visit(line, stretch);
    };
    eachSegment(own, range, [&](const LineSegment& segment) {
        if (!segment.owner.isValid()) {
            add(main, segment.range);
        } else if (!isBackward(thread) || isWork(segment.owner)) {
            add(own, segment.range);
        } else {
            Timestamp time = segment.range.begin;
            eachSegment(main, segment.range, [&](const LineSegment& other) {
                ++stretches;
                if (!other.owner.isValid() || !isWork(other.owner))
                    return;
                add(own, { time, other.range.begin });
                add(main, other.range);
                time = other.range.end;
            });
            add(own, { time, segment.range.end });
        }
    });
    if (stretches > 2 * (sizeOf(own) + sizeOf(main))) {
        m_last.thread = {};
        m_whole.emplace(thread, joined(ownLine(thread), ownLine(m_roles.main), isBackward(thread)));
        m_borrowed.erase(thread);
    }
}

std::vector<LineSegment> ThreadLines::within(TrackId thread, const TimeRange& range)
{
    std::vector<LineSegment> found;
    eachWithin(thread, range, [&found](const LineSegment& segment) { found.push_back(segment); });
    return found;
}

/// Of the line that moments before others are on; looked for once as long as it is the same thread.
const ThreadLines::Cursors& ThreadLines::cursorsBefore(TrackId thread)
{
    if (thread != m_last.thread || !thread.isValid()) {
        m_last.thread = thread;
        const LineId line = lineOf(thread);
        m_last.cursors = line.thread.isValid() ? cursorsOf(line)
            : thread.isValid()                 ? Cursors { &ownersOf(thread), nullptr, &ownersOf(m_roles.main) }
                                               : Cursors {};
    }
    return m_last.cursors;
}

/// As partAt(thread, time - 1), without looking for the thread again.
LineSegment ThreadLines::partBefore(TrackId thread, Timestamp time)
{
    const Cursors& cursors = cursorsBefore(thread);
    if (cursors.own == nullptr)
        return partAt(thread, time - 1);
    const LineSegment& own = cursors.own->at(time - 1);
    if (cursors.main != nullptr)
        return withBorrowed(thread, own, [&] { return cursors.main->at(time - 1); });
    if (cursors.backward == nullptr)
        return own;
    return workFirst(own, [&] { return cursors.backward->at(time - 1); });
}

LineSegment ThreadLines::segmentBefore(TrackId thread, Timestamp time)
{
    LineSegment segment = m_found.time == time && m_found.thread == thread ? m_found.part : partBefore(thread, time);
    while (segment.range.begin > kMinTimestamp) {
        m_found = { thread, segment.range.begin, partBefore(thread, segment.range.begin) };
        if (m_found.part.owner != segment.owner)
            break;
        segment.range.begin = m_found.part.range.begin;
    }
    segment.range.end = time;
    return segment;
}

SliceId ThreadLines::ownerAt(TrackId thread, Timestamp time)
{
    return time < kMaxTimestamp ? partAt(thread, time).owner : SliceId {};
}

} // namespace kinetoscope
