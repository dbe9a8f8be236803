// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/owners/thread_lines.h"

#include "core/analysis/causes/work/call_names.h"
#include "core/base/vectors.h"
#include "core/model/kernel_names.h"
#include "core/model/track_cursor.h"
#include "core/numeric/intervals.h"

#include <limits>
#include <string_view>
#include <tuple>

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

/// The stretches in which Python of a thread waits for the backward pass that other threads run, in the order of time.
std::vector<TimeRange> waitsForBackward(const Trace& trace, TrackId thread, const Progress& progress)
{
    constexpr std::string_view kWaits = "run_backward"; // of torch._C._EngineBase, and of torch/autograd around it
    std::vector<bool> isOne(trace.strings().size());
    for (std::size_t i = 0; i < isOne.size(); ++i)
        isOne[i] = trace.text(StringId { i }).find(kWaits) != std::string_view::npos;
    std::vector<TimeRange> found;
    if (std::ranges::find(isOne, true) == isOne.end())
        return found;
    const SliceTable& slices = trace.slices();
    const Track& track = trace.track(thread);
    StopCheck check(progress);
    for (std::uint32_t row = track.firstSlice; row < track.endSlice() && !check.after(1); ++row) {
        if (slices.kind[row] == EventKind::PythonFunction && isOne[slices.name[row].index()]
            && slices.isSound(SliceTable::at(row)))
            found.push_back(slices.range(SliceTable::at(row)));
    }
    return unionOf(std::move(found), progress);
}

/// Where no ops are recorded, which tell threads of the backward pass: the threads that launch kernels, and whose
/// launches all lie where the main thread waits for that pass. A thread that copies input ahead launches no kernels.
std::vector<TrackId> launchersOfBackward(const Trace& trace, TrackId main, const Progress& progress)
{
    const std::vector<TimeRange> waits = waitsForBackward(trace, main, progress);
    if (waits.empty())
        return {};
    struct Launches {
        bool hasKernel = false;
        bool areAllMeanwhile = true;
    };
    std::vector<Launches> byTrack(trace.tracks().size());
    TrackCursor threads(trace);
    const SliceTable& slices = trace.slices();
    StopCheck check(progress);
    for (const LaunchTable::Link& link : trace.launches().all()) {
        if (check.after(1))
            return {};
        const TrackId thread = threads.of(link.launch);
        const Timestamp start = slices.start[link.launch.index()];
        const auto wait = std::ranges::upper_bound(waits, start, {}, &TimeRange::begin);
        const bool isMeanwhile = wait != waits.begin() && start < (wait - 1)->end;
        Launches& own = byTrack[thread.index()];
        own.areAllMeanwhile = own.areAllMeanwhile && isMeanwhile;
        own.hasKernel = own.hasKernel || slices.kind[link.work.index()] == EventKind::Kernel;
    }
    std::vector<TrackId> found;
    for (std::size_t i = 0; i < byTrack.size(); ++i) {
        if (byTrack[i].hasKernel && byTrack[i].areAllMeanwhile)
            found.emplace_back(i);
    }
    return found;
}

/// What tells which thread drives the rank, and which ones work for it.
struct ThreadFacts {
    TrackId track;
    std::uint64_t steps = 0;
    std::uint64_t launched = 0;
    bool isBackward = false;
    bool isFirst = false; ///< its number is that of its process, and it has host slices
    EventIndex event = std::numeric_limits<EventIndex>::max();
};

/// Forward and backward are also told by the arrows between them. @param threads  by track.
void addArrows(const Trace& trace, std::vector<ThreadFacts>& threads)
{
    std::vector<std::uint8_t> starts(threads.size());
    std::vector<std::uint8_t> ends(threads.size());
    std::vector<bool> isArrow; // by category
    for (std::size_t i = 0; i < trace.categories().size(); ++i) {
        const std::string_view name = trace.category(static_cast<CategoryId>(i));
        isArrow.push_back(name == "fwdbwd" || name == "forward_backward"); // the latter in old files
    }
    if (std::ranges::find(isArrow, true) == isArrow.end())
        return;
    for (const Flow& flow : trace.flows().all()) {
        if (!isArrow[flow.category])
            continue;
        starts[trace.trackOf(flow.from).index()] = 1;
        ends[trace.trackOf(flow.to).index()] = 1;
    }
    for (std::size_t i = 0; i < threads.size(); ++i)
        threads[i].isBackward = threads[i].isBackward || (ends[i] != 0 && starts[i] == 0);
}

/// The thread that drives the rank; nullptr for none. @param process  invalid: of any.
const ThreadFacts* mainAmong(const Trace& trace, const std::vector<ThreadFacts>& threads, StringId process)
{
    const auto key = [](const ThreadFacts& thread) {
        return std::tuple(thread.steps, !thread.isBackward, thread.isFirst, thread.launched,
            std::numeric_limits<EventIndex>::max() - thread.event);
    };
    const ThreadFacts* best = nullptr;
    for (const ThreadFacts& thread : threads) {
        const Track& track = trace.track(thread.track);
        if (track.kind != TrackKind::HostThread || track.sliceCount == 0 || (process.isValid() && track.pid != process)
            || (thread.steps == 0 && !thread.isFirst && thread.launched == 0))
            continue;
        if (!best || key(*best) < key(thread))
            best = &thread;
    }
    return best;
}

/// The other threads of its process that run the backward pass, in file order.
std::vector<TrackId> backwardAmong(const Trace& trace, const std::vector<ThreadFacts>& threads, TrackId main)
{
    std::vector<const ThreadFacts*> backward;
    for (const ThreadFacts& thread : threads) {
        const Track& track = trace.track(thread.track);
        if (thread.track != main && thread.isBackward && track.kind == TrackKind::HostThread
            && track.pid == trace.track(main).pid)
            backward.push_back(&thread);
    }
    std::ranges::sort(backward, {}, &ThreadFacts::event);
    return mapped(backward, &ThreadFacts::track);
}

} // namespace

ThreadLines::ThreadLines(const Trace& trace, const Progress& progress, StringId process)
    : m_trace(trace)
    , m_progress(progress)
{
    findThreads(process);
    if (m_main.isValid())
        (void)ownersOf(m_main);
    for (const TrackId thread : m_backward)
        (void)ownersOf(thread);
}

void ThreadLines::findThreads(StringId process)
{
    const auto isOfProcess = [process](const Track& track) { return !process.isValid() || track.pid == process; };
    const SliceTable& slices = m_trace.slices();
    std::vector<ThreadFacts> threads(m_trace.tracks().size());
    for (const Step& step : m_trace.steps())
        ++threads[m_trace.trackOf(step.slice).index()].steps;
    TrackCursor launchers(m_trace);
    for (const LaunchTable::Link& link : m_trace.launches().all())
        ++threads[launchers.of(link.launch).index()].launched;
    StopCheck check(m_progress);
    enum : std::uint8_t { Unknown, Backward, Forward };
    std::vector<std::uint8_t> backwardNames(m_trace.strings().size(), Unknown);
    m_isAnnotation.assign(m_trace.strings().size(), false);
    bool hasOps = false;
    for (std::size_t i = 0; i < threads.size(); ++i) {
        const Track& track = m_trace.tracks()[i];
        ThreadFacts& thread = threads[i];
        thread.track = TrackId { i };
        if ((track.kind != TrackKind::HostThread && track.kind != TrackKind::HostAsync) || !isOfProcess(track))
            continue;
        const auto events = std::span(slices.eventIndex).subspan(track.firstSlice, track.sliceCount);
        if (!events.empty())
            thread.event = std::ranges::min(events);
        // Events of other tools say nothing of who drives the rank, as of a server beside it.
        const auto kinds = std::span(slices.kind).subspan(track.firstSlice, track.sliceCount);
        thread.isFirst = track.pid == track.tid && std::ranges::any_of(kinds, isHostCallTree);
        constexpr std::uint32_t kRowsPerCheck = 16; // a row takes less than a check
        for (std::uint32_t row = track.firstSlice; row < track.endSlice() && !check.after(kRowsPerCheck);) {
            for (const std::uint32_t end = std::min(track.endSlice(), row + kRowsPerCheck); row < end; ++row) {
                if (slices.kind[row] != EventKind::CpuOp)
                    continue;
                hasOps = true;
                const StringId name = slices.name[row];
                std::uint8_t& known = backwardNames[name.index()];
                if (known == Unknown) {
                    known = isBackwardOp(m_trace.text(name)) ? Backward : Forward;
                    m_isAnnotation[name.index()] = isLegacyAnnotation(m_trace.text(name));
                    m_hasAnnotations = m_hasAnnotations || m_isAnnotation[name.index()];
                }
                thread.isBackward = thread.isBackward || known == Backward;
            }
        }
    }
    addArrows(m_trace, threads);
    const ThreadFacts* main = mainAmong(m_trace, threads, process);
    if (!main)
        return;
    m_main = main->track;
    if (!hasOps) {
        for (const TrackId thread : launchersOfBackward(m_trace, m_main, m_progress))
            threads[thread.index()].isBackward = true;
    }
    m_backward = backwardAmong(m_trace, threads, m_main);
    m_isBackward.assign(threads.size(), false);
    for (const TrackId thread : m_backward)
        m_isBackward[thread.index()] = true;
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
    return thread.index() < m_isBackward.size() && m_isBackward[thread.index()];
}

/// The backward threads as one: the first op or call, else the first of anything.
ThreadLine ThreadLines::backwardLine()
{
    std::vector<ThreadLine> lines = mapped(m_backward, [&](const TrackId thread) { return ownLine(thread); });
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
    if (m_backward.size() == 1)
        return ownersOf(m_backward.front()).at(time);
    if (!m_backwardLine)
        m_backwardLine = backwardLine();
    return segmentIn(*m_backwardLine, time);
}

ThreadLines::Cursors ThreadLines::cursorsOf(const LineId& line)
{
    const bool isMain = line.kind == LineId::Kind::Main && !m_backward.empty();
    if (!line.thread.isValid() || line.kind == LineId::Kind::Whole || (isMain && m_backward.size() > 1))
        return {};
    return { &ownersOf(line.thread), isMain ? &ownersOf(m_backward.front()) : nullptr };
}

/// The segment of a line that holds a moment, or a part of it.
LineSegment ThreadLines::partAt(const LineId& line, Timestamp time)
{
    if (line.kind == LineId::Kind::Whole)
        return segmentIn(m_whole.at(line.thread), time);
    const LineSegment& own = ownersOf(line.thread).at(time);
    if (line.kind == LineId::Kind::Own || m_backward.empty())
        return own;
    return workFirst(own, [&] { return backwardAt(time); });
}

LineSegment ThreadLines::partAt(TrackId thread, Timestamp time)
{
    if (const LineId line = lineOf(thread); line.thread.isValid())
        return partAt(line, time);
    if (!thread.isValid())
        return { { kMinTimestamp, kMaxTimestamp }, {} };
    return withBorrowed(thread, ownersOf(thread).at(time), [&] { return ownersOf(m_main).at(time); });
}

std::size_t ThreadLines::sizeOf(const LineId& line)
{
    if (line.kind == LineId::Kind::Whole)
        return m_whole.at(line.thread).size();
    std::size_t size = ownersOf(line.thread).size();
    for (std::size_t i = 0; line.kind == LineId::Kind::Main && i < m_backward.size(); ++i)
        size += ownersOf(m_backward[i]).size();
    return size;
}

/// It borrows nothing of the main thread.
bool ThreadLines::hasLineOfItsOwn(TrackId thread) const
{
    return !m_main.isValid() || m_trace.track(thread).pid != m_trace.track(m_main).pid;
}

/// The one line that all moments of a thread are on; of no thread where they are on several.
LineId ThreadLines::lineOf(TrackId thread) const
{
    if (!thread.isValid())
        return {};
    if (thread == m_main)
        return { LineId::Kind::Main, thread };
    if (hasLineOfItsOwn(thread))
        return { LineId::Kind::Own, thread };
    return { LineId::Kind::Whole, m_whole.contains(thread) ? thread : TrackId {} };
}

std::vector<TrackId> ThreadLines::mainThreads() const
{
    std::vector<TrackId> threads = m_backward;
    if (m_main.isValid())
        threads.insert(threads.begin(), m_main);
    return threads;
}

TimeRange ThreadLines::mainRange() const
{
    if (!m_main.isValid())
        return {};
    std::vector<TrackId> threads = m_backward;
    threads.push_back(m_main);
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
    const LineId main { LineId::Kind::Own, m_main };
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
        m_whole.emplace(thread, joined(ownLine(thread), ownLine(m_main), isBackward(thread)));
        m_borrowed.erase(thread);
    }
}

std::vector<LineSegment> ThreadLines::within(TrackId thread, const TimeRange& range)
{
    std::vector<LineSegment> found;
    eachStretch(thread, range, [&](const LineId& line, const TimeRange& stretch) {
        eachSegment(line, stretch, [&found](const LineSegment& segment) {
            if (!found.empty() && found.back().owner == segment.owner) // one owner on both sides of a change of lines
                found.back().range.end = segment.range.end;
            else
                found.push_back(segment);
        });
    });
    return found;
}

/// Of the line that moments before others are on; looked for once as long as it is the same thread.
const ThreadLines::Cursors& ThreadLines::cursorsBefore(TrackId thread)
{
    if (thread != m_last.thread || !thread.isValid()) {
        m_last.thread = thread;
        const LineId line = lineOf(thread);
        m_last.cursors = line.thread.isValid() ? cursorsOf(line)
            : thread.isValid()                 ? Cursors { &ownersOf(thread), nullptr, &ownersOf(m_main) }
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
