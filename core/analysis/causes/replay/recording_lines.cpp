// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/replay/recording.h"

#include "core/numeric/intervals.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <utility>

namespace kinetoscope {

/// Writes the operations of one line, in recorded order. Plain ones that follow each other become a run, but for those
/// that somebody may ask about alone: with a moment inside, or with another cause on the line of a backward thread.
class Recording::LineMaker {
public:
    /// @param marks    moments that are asked for, sorted; the line's operations begin there, or hold them alone.
    /// @param isFirst  line 0: what nothing owns is an operation of its own there, not borrowed.
    LineMaker(Recording& recording, const std::vector<Timestamp>& marks, bool isFirst)
        : m_recording(recording)
        , m_marks(marks.size())
        , m_mark(marks.begin())
        , m_lastMark(marks.end())
        , m_isFirst(isFirst)
    {
    }
    void addOthers(TrackId thread, std::vector<OtherPart> parts)
    {
        if (!parts.empty())
            m_others.push_back({ thread, std::move(parts) });
    }

    [[nodiscard]] std::size_t marks() const { return m_marks; }
    [[nodiscard]] bool isFirst() const { return m_isFirst; }
    [[nodiscard]] bool hasBegun() const { return m_hasBegun; }
    [[nodiscard]] Timestamp time() const { return m_time; }
    void begin(Timestamp time)
    {
        m_hasBegun = true;
        m_time = time;
        m_quietUntil = time;
        add(OperationKind::Begin, Cause::Unrecorded, {}, time);
    }
    void addPiece(Cause cause, SliceId owner, Timestamp end)
    {
        const TimeRange range { m_time, end };
        ++m_recording.m_byCause[static_cast<std::size_t>(cause)];
        const bool isAlone = m_recording.m_grain == Grain::Pieces || range.length() > kMostTime || holdsMark(range);
        if (end > m_quietUntil && othersIn(range, cause)) {
            close();
            addOthersOf(range, cause);
            addAlone(cause, owner, end);
        } else if (isAlone) {
            close();
            addAlone(cause, owner, end);
        } else {
            if (m_runTime + range.length() > kMostTime || m_pieces == kMostPieces)
                close();
            addToRun(cause, owner, range);
            m_time = end; // of the run, too
            if (m_mark != m_lastMark && *m_mark == end)
                close();
        }
        m_time = end;
    }
    void addBlocking(const Blocking& blocking, Cause cause, SliceId call, Timestamp end)
    {
        close();
        ++m_recording.m_byCause[static_cast<std::size_t>(cause)];
        const auto place = static_cast<std::uint32_t>(m_recording.blocking.size());
        m_recording.blocking.push_back(blocking);
        m_recording.blocking.back().operation = static_cast<OperationNumber>(m_recording.ends.size());
        add(OperationKind::Blocking, cause, call, end, place);
        m_time = end;
    }
    void addBorrowed(Timestamp end)
    {
        close();
        add(OperationKind::Borrowed, Cause::Unrecorded, {}, end);
        m_time = end;
    }
    void close()
    {
        if (m_pieces > 1) {
            const auto first = static_cast<std::uint32_t>(m_recording.runParts.size());
            for (; m_touched != 0; m_touched &= m_touched - 1)
                m_recording.runParts.push_back(
                    std::exchange(m_parts[static_cast<std::size_t>(std::countr_zero(m_touched))], {}));
            m_recording.runParts.back().isLast = 1;
            add(OperationKind::Run, Cause::Unrecorded, {}, m_time, first);
        } else if (m_pieces == 1) {
            m_parts[static_cast<std::size_t>(m_cause)] = {};
            add(OperationKind::Plain, m_cause, m_owner, m_time);
        }
        m_pieces = 0;
        m_runTime = 0;
        m_touched = 0;
    }

private:
    /// What fits into a RunPart.
    static constexpr Nanoseconds kMostTime = UINT32_MAX;
    static constexpr std::uint32_t kMostPieces = (1U << 26) - 1;

    struct Others {
        TrackId thread;
        std::vector<OtherPart> parts;
        std::size_t next = 0; ///< the first that may end behind the line's end
    };

    void add(OperationKind kind, Cause cause, SliceId owner, Timestamp end, std::uint32_t detail = 0)
    {
        m_recording.ends.push_back(end);
        m_recording.owners.push_back(owner);
        m_recording.causes.push_back(cause);
        m_recording.kinds.push_back(kind);
        m_recording.details.push_back(detail);
    }
    void addAlone(Cause cause, SliceId owner, Timestamp end) { add(OperationKind::Plain, cause, owner, end); }
    void addToRun(Cause cause, SliceId owner, const TimeRange& range)
    {
        m_cause = cause;
        m_owner = owner;
        ++m_pieces;
        m_runTime += range.length();
        m_touched |= 1U << static_cast<unsigned>(cause);
        RunPart& part = m_parts[static_cast<std::size_t>(cause)];
        part.cause = static_cast<std::uint32_t>(cause) & 31U;
        part.time += static_cast<std::uint32_t>(range.length());
        part.odd = (part.odd + (static_cast<std::uint32_t>(range.length()) & 1U)) & kMostPieces;
    }
    /// Goes on to the first mark behind the begin of the range.
    [[nodiscard]] bool holdsMark(const TimeRange& range)
    {
        while (m_mark != m_lastMark && *m_mark <= range.begin)
            ++m_mark;
        return m_mark != m_lastMark && *m_mark < range.end;
    }
    /// Whether a backward thread has another cause in the range.
    [[nodiscard]] bool othersIn(const TimeRange& range, Cause cause)
    {
        bool isAny = false;
        m_quietUntil = kMaxTimestamp;
        for (Others& each : m_others) {
            while (each.next < each.parts.size() && each.parts[each.next].range.end <= range.begin)
                ++each.next;
            std::size_t i = each.next;
            for (; i < each.parts.size() && each.parts[i].range.begin < range.end; ++i)
                isAny = isAny || each.parts[i].cause != cause;
            const bool isOpen = i > each.next && each.parts[i - 1].range.end > range.end;
            if (isOpen || i < each.parts.size())
                m_quietUntil = std::min(m_quietUntil, isOpen ? range.end : each.parts[i].range.begin);
        }
        return isAny;
    }
    void addOthersOf(const TimeRange& range, Cause cause)
    {
        const auto operation = static_cast<OperationNumber>(m_recording.ends.size());
        for (const Others& each : m_others) {
            for (std::size_t i = each.next; i < each.parts.size() && each.parts[i].range.begin < range.end; ++i) {
                if (each.parts[i].cause != cause)
                    m_recording.otherCauses[each.thread].push_back(
                        { operation, each.parts[i].range.clippedTo(range), each.parts[i].cause });
            }
        }
    }

    Recording& m_recording;
    std::size_t m_marks;
    std::vector<Timestamp>::const_iterator m_mark;
    std::vector<Timestamp>::const_iterator m_lastMark;
    std::vector<Others> m_others;
    Timestamp m_quietUntil = kMinTimestamp; ///< no backward thread has a part before
    Timestamp m_time = 0;
    bool m_isFirst;
    bool m_hasBegun = false;
    // The run that is being made.
    std::array<RunPart, kCauseCount> m_parts;
    std::uint32_t m_pieces = 0;
    Nanoseconds m_runTime = 0;
    std::uint32_t m_touched = 0;       ///< a bit a cause that it has time of
    Cause m_cause = Cause::Unrecorded; ///< of its last piece
    SliceId m_owner;
};

void Recording::addLines(std::span<const Step> steps, const Progress& progress)
{
    const TrackId main = m_threads.mainThread();
    if (main.isValid())
        m_lines.push_back({ main, 0, 0 }); // so that it is known whose threads belong to it
    std::vector<TrackId> others = threadsOfTheirOwn(progress);
    m_lines.clear();
    const std::vector<Timestamp> marks = marksOf(steps, others, progress);
    if (progress.shouldStop())
        return;
    if (main.isValid()) {
        LineMaker maker(*this, marks, true);
        for (const TrackId thread : m_threads.backwardThreads())
            maker.addOthers(thread, otherPartsOf(thread, progress));
        addLine({ LineId::Kind::Main, main }, maker, progress);
    }
    for (const TrackId thread : others) {
        LineMaker maker(*this, marks, m_lines.empty());
        addLine({ LineId::Kind::Own, thread }, maker, progress);
    }
}

bool Recording::isOfLine0(TrackId thread) const
{
    return !m_lines.empty() && (thread == m_lines.front().thread || m_threads.isBackward(thread));
}

std::vector<TrackId> Recording::threadsOfTheirOwn(const Progress& progress) const
{
    const SliceTable& slices = m_trace.slices();
    std::vector<TrackId> threads;
    StopCheck check(progress);
    for (std::size_t i = 0; i < m_trace.tracks().size(); ++i) {
        const Track& track = m_trace.tracks()[i];
        if (track.kind != TrackKind::HostThread || isOfLine0(TrackId { i }))
            continue;
        for (std::uint32_t row = track.firstSlice; row < track.endSlice() && !check.after(4); ++row) {
            const SliceId slice = SliceTable::at(row);
            if (isApiCall(slices.kind[row]) && slices.isSound(slice)
                && (launchesWork(m_trace, slice) || m_blocking.blocks(slice))) {
                threads.push_back(TrackId { i });
                break;
            }
        }
    }
    return threads;
}

/// The moments that replays ask for, sorted: at which work is handed over, steps begin and end, and other lines than
/// 0 go on after they did nothing.
std::vector<Timestamp> Recording::marksOf(
    std::span<const Step> steps, std::span<const TrackId> others, const Progress& progress)
{
    std::vector<Timestamp> marks;
    if (m_grain == Grain::Pieces)
        return marks;
    StopCheck check(progress);
    marks.reserve(m_works.size());
    const auto add = [&marks](Timestamp time) {
        if (marks.empty() || marks.back() != time)
            marks.push_back(time);
    };
    for (const LaunchTable::Link& link : m_trace.launches().all()) { // thread by thread, so that little is to be sorted
        if (check.after(2))
            return marks;
        if (const WorkNumber work = m_works.numberOf(link.work); work != kNoWork)
            add(m_works.handedOver(work));
    }
    for (WorkNumber work = 0; work < m_works.size() && !check.after(1); ++work) {
        if (!m_works.launchOf(work).isValid())
            add(m_works.startOf(work));
    }
    for (const Step& step : steps) {
        add(step.range.begin);
        add(step.range.end);
    }
    for (const TrackId thread : others) {
        bool isIdle = true;
        m_threads.eachSegment(
            { LineId::Kind::Own, thread }, { kMinTimestamp, kMaxTimestamp }, [&](const LineSegment& segment) {
                if (isIdle && segment.owner.isValid())
                    add(segment.range.begin);
                isIdle = !segment.owner.isValid();
            });
    }
    sortRuns(marks, std::less<Timestamp> {}, progress);
    return marks;
}

SliceId Recording::blockingCallAround(SliceId owner) const
{
    while (owner.isValid() && isApiCall(m_trace.kind(owner))) {
        if (m_blocking.blocks(owner))
            return owner;
        owner = m_trace.slices().parent[owner.index()];
    }
    return {};
}

Blocking Recording::blockingOf(SliceId call)
{
    Blocking entry;
    entry.way = m_blocking.wayOf(call);
    const AwaitedWork::Awaited awaited = m_awaited.of(call);
    entry.work = awaited.work;
    if (entry.way == BlockingWay::Sync) {
        const std::vector<AwaitedWork::Prefix> all = m_awaited.prefixesOf(call);
        entry.work = m_awaited.lastOf(all);
        entry.firstPrefix = static_cast<std::uint32_t>(prefixes.size());
        entry.prefixCount = static_cast<std::uint32_t>(all.size());
        prefixes.insert(prefixes.end(), all.begin(), all.end());
        entry.waitsForUnrecorded = awaited.work == kNoWork && m_rules.of(call) == Cause::Synchronisation
            && m_trace.slices().duration(call) >= m_gap;
    } else if (entry.way == BlockingWay::Copy && entry.work != kNoWork) {
        entry.isBoundByLaunch = m_predecessors.binding(entry.work).kind == DependencyKind::Launch;
    }
    return entry;
}

/// @param pieces  how many operations there would be if none were in a run; 0: unknown.
/// @param marks   each but few ends a run.
void Recording::reserveFor(std::size_t pieces, std::size_t marks)
{
    const std::size_t about = m_grain == Grain::Pieces ? pieces : std::min(pieces, marks + marks / 2);
    ends.reserve(about);
    owners.reserve(about);
    causes.reserve(about);
    kinds.reserve(about);
    details.reserve(about);
    runParts.reserve(m_grain == Grain::Pieces ? 0 : 2 * about);
}

void Recording::addLine(const LineId& line, LineMaker& maker, const Progress& progress)
{
    Line added { line.thread, static_cast<OperationNumber>(ends.size()), 0 };
    const TimeRange whole = maker.isFirst() && line.kind == LineId::Kind::Main ? m_threads.mainRange() : TimeRange {};
    reserveFor(maker.isFirst() ? 2 * m_threads.sizeOf(line) : 0, maker.marks()); // a slice has a begin and an end
    if (!whole.isEmpty()) // slices without length may be its first start and its last end
        maker.begin(whole.begin);
    const auto addStretch = [&](const TimeRange& range, SliceId owner) {
        m_rules.split({ range, owner }, [&](TimeRange part, Cause cause) { maker.addPiece(cause, owner, part.end); });
    };
    m_threads.eachSegment(line, { kMinTimestamp, kMaxTimestamp }, [&](const LineSegment& segment) {
        if (!segment.owner.isValid())
            return; // a gap is added when something follows it
        if (!maker.hasBegun())
            maker.begin(segment.range.begin);
        if (segment.range.end <= maker.time())
            return;
        if (maker.time() < segment.range.begin) {
            if (maker.isFirst()) // rows of overhead own time in which nothing else was recorded, too
                addStretch({ maker.time(), segment.range.begin }, {});
            else
                maker.addBorrowed(segment.range.begin);
        }
        if (const SliceId call = blockingCallAround(segment.owner); call.isValid())
            maker.addBlocking(
                blockingOf(call), m_rules.of(call), call, std::max(m_trace.slices().end(call), segment.range.end));
        else
            addStretch({ maker.time(), segment.range.end }, segment.owner);
    });
    if (!maker.hasBegun() || progress.shouldStop())
        return;
    if (maker.time() < whole.end)
        addStretch({ maker.time(), whole.end }, {});
    maker.close();
    added.end = static_cast<OperationNumber>(ends.size());
    m_lines.push_back(added);
    if (maker.isFirst())
        return;
    begins[added.first] = momentIn(m_lines.front(), ends[added.first]);
    for (OperationNumber i = added.first; i < added.end; ++i) {
        if (kinds[i] != OperationKind::Borrowed)
            continue;
        details[i] = static_cast<std::uint32_t>(borrowed.size());
        borrowed.emplace_back(i, momentIn(m_lines.front(), ends[i]));
    }
}

/// Where a backward thread is in something else than an op or a call: there its own line may have other causes than
/// line 0, which is what it does everywhere else.
std::vector<Recording::OtherPart> Recording::otherPartsOf(TrackId thread, const Progress& progress)
{
    const SliceTable& slices = m_trace.slices();
    const auto isOther = [&](SliceId slice) {
        return !isApiCall(m_trace.kind(slice)) && m_rules.of(slice) != Cause::Op;
    };
    std::vector<OtherPart> parts;
    const auto addPart = [&parts](TimeRange part, Cause cause) { parts.push_back({ part, cause }); };
    const auto addPartsIn = [&](const TimeRange& range) {
        m_threads.eachSegment({ LineId::Kind::Own, thread }, range, [&](const LineSegment& segment) {
            if (!segment.owner.isValid() || !isOther(segment.owner))
                return;
            for (const LineSegment& each : m_threads.within(thread, segment.range))
                m_rules.split(each, addPart);
        });
    };
    const Track& track = m_trace.track(thread);
    TimeRange range; // of slices in each other, or that overlap
    StopCheck check(progress);
    for (std::uint32_t row = track.firstSlice; row < track.endSlice(); ++row) {
        if (check.after(1))
            return {};
        const SliceId slice = SliceTable::at(row);
        if (!isHostCallTree(slices.kind[row]) || !isOther(slice) || !slices.isSound(slice))
            continue;
        if (slices.start[row] > range.end) {
            addPartsIn(range);
            range = slices.range(slice);
        } else {
            range = { std::min(range.begin, slices.start[row]), std::max(range.end, slices.end(slice)) };
        }
    }
    addPartsIn(range);
    return parts;
}

void Recording::eachPieceOf(OperationNumber run, const std::function<void(TimeRange, Cause)>& visit) const
{
    const std::scoped_lock lock(m_mutex);
    const auto line = std::ranges::find_if(m_lines, [run](const Line& each) { return run < each.end; });
    const bool isMain = line == m_lines.begin() && line->thread == m_threads.mainThread();
    m_threads.eachSegment({ isMain ? LineId::Kind::Main : LineId::Kind::Own, line->thread },
        { beginOf(run), ends[run] }, [&](const LineSegment& segment) { m_rules.split(segment, visit); });
}

} // namespace kinetoscope
