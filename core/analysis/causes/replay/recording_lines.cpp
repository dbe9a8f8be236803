// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/replay/recording.h"

#include "core/analysis/causes/replay/line_maker.h"
#include "core/base/parallel.h"
#include "core/base/vectors.h"
#include "core/numeric/intervals.h"

#include <algorithm>
#include <functional>
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
    parallelFor(2, threads, [&](std::size_t i) {
        if (i == 0) {
            marks = marksOf(lines, steps, others, progress);
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
        addMainLine(lines, marks, ofBackward, progress, threads);
    if (m_lines.empty()) // the other lines begin and go on with line 0, and the wall time is about it
        others.clear();
    for (const TrackId thread : others) {
        LineMaker maker(*this, m_grain, marks, false);
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

/// The moments that replays ask for, sorted: at which work is handed over, steps begin and end, and other lines than
/// 0 go on after they did nothing.
std::vector<Timestamp> Recording::marksOf(
    ThreadLines& lines, std::span<const Step> steps, std::span<const TrackId> others, const Progress& progress) const
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
        const TimeRange whole = lines.rangeOf(thread);
        add(whole.begin);
        add(whole.end);
        bool isIdle = true;
        lines.eachSegment(
            { LineId::Kind::Own, thread }, { kMinTimestamp, kMaxTimestamp }, [&](const LineSegment& segment) {
                if (isIdle && segment.owner.isValid())
                    add(segment.range.begin);
                isIdle = !segment.owner.isValid();
            });
    }
    sortRuns(marks, std::less<Timestamp> {}, progress);
    return marks;
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

/// The part of a line that lies in `range`.
void Recording::goThrough(ThreadLines& lines, const LineId& line, const TimeRange& range, LineMaker& maker) const
{
    Timestamp next = kMinTimestamp; // when the next row of overhead begins, or one is; nearly all end before
    const auto addStretch = [&](const TimeRange& stretch, SliceId owner) {
        const Cause cause = m_rules.of(owner);
        if (stretch.end <= next && cause != Cause::CopyCall) {
            maker.addPiece(cause, owner, stretch.end);
            return;
        }
        m_rules.split({ stretch, owner }, [&](TimeRange part, Cause each) { maker.addPiece(each, owner, part.end); });
        next = m_rules.nextOverhead(stretch.end);
    };
    lines.eachSegment(line, range, [&](const LineSegment& segment) {
        if (!segment.owner.isValid())
            return; // a gap is added when something follows it
        if (!maker.hasBegun())
            maker.begin(segment.range.begin);
        if (segment.range.end <= maker.time())
            return;
        if (maker.time() < segment.range.begin)
            addUnowned(segment.range.begin, maker);
        const bool isCall = isApiCall(m_trace.kind(segment.owner)); // most are none, and not looked at any further
        if (const BlockingCall found = isCall ? blockingCallAround(segment.owner) : BlockingCall {};
            found.call.isValid())
            maker.addBlocking(blockingOf(found.call, found.way, maker.prefixes()), m_rules.of(found.call), found.call,
                std::max(m_trace.slices().end(found.call), segment.range.end));
        else
            addStretch({ maker.time(), segment.range.end }, segment.owner);
    });
}

/// Where line 0 can be made in two parts: at a hand-over in its middle where something else begins.
std::optional<Timestamp> Recording::middleOfMainLine(ThreadLines& lines, const TimeRange& range) const
{
    constexpr std::size_t kTried = 100;
    const std::size_t middle = m_works.size() / 2;
    for (std::size_t i = middle; i < std::min(middle + kTried, m_works.size()); ++i) {
        const auto work = static_cast<WorkNumber>(i);
        const SliceId launch = m_works.launchOf(work);
        const Timestamp time = launch.isValid() ? m_works.handedOver(work) : range.begin;
        if (time <= range.begin || time >= range.end || !isOfLine0(m_trace.trackOf(launch)))
            continue;
        const SliceId before = lines.ownerAt(lines.mainThread(), time - 1);
        if (before.isValid() && before != lines.ownerAt(lines.mainThread(), time)
            && !blockingCallAround(before).call.isValid())
            return time;
    }
    return std::nullopt;
}

void Recording::addMainLine(ThreadLines& lines, const std::vector<Timestamp>& marks, const OtherParts& others,
    const Progress& progress, int threads)
{
    const LineId line { LineId::Kind::Main, lines.mainThread() };
    const TimeRange whole = lines.mainRange();
    m_lines.push_back({ line.thread, 0, 0 });
    const std::size_t pieces = 2 * lines.sizeOf(line); // a slice has a begin and an end
    reserveFor(m_grain, pieces, marks.size());
    LineMaker maker(*this, m_grain, marks, true);
    maker.setOthers(others);
    if (!whole.isEmpty()) // slices without length may be its first start and its last end
        maker.begin(whole.begin);
    const auto finish = [&](LineMaker& last) {
        if (last.hasBegun() && last.time() < whole.end)
            addUnowned(whole.end, last);
        last.close();
    };
    const std::optional<Timestamp> middle = threads > 1 ? middleOfMainLine(lines, whole) : std::nullopt;
    HostOperations behind;
    if (middle) {
        behind.reserveFor(m_grain, pieces / 2, marks.size() / 2);
        LineMaker second(behind, m_grain, marks, true);
        second.setOthers(others);
        second.goOnAt(*middle);
        ThreadLines ofSecond = m_threads;
        parallelFor(2, threads, [&](std::size_t i) {
            if (i == 0) {
                goThrough(lines, line, { kMinTimestamp, *middle }, maker);
            } else {
                goThrough(ofSecond, line, { *middle, kMaxTimestamp }, second);
                finish(second);
            }
        });
    }
    if (middle && maker.time() == *middle) {
        append(behind);
    } else { // in one piece, or a call goes on behind the middle
        goThrough(lines, line, { middle.value_or(kMinTimestamp), kMaxTimestamp }, maker);
        finish(maker);
    }
    m_lines.back().end = static_cast<OperationNumber>(ends.size());
    if (!maker.hasBegun() || progress.shouldStop())
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
