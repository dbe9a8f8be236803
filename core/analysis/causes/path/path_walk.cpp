// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/path/path_walk.h"

#include "core/analysis/causes/path/walked_links.h"

#include <algorithm>

namespace kinetoscope {

PathWalk::PathWalk(
    const Trace& trace, const CauseThresholds& thresholds, NameTypes types, const Progress& progress, int threads)
    : PathWalk(
        trace, std::make_shared<const PathParts>(trace, thresholds, progress, threads), std::move(types), progress)
{
}

PathWalk::PathWalk(
    const Trace& trace, std::shared_ptr<const PathParts> parts, NameTypes types, const Progress& progress)
    : m_trace(trace)
    , m_progress(progress)
    , m_parts(std::move(parts))
    , m_lines(m_parts->lines())
    , m_blocking(m_parts->blocking())
    , m_rules(m_parts->rules())
    , m_order(m_parts->works())
    , m_awaited(m_parts->awaited())
    , m_predecessors(m_parts->predecessors())
    , m_types(std::move(types))
{
}

void PathWalk::include(WorkNumber work, PathWindow& window) const
{
    window.range.begin = std::min(window.range.begin, m_order.startOf(work));
    const Timestamp end = m_order.endOf(work);
    if (end > window.range.end || (end == window.range.end && window.work != kNoWork)) {
        window.range.end = end;
        window.work = work;
    }
}

PathWindow PathWalk::whole()
{
    PathWindow window { { kMaxTimestamp, kMinTimestamp }, kNoWork, m_lines.mainThread() };
    if (const TimeRange host = m_lines.mainRange(); !host.isEmpty())
        window.range = host;
    for (WorkNumber work = 0; work < m_order.size(); ++work)
        include(work, window);
    return window.range.begin < window.range.end ? window : PathWindow {};
}

std::vector<PathWindow> PathWalk::around(std::span<const SliceId> annotations) const
{
    const SliceTable& slices = m_trace.slices();
    std::vector<PathWindow> windows;
    for (const SliceId annotation : annotations)
        windows.push_back({ slices.range(annotation), kNoWork, m_trace.trackOf(annotation) });
    if (annotations.empty())
        return windows;
    StopCheck check(m_progress);
    // From when to when the last one asked for is the last that has begun: that of the next work, as a rule.
    TimeRange isLast { kMinTimestamp, slices.start[annotations.front().index()] };
    auto after = annotations.begin(); // behind that one
    for (WorkNumber work = 0; work < m_order.size() && !check.after(4); ++work) {
        const SliceId launch = m_order.launchOf(work);
        const Timestamp handed = launch.isValid() ? slices.start[launch.index()] : m_order.startOf(work);
        if (handed < isLast.begin || handed >= isLast.end) {
            after = std::upper_bound(annotations.begin(), annotations.end(), handed,
                [&slices](Timestamp time, SliceId annotation) { return time < slices.start[annotation.index()]; });
            isLast.begin = after != annotations.begin() ? slices.start[(after - 1)->index()] : kMinTimestamp;
            isLast.end = after != annotations.end() ? slices.start[after->index()] : kMaxTimestamp;
        }
        if (after == annotations.begin() || handed >= slices.end(*(after - 1)))
            continue;
        include(work, windows[static_cast<std::size_t>(after - annotations.begin()) - 1]);
    }
    return windows;
}

Cause causeOfWork(const NameTypes& types, const Trace& trace, SliceId work)
{
    switch (types.of(trace.slices(), work.index())) {
    case KernelType::Computation:
        return Cause::Compute;
    case KernelType::Communication:
        return Cause::Communication;
    case KernelType::Memory:
        return Cause::Copy;
    case KernelType::Other:
        break;
    }
    return Cause::OtherWork;
}

PathWalk::Position PathWalk::beforeWork(const Position& position, Links& links)
{
    const SliceId work = m_order.slice(position.work);
    const Timestamp start = m_order.startOf(position.work);
    links.add({ start, position.time }, causeOfWork(m_types, m_trace, work), work);
    const Dependency waited = m_predecessors.binding(position.work);
    if (waited.kind == DependencyKind::None)
        return onMainThread(start);
    const auto addWait = [&](Timestamp from, bool isQueued) {
        const OwnedCause wait = m_rules.ofWait(work, saturatingSubtract(start, from), isQueued);
        links.add({ from, start }, wait.cause, wait.owner);
    };
    if (waited.kind != DependencyKind::Launch) {
        addWait(waited.ready, true);
        return { waited.ready, waited.work, {} };
    }
    const SliceId launch = m_order.launchOf(position.work);
    const Timestamp back = std::max(waited.ready, std::min(m_trace.slices().end(launch), start));
    addWait(back, false);
    links.add({ waited.ready, back }, m_rules.of(launch), launch);
    return { waited.ready, kNoWork, m_trace.trackOf(launch) };
}

/// The call itself or one around it.
SliceId PathWalk::blockingCallFrom(SliceId call) const
{
    while (call.isValid() && isApiCall(m_trace.kind(call))) {
        if (m_blocking.blocks(call))
            return call;
        call = m_trace.slices().parent[call.index()];
    }
    return {};
}

PathWalk::Position PathWalk::beforeHost(const Position& position, Links& links)
{
    const LineSegment passed = m_lines.segmentBefore(position.thread, position.time);
    if (const SliceId call = blockingCallAround(passed.owner); call.isValid()) {
        const AwaitedWork::Awaited awaited = m_awaited.of(call);
        if (awaited.work != kNoWork) {
            const bool startedBefore = m_order.startOf(awaited.work) < position.time;
            if (awaited.time > position.time && startedBefore) // the window ends inside the call
                return { position.time, awaited.work, {} };
            if (awaited.time <= position.time && (awaited.time < position.time || startedBefore)) {
                links.add({ { awaited.time, position.time }, call }, m_rules, position.thread);
                return { awaited.time, awaited.work, {} };
            }
        }
    }
    links.add(passed, m_rules, passed.owner.isValid() ? position.thread : placeOfNobody(position));
    return { passed.range.begin, kNoWork, position.thread };
}

TrackId PathWalk::placeOfNobody(const Position& position) const
{
    if (!position.thread.isValid() || m_trace.track(position.thread).sliceCount == 0)
        return position.thread;
    const Timestamp begun = m_trace.slices().start[m_trace.track(position.thread).firstSlice];
    return begun < position.time ? position.thread : m_lines.mainThread();
}

PathWalk::Position PathWalk::goOn(const Position& position, Timestamp until, Links& links, StopCheck& check)
{
    Position next = position;
    if (position.work == kNoWork && until < position.time) {
        m_lines.eachSegmentBefore(position.thread, position.time, [&](const LineSegment& passed) {
            if (blockingCallAround(passed.owner).isValid())
                return false;
            links.add(passed, m_rules, passed.owner.isValid() ? next.thread : placeOfNobody(next));
            next.time = passed.range.begin;
            return next.time > until && !check.after(4);
        });
    }
    return next != position ? next : before(position, links);
}

void PathWalk::walk(Position position, Links& links)
{
    StopCheck check(m_progress);
    while (position.time > links.from() && !check.after(40))
        position = goOn(position, links.from(), links, check);
}

PathLinks PathWalk::links(const PathWindow& window)
{
    PathLinks found;
    Links links(m_trace, window.range.begin, found);
    walk(startOf(window), links);
    return found;
}

SumsByCause PathWalk::sums(const PathWindow& window)
{
    SumsByCause found;
    Links links(m_trace, window.range.begin, found);
    walk(startOf(window), links);
    return found;
}

TimesByCause PathWalk::times(const PathWindow& window, const PassLine& pass)
{
    TimesByCause times {};
    SumsByCause walked;
    Links links(m_trace, window.range.begin, walked);
    Position position = startOf(window);
    StopCheck check(m_progress);
    while (position.time > links.from() && !check.after(40)) {
        if (position.work == kNoWork)
            position.time = pass(position.thread, position.time, links.from(), times);
        if (position.time > links.from())
            position = before(position, links);
    }
    for (std::size_t cause = 0; cause < times.size(); ++cause)
        times[cause] = saturatingAdd(times[cause], walked[cause].time);
    return times;
}

} // namespace kinetoscope
