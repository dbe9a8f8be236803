// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/thread_lines.h"

#include "core/analysis/causes/call_names.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <tuple>
#include <utility>

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

ThreadLines::ThreadLines(const Trace& trace, const Progress& progress)
    : m_trace(trace)
    , m_progress(progress)
{
    findThreads();
}

void ThreadLines::findThreads()
{
    struct Thread {
        TrackId track;
        std::uint64_t steps = 0;
        std::uint64_t launched = 0;
        bool isBackward = false;
        bool isFirst = false; ///< its number is that of its process
        EventIndex event = std::numeric_limits<EventIndex>::max();
    };
    const SliceTable& slices = m_trace.slices();
    std::vector<Thread> threads(m_trace.tracks().size());
    for (const Step& step : m_trace.steps())
        ++threads[m_trace.trackOf(step.slice).index()].steps;
    for (const LaunchTable::Link& link : m_trace.launches().all())
        ++threads[m_trace.trackOf(link.launch).index()].launched;
    StopCheck check(m_progress);
    enum : std::uint8_t { Unknown, Backward, Forward };
    std::vector<std::uint8_t> backwardNames(m_trace.strings().size(), Unknown);
    for (std::size_t i = 0; i < threads.size(); ++i) {
        const Track& track = m_trace.tracks()[i];
        Thread& thread = threads[i];
        thread.track = TrackId { i };
        thread.isFirst = track.pid == track.tid;
        if (track.kind != TrackKind::HostThread)
            continue;
        for (std::uint32_t row = track.firstSlice; row < track.endSlice() && !check.after(1); ++row) {
            thread.event = std::min(thread.event, slices.eventIndex[row]);
            if (slices.kind[row] != EventKind::CpuOp || thread.isBackward)
                continue;
            std::uint8_t& known = backwardNames[slices.name[row].index()];
            if (known == Unknown)
                known = isBackwardOp(m_trace.text(slices.name[row])) ? Backward : Forward;
            thread.isBackward = known == Backward;
        }
    }
    // Forward and backward are also told by the arrows between them.
    std::vector<std::uint8_t> starts(threads.size());
    std::vector<std::uint8_t> ends(threads.size());
    std::optional<CategoryId> arrows;
    for (std::size_t i = 0; i < m_trace.categories().size(); ++i) {
        if (m_trace.category(static_cast<CategoryId>(i)) == "fwdbwd")
            arrows = static_cast<CategoryId>(i);
    }
    for (const Flow& flow : m_trace.flows().all()) {
        if (!arrows || flow.category != *arrows)
            continue;
        starts[m_trace.trackOf(flow.from).index()] = 1;
        ends[m_trace.trackOf(flow.to).index()] = 1;
    }
    for (std::size_t i = 0; i < threads.size(); ++i)
        threads[i].isBackward = threads[i].isBackward || (ends[i] != 0 && starts[i] == 0);

    const auto key = [](const Thread& thread) {
        return std::tuple(thread.steps, !thread.isBackward, thread.isFirst, thread.launched,
            std::numeric_limits<EventIndex>::max() - thread.event);
    };
    const Thread* best = nullptr;
    for (const Thread& thread : threads) {
        const Track& track = m_trace.track(thread.track);
        if (track.kind != TrackKind::HostThread || track.sliceCount == 0
            || (thread.steps == 0 && !thread.isFirst && thread.launched == 0))
            continue;
        if (!best || key(*best) < key(thread))
            best = &thread;
    }
    if (!best)
        return;
    m_main = best->track;
    std::vector<const Thread*> backward;
    for (const Thread& thread : threads) {
        const Track& track = m_trace.track(thread.track);
        if (&thread != best && thread.isBackward && track.kind == TrackKind::HostThread
            && track.pid == m_trace.track(m_main).pid)
            backward.push_back(&thread);
    }
    std::sort(backward.begin(), backward.end(), [](const Thread* a, const Thread* b) { return a->event < b->event; });
    for (const Thread* thread : backward)
        m_backward.push_back(thread->track);
    m_isBackward.assign(threads.size(), false);
    for (const TrackId thread : m_backward)
        m_isBackward[thread.index()] = true;
}

ThreadLine ThreadLines::readLine(TrackId thread) const
{
    const SliceTable& slices = m_trace.slices();
    const Track& track = m_trace.track(thread);
    ThreadLine line;
    line.reserve(2 * std::size_t { track.sliceCount }); // before a slice and in it; what is not needed is never touched
    std::vector<std::pair<SliceId, Timestamp>> open;    ///< and where each ends, at most where the one around it does
    Timestamp time = kMinTimestamp;
    const auto closeUntil = [&](Timestamp until) {
        while (!open.empty() && open.back().second <= until) {
            append(line, { time, open.back().second }, open.back().first);
            time = std::max(time, open.back().second);
            open.pop_back();
        }
        if (!open.empty() && time < until)
            append(line, { time, until }, open.back().first);
        time = std::max(time, until);
    };
    StopCheck check(m_progress);
    for (std::uint32_t row = track.firstSlice; row < track.endSlice() && !check.after(1); ++row) {
        const SliceId slice = SliceTable::at(row);
        if (!isHostCallTree(slices.kind[row]) || !slices.isSound(slice))
            continue;
        closeUntil(slices.start[row]);
        // A slice that only overlaps the one before it is not nested in it: from its start on it owns the time.
        SliceId parent = slices.parent[row];
        while (parent.isValid() && (!isHostCallTree(m_trace.kind(parent)) || !slices.isSound(parent)))
            parent = slices.parent[parent.index()];
        const auto around =
            std::find_if(open.rbegin(), open.rend(), [parent](const auto& each) { return each.first == parent; });
        if (around != open.rend() || !parent.isValid())
            open.erase(around.base(), open.end());
        const Timestamp end = slices.end(slice);
        const Timestamp inside = open.empty() ? end : std::min(end, open.back().second);
        if (inside > slices.start[row])
            open.emplace_back(slice, inside);
    }
    closeUntil(kMaxTimestamp);
    return line;
}

bool ThreadLines::isWork(SliceId slice) const
{
    const EventKind kind = m_trace.kind(slice);
    if (kind != EventKind::CpuOp)
        return isApiCall(kind);
    enum : std::uint8_t { Unknown, Legacy, Op };
    const StringId name = m_trace.slices().name[slice.index()];
    m_opNames.resize(m_trace.strings().size(), Unknown);
    std::uint8_t& known = m_opNames[name.index()];
    if (known == Unknown)
        known = isLegacyAnnotation(m_trace.text(name)) ? Legacy : Op;
    return known == Op;
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
    return thread.index() < m_isBackward.size() && m_isBackward[thread.index()];
}

const ThreadLine& ThreadLines::ownLine(TrackId thread)
{
    const auto found = m_own.find(thread);
    return found != m_own.end() ? found->second : m_own.emplace(thread, readLine(thread)).first->second;
}

/// The backward threads as one: the first op or call, else the first of anything.
ThreadLine ThreadLines::backwardLine()
{
    std::vector<ThreadLine> lines;
    for (const TrackId thread : m_backward)
        lines.push_back(ownLine(thread));
    while (lines.size() > 1) { // pairwise, so that many threads cost no more than their logarithm
        std::vector<ThreadLine> fewer;
        for (std::size_t i = 0; i < lines.size(); i += 2)
            fewer.push_back(i + 1 < lines.size() ? joined(lines[i], lines[i + 1], true) : std::move(lines[i]));
        lines = std::move(fewer);
    }
    return lines.empty() ? ThreadLine {} : std::move(lines.front());
}

const ThreadLine& ThreadLines::mainLine()
{
    if (m_backward.empty())
        return ownLine(m_main);
    const auto found = m_whole.find(m_main);
    return found != m_whole.end()
        ? found->second
        : m_whole.emplace(m_main, joined(ownLine(m_main), backwardLine(), true)).first->second;
}

/// It borrows nothing of the main thread.
bool ThreadLines::hasLineOfItsOwn(TrackId thread) const
{
    return !m_main.isValid() || m_trace.track(thread).pid != m_trace.track(m_main).pid;
}

const ThreadLine& ThreadLines::lineOf(TrackId thread)
{
    static const ThreadLine kNothing;
    if (!thread.isValid())
        return kNothing;
    if (thread == m_main)
        return mainLine();
    if (hasLineOfItsOwn(thread))
        return ownLine(thread);
    const auto whole = m_whole.find(thread);
    if (whole != m_whole.end())
        return whole->second;
    m_borrowed.erase(thread);
    return m_whole.emplace(thread, joined(ownLine(thread), ownLine(m_main), isBackward(thread))).first->second;
}

LineSegment ThreadLines::segmentAt(TrackId thread, Timestamp time)
{
    if (!thread.isValid() || thread == m_main || hasLineOfItsOwn(thread) || isBackward(thread)
        || m_whole.contains(thread))
        return segmentIn(lineOf(thread), time);
    const LineSegment own = segmentIn(ownLine(thread), time);
    if (own.owner.isValid())
        return own;
    const LineSegment borrowed = segmentIn(ownLine(m_main), time);
    return { borrowed.range.clippedTo(own.range), borrowed.owner };
}

void ThreadLines::eachStretch(TrackId thread, const TimeRange& range, const VisitStretch& visit)
{
    static const ThreadLine kNothing;
    if (range.isEmpty())
        return;
    if (!thread.isValid()) {
        visit(kNothing, range);
    } else if (thread == m_main) {
        visit(mainLine(), range);
    } else if (hasLineOfItsOwn(thread)) {
        visit(ownLine(thread), range);
    } else if (const auto whole = m_whole.find(thread); whole != m_whole.end()) {
        visit(whole->second, range);
    } else {
        eachBorrowedStretch(thread, range, visit);
    }
}

/// A thread that does something itself does that, else what the main thread does; on a backward thread an op or call
/// of either comes first.
void ThreadLines::eachBorrowedStretch(TrackId thread, const TimeRange& range, const VisitStretch& visit)
{
    const ThreadLine& own = ownLine(thread);
    const ThreadLine& main = ownLine(m_main);
    std::size_t& stretches = m_borrowed[thread];
    const auto add = [&](const ThreadLine& line, const TimeRange& stretch) {
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
    if (stretches > own.size() + main.size()) {
        m_whole.emplace(thread, joined(own, main, isBackward(thread)));
        m_borrowed.erase(thread);
    }
}

std::vector<LineSegment> ThreadLines::within(TrackId thread, const TimeRange& range)
{
    std::vector<LineSegment> found;
    eachStretch(thread, range, [&found](const ThreadLine& line, const TimeRange& stretch) {
        eachSegment(line, stretch, [&found](const LineSegment& segment) { found.push_back(segment); });
    });
    return found;
}

SliceId ThreadLines::ownerAt(TrackId thread, Timestamp time)
{
    SliceId owner;
    if (time < kMaxTimestamp)
        eachStretch(thread, { time, time + 1 }, [&owner](const ThreadLine& line, const TimeRange& stretch) {
            eachSegment(line, stretch, [&owner](const LineSegment& segment) { owner = segment.owner; });
        });
    return owner;
}

} // namespace kinetoscope
