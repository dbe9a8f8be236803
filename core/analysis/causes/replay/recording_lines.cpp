// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/replay/recording.h"

#include "core/analysis/causes/replay/line_maker.h"
#include "core/base/contains.h"
#include "core/base/parallel.h"
#include "core/base/vectors.h"
#include "core/numeric/intervals.h"

#include <algorithm>
#include <functional>
#include <mutex>
#include <optional>
#include <set>
#include <utility>

namespace kinetoscope {

void Recording::addLines(std::span<const Step> steps, const Progress& progress, int threads)
{
    const TrackId main = m_threads.mainThread();
    if (main.isValid())
        m_lines.push_back({ main, 0, 0 }); // so that it is known whose threads belong to it
    std::vector<TrackId> others = threadsOfTheirOwn(progress);
    m_lines.clear();
    std::vector<Timestamp> marks;
    OtherParts ofBackward;
    ThreadLines lines = m_threads; // where they are gone through is forgotten again
    TimeRange whole;               // of line 0
    MomentsByThread asked;
    parallelFor(4, threads, [&](std::size_t i) {
        if (i == 0) {
            marks = marksOf(lines, steps, others, progress);
            return;
        }
        if (i == 1) {
            whole = m_threads.mainRange();
            return;
        }
        if (i == 2) {
            asked = askedOf(others, steps, progress);
            return;
        }
        ThreadLines ofOthers = m_threads;
        for (const TrackId thread : m_threads.backwardThreads()) {
            if (std::vector<OtherPart> parts = otherPartsOf(ofOthers, thread, progress); !parts.empty())
                ofBackward.emplace(thread, std::move(parts));
        }
    });
    if (progress.shouldStop())
        return;
    if (main.isValid())
        addMainLine(lines, whole, marks, ofBackward, progress, threads);
    if (m_lines.empty()) // the other lines begin and go on with line 0, and the wall time is about it
        others.clear();
    for (const TrackId thread : others) {
        LineMaker maker(*this, m_grain, marks, false);
        std::optional<ThreadLines> asWell; // another one, since `lines` goes through the thread meanwhile
        const std::function<BorrowedStretch(Timestamp)> atMoment = [&](Timestamp moment) {
            return borrowedAt(asWell ? *asWell : asWell.emplace(m_threads), thread, moment);
        };
        maker.setAsked(asked[thread], atMoment);
        addLine(lines, thread, maker, progress);
    }
    shrink();
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

Recording::BlockingCall Recording::blockingCallAround(SliceId owner) const
{
    while (owner.isValid() && isApiCall(m_trace.kind(owner))) {
        if (const BlockingWay way = m_blocking.wayOf(owner); way != BlockingWay::None)
            return { owner, way };
        owner = m_trace.slices().parent[owner.index()];
    }
    return {};
}

/// @param all  where its prefixes are put.
Blocking Recording::blockingOf(SliceId call, BlockingWay way, std::vector<AwaitedWork::Prefix>& all) const
{
    Blocking entry;
    entry.call = call;
    entry.way = way;
    if (way == BlockingWay::Sync) {
        entry.isFree = contains(m_trace.name(call), "Free");
        const std::vector<AwaitedWork::Prefix> awaited = m_awaited.prefixesOf(call);
        entry.work = m_awaited.lastOf(awaited);
        entry.firstPrefix = static_cast<std::uint32_t>(all.size());
        entry.prefixCount = static_cast<std::uint32_t>(awaited.size());
        kinetoscope::append(all, awaited);
        const bool isDoneBefore =
            entry.work == kNoWork || m_works.endOf(entry.work) <= m_trace.slices().start[call.index()];
        entry.waitsForUnrecorded =
            isDoneBefore && m_rules.of(call) == Cause::Synchronisation && m_trace.slices().duration(call) >= m_gap;
        return entry;
    }
    entry.work = m_awaited.of(call, way).work;
    if (way == BlockingWay::Copy && entry.work != kNoWork)
        entry.isBoundByLaunch = m_predecessors.binding(entry.work).kind == DependencyKind::Launch;
    return entry;
}

/// Time up to `end` that nothing on the line owns.
void Recording::addUnowned(Timestamp end, LineMaker& maker) const
{
    if (maker.isFirst()) // rows of overhead own time in which nothing else was recorded, too
        m_rules.split(
            { { maker.time(), end }, {} }, [&](TimeRange part, Cause cause) { maker.addPiece(cause, {}, part.end); });
    else
        maker.addBorrowed(end);
}

/// A segment of a line that goes on behind what the line has: its time, but for what a blocking call takes of it.
void Recording::addSegment(const LineSegment& segment, Cause cause, Timestamp& nextOverhead, LineMaker& maker) const
{
    if (!maker.hasBegun())
        maker.begin(segment.range.begin);
    if (segment.range.end <= maker.time())
        return;
    if (maker.time() < segment.range.begin)
        addUnowned(segment.range.begin, maker);
    // Most are no calls, and not looked at any further: no call is put down to ops or Python.
    const bool isCall = cause != Cause::Op && cause != Cause::Python && isApiCall(m_trace.kind(segment.owner));
    if (const BlockingCall found = isCall ? blockingCallAround(segment.owner) : BlockingCall {}; found.call.isValid()) {
        maker.addBlocking(blockingOf(found.call, found.way, maker.prefixes()), m_rules.of(found.call), found.call,
            std::max(m_trace.slices().end(found.call), segment.range.end));
        return;
    }
    if (segment.range.end <= nextOverhead && cause != Cause::CopyCall) {
        maker.addPiece(cause, segment.owner, segment.range.end);
        return;
    }
    m_rules.split({ { maker.time(), segment.range.end }, segment.owner },
        [&](TimeRange part, Cause each) { maker.addPiece(each, segment.owner, part.end); });
    nextOverhead = m_rules.nextOverhead(segment.range.end);
}

/// The part of a line that lies in `range`.
void Recording::goThrough(ThreadLines& lines, const LineId& line, const TimeRange& range, LineMaker& maker) const
{
    Timestamp nextOverhead = kMinTimestamp; // when the next row begins, or one is; nearly all segments end before
    PlainPieces plain(maker);
    lines.eachSegment(line, range, [&](const LineSegment& segment) {
        if (!segment.owner.isValid())
            return; // a gap is added when something follows it
        const Cause cause = m_rules.of(segment.owner);
        if ((cause == Cause::Op || cause == Cause::Python) && plain.take(segment, cause))
            return;
        plain.add();
        addSegment(segment, cause, nextOverhead, maker);
        plain.goOn(nextOverhead);
    });
    plain.add();
}

/// Where line 0 can be made in parts that take about as long each: where something else begins, and a run would end. A
/// part is not the same as another one in what it takes, and its memory serves the next one, so there are more of them
/// than threads.
std::vector<Timestamp> Recording::cutsOfMainLine(
    ThreadLines& lines, const TimeRange& range, const std::vector<Timestamp>& marks, int threads) const
{
    constexpr int kPartsOfAThread = 16;
    constexpr int kFewestParts = 8;
    constexpr std::size_t kTried = 100;
    std::vector<Timestamp> cuts;
    const Track& main = m_trace.track(lines.mainThread());
    const auto count = static_cast<std::uint32_t>(std::max(kFewestParts, kPartsOfAThread * threads));
    if (main.sliceCount < count)
        return cuts;
    const auto isCut = [&](Timestamp time) {
        if (time <= (cuts.empty() ? range.begin : cuts.back()) || time >= range.end)
            return false;
        const SliceId before = lines.ownerAt(lines.mainThread(), time - 1);
        return before.isValid() && before != lines.ownerAt(lines.mainThread(), time)
            && !blockingCallAround(before).call.isValid();
    };
    const std::span starts = std::span(m_trace.slices().start).subspan(main.firstSlice, main.sliceCount);
    for (std::uint32_t i = 1; i < count; ++i) {
        const auto begin = starts.begin() + main.sliceCount / count * i;
        std::span<const Timestamp> moments(begin, starts.end()); // without runs any will do
        if (m_grain != Grain::Pieces)
            moments = { std::ranges::lower_bound(marks, *begin), marks.end() };
        moments = moments.first(std::min(kTried, moments.size()));
        if (const auto cut = std::ranges::find_if(moments, isCut); cut != moments.end())
            cuts.push_back(*cut);
    }
    return cuts;
}

/// Parts of line 0 that are being made, which become the line in their order.
class Recording::MainLineParts {
public:
    /// @param bounds  of parts, one more than there are.
    MainLineParts(HostOperations& line, Grain grain, const std::vector<Timestamp>& marks, const OtherParts& others,
        std::vector<Timestamp> bounds)
        : m_line(line)
        , m_grain(grain)
        , m_marks(marks)
        , m_bounds(std::move(bounds))
        , m_parts(m_bounds.size() - 1)
    {
        m_makers.reserve(m_parts.size());
        for (HostOperations& part : m_parts) {
            m_makers.emplace_back(part, grain, marks, true);
            m_makers.back().setOthers(others);
        }
    }
    [[nodiscard]] std::size_t count() const { return m_parts.size(); }
    [[nodiscard]] TimeRange rangeOf(std::size_t part) const { return { m_bounds[part], m_bounds[part + 1] }; }
    /// To be made by one thread, while others make others.
    /// @param pieces  how many operations there would be if none were in a run.
    [[nodiscard]] LineMaker& start(std::size_t part, std::size_t pieces)
    {
        {
            const std::scoped_lock lock(m_mutex);
            if (!m_spare.empty()) {
                m_parts[part] = std::move(m_spare.back());
                m_spare.pop_back();
            }
        }
        m_parts[part].reserveFor(m_grain, pieces, marksUpTo(part + 1) - marksUpTo(part));
        if (part > 0)
            m_makers[part].goOnAt(m_bounds[part]);
        return m_makers[part];
    }
    /// It becomes part of the line once those before it are, and others that waited for it do. Parts join in the thread
    /// that is at it already, where there is one: others go on.
    void finish(std::size_t part)
    {
        std::unique_lock lock(m_mutex);
        m_isDone.insert(part);
        if (m_isJoining)
            return;
        m_isJoining = true;
        for (; m_isDone.contains(m_joined) && endsWhereNextBegins(m_joined); ++m_joined) {
            lock.unlock();
            join(m_joined);
            lock.lock();
            m_spare.push_back(std::move(m_parts[m_joined]));
        }
        m_isJoining = false;
    }
    /// The first that is no part of the line, because a call goes on behind its end; count() if all are. When all are
    /// finished.
    [[nodiscard]] std::size_t joined() const { return m_joined; }
    [[nodiscard]] LineMaker& maker(std::size_t part) { return m_makers[part]; }
    /// The last part of the line, whatever should come behind it.
    void joinLast(std::size_t part) { m_line.append(m_parts[part], 1); }

private:
    [[nodiscard]] bool endsWhereNextBegins(std::size_t part) const
    {
        return part + 1 == m_parts.size() || m_makers[part].time() == m_bounds[part + 1];
    }
    [[nodiscard]] std::size_t marksUpTo(std::size_t bound) const
    {
        return static_cast<std::size_t>(std::ranges::lower_bound(m_marks, m_bounds[bound]) - m_marks.begin());
    }
    void join(std::size_t part)
    {
        const double share = m_marks.empty()
            ? static_cast<double>(part + 1) / static_cast<double>(m_parts.size())
            : static_cast<double>(marksUpTo(part + 1)) / static_cast<double>(m_marks.size());
        m_line.append(m_parts[part], share);
        m_parts[part].clear();
    }

    HostOperations& m_line;
    Grain m_grain;
    const std::vector<Timestamp>& m_marks;
    std::vector<Timestamp> m_bounds;
    std::vector<HostOperations> m_parts;
    std::vector<LineMaker> m_makers;
    std::mutex m_mutex;                  ///< of what follows
    std::vector<HostOperations> m_spare; ///< empty, with room
    std::set<std::size_t> m_isDone;
    std::size_t m_joined = 0; ///< written by who joins alone
    bool m_isJoining = false; ///< a thread has the line
};

void Recording::addMainLine(ThreadLines& lines, const TimeRange& whole, const std::vector<Timestamp>& marks,
    const OtherParts& others, const Progress& progress, int threads)
{
    const LineId line { LineId::Kind::Main, lines.mainThread() };
    m_lines.push_back({ line.thread, 0, 0 });
    std::vector<Timestamp> bounds = cutsOfMainLine(lines, whole, marks, threads);
    bounds.insert(bounds.begin(), kMinTimestamp);
    bounds.push_back(kMaxTimestamp);
    MainLineParts parts(*this, m_grain, marks, others, std::move(bounds));
    const auto finish = [&](LineMaker& last) {
        if (last.hasBegun() && last.time() < whole.end)
            addUnowned(whole.end, last);
        last.close();
    };
    const std::size_t pieces = 2 * lines.sizeOf(line) / parts.count(); // a slice has a begin and an end
    parallelFor(parts.count(), threads, [&](std::size_t i) {
        LineMaker& maker = parts.start(i, pieces);
        if (i == 0 && !whole.isEmpty()) // slices without length may be its first start and its last end
            maker.begin(whole.begin);
        ThreadLines own = m_threads;
        goThrough(own, line, parts.rangeOf(i), maker);
        if (i + 1 == parts.count())
            finish(maker);
        parts.finish(i);
    });
    if (const std::size_t last = parts.joined(); last < parts.count()) { // then the rest is made in one piece
        LineMaker& maker = parts.maker(last);
        goThrough(lines, line, { parts.rangeOf(last).end, kMaxTimestamp }, maker);
        finish(maker);
        parts.joinLast(last);
    }
    m_lines.back().end = static_cast<OperationNumber>(ends.size());
    if (!parts.maker(0).hasBegun() || progress.shouldStop())
        m_lines.pop_back();
}

/// A thread's own line.
void Recording::addLine(ThreadLines& lines, TrackId thread, LineMaker& maker, const Progress& progress)
{
    Line added { thread, static_cast<OperationNumber>(ends.size()), 0 };
    const TimeRange whole = lines.rangeOf(thread);
    if (!whole.isEmpty()) // as on line 0, of slices without length too
        maker.begin(whole.begin);
    goThrough(lines, { LineId::Kind::Own, thread }, { kMinTimestamp, kMaxTimestamp }, maker);
    if (!maker.hasBegun() || progress.shouldStop())
        return;
    if (maker.time() < whole.end)
        addUnowned(whole.end, maker);
    maker.close();
    added.end = static_cast<OperationNumber>(ends.size());
    m_lines.push_back(added);
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
std::vector<OtherPart> Recording::otherPartsOf(ThreadLines& lines, TrackId thread, const Progress& progress) const
{
    const SliceTable& slices = m_trace.slices();
    const auto isOther = [&](SliceId slice) {
        return !isApiCall(m_trace.kind(slice)) && m_rules.of(slice) != Cause::Op;
    };
    std::vector<OtherPart> parts;
    const auto addPart = [&parts](TimeRange part, Cause cause) { parts.push_back({ part, cause }); };
    const auto addPartsIn = [&](const TimeRange& range) {
        lines.eachSegment({ LineId::Kind::Own, thread }, range, [&](const LineSegment& segment) {
            if (!segment.owner.isValid() || !isOther(segment.owner))
                return;
            for (const LineSegment& each : lines.within(thread, segment.range))
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
