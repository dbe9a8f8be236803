// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/slow/slow_replay.h"

#include "tests/support/slow/slow_gpu.h"

#include <algorithm>

namespace kinetoscope::tests {

namespace {

/// To the nearest ns, halves up.
Nanoseconds times(Nanoseconds length, const std::vector<std::int64_t>& millionths)
{
    __extension__ using Wide = __int128;
    Wide numerator = length;
    Wide denominator = 1;
    for (const std::int64_t each : millionths) {
        numerator *= each;
        denominator *= 1'000'000;
    }
    return static_cast<Nanoseconds>((2 * numerator + denominator) / (2 * denominator));
}

bool isSetUp(Cause cause)
{
    return cause == Cause::MemoryAllocation || cause == Cause::CodeLoading || cause == Cause::DataLoading;
}

} // namespace

SlowReplay::SlowReplay(const SlowCauses& causes, std::vector<SlowChange> changes)
    : m_causes(causes)
    , m_changes(std::move(changes))
{
    std::vector<TrackId> main = causes.backwardThreads();
    if (causes.mainThread().isValid())
        main.push_back(causes.mainThread());
    addLine(main, causes.mainThread());
    for (const TrackId thread : causes.hostThreads()) {
        if (causes.isOfMainLine(thread))
            continue;
        bool hasLine = false;
        const Track& track = causes.trace().track(thread);
        for (std::uint32_t row = track.firstSlice; row < track.endSlice(); ++row) {
            const SliceId slice { row };
            hasLine = hasLine
                || (causes.isCall(slice) && (!causes.worksOf(slice).empty() || causes.wayOf(slice) != SlowWay::None));
        }
        if (hasLine)
            addLine({ thread }, thread);
    }
    m_launchLag = usualLag(true);
    m_otherLag = usualLag(false);
}

/// The moments of a thread's own line that the replay asks for.
std::set<Timestamp> SlowReplay::askedOf(TrackId thread) const
{
    std::set<Timestamp> asked;
    for (const SliceId work : m_causes.works()) {
        if (const SliceId call = m_causes.launch(work); call.isValid() && m_causes.thread(call) == thread)
            asked.insert(m_causes.handed(work));
    }
    for (const Step& step : m_causes.trace().steps()) {
        if (m_causes.thread(step.slice) == thread)
            asked.insert({ step.range.begin, step.range.end });
    }
    return asked;
}

void SlowReplay::addLine(const std::vector<TrackId>& threads, TrackId thread)
{
    const std::size_t number = m_lines.size();
    for (const TrackId each : threads)
        m_lineOfThread[each] = number;
    Line line;
    const TimeRange range = m_causes.rangeOf(threads);
    Timestamp done = range.begin;
    const std::set<Timestamp> asked = askedOf(thread);
    for (const SlowStretch& segment : m_causes.line(thread, range)) {
        TimeRange rest { std::max(segment.range.begin, done), segment.range.end };
        if (rest.isEmpty())
            continue;
        if (number > 0 && (!segment.owner.isValid() || m_causes.isOfMainLine(m_causes.thread(segment.owner)))) {
            // One operation, whoever the owners are, but where a moment is asked for in it: moments inside a call that
            // is removed come after its end, so the ends of the pieces would not be the end of the whole.
            for (const SlowStretch& part : m_causes.split(rest, segment.owner)) {
                const auto first = asked.lower_bound(part.range.begin);
                const bool isAsked = first != asked.end() && *first < part.range.end;
                if (!isAsked && !line.operations.empty() && line.operations.back().isBorrowed)
                    line.operations.back().range.end = part.range.end;
                else
                    line.operations.push_back({ part.range, isAsked ? part.cause : Cause::Unrecorded,
                        isAsked ? part.owner : SliceId {}, false, true });
            }
            continue;
        }
        SliceId call = segment.owner;
        while (call.isValid() && m_causes.isCall(call) && m_causes.wayOf(call) == SlowWay::None)
            call = m_causes.around(call);
        if (call.isValid() && m_causes.isCall(call)) {
            done = m_causes.end(call);
            line.operations.push_back({ { rest.begin, done }, m_causes.causeOf(call), call, true, false });
            continue;
        }
        for (const SlowStretch& part : m_causes.split(rest, segment.owner))
            line.operations.push_back({ part.range, part.cause, part.owner, false, false });
    }
    m_lines.push_back(line);
}

bool SlowReplay::isInside(SliceId owner, const std::string& name) const
{
    for (SliceId outer = owner; outer.isValid(); outer = m_causes.around(outer)) {
        if (m_causes.name(outer) == name)
            return true;
    }
    return false;
}

bool SlowReplay::isKept(const Operation& operation) const
{
    return std::any_of(m_changes.begin(), m_changes.end(),
        [&](const SlowChange& change) { return change.what == "keep" && isInside(operation.owner, change.target); });
}

Nanoseconds SlowReplay::scaledHost(Nanoseconds length, const Operation& operation) const
{
    const Cause cause = operation.cause;
    if (isKept(operation))
        return length;
    for (const SlowChange& change : m_changes) {
        if (change.what == "in" && isInside(operation.owner, change.target))
            return 0;
    }
    std::vector<std::int64_t> factors;
    for (const SlowChange& change : m_changes) {
        const bool isOfAll = change.what == "host" && (change.target == "all" || change.target == toString(cause));
        const bool isOfWaits =
            change.what == "wait" && change.target == "synchronisation" && cause == Cause::Synchronisation;
        if (isOfAll || isOfWaits)
            factors.push_back(change.millionths);
    }
    return times(length, factors);
}

bool SlowReplay::isMeant(const SlowChange& change, SliceId work) const
{
    const Trace& trace = m_causes.trace();
    if (change.what == "kernel")
        return m_causes.name(work) == change.target;
    if (change.what == "op") {
        for (SliceId outer = m_causes.launch(work); outer.isValid(); outer = m_causes.around(outer)) {
            if (trace.kind(outer) == EventKind::CpuOp && m_causes.name(outer) == change.target)
                return true;
        }
        return false;
    }
    const KernelType type =
        slowKernelType(trace.kind(work), trace.name(work), trace.slices().has(work, kSliceCollective));
    const std::string name = type == KernelType::Computation ? "compute"
        : type == KernelType::Communication                  ? "communication"
        : type == KernelType::Memory                         ? "copy"
                                                             : "other_work";
    return change.what == "work" && change.target == name;
}

Nanoseconds SlowReplay::scaledWork(Nanoseconds length, SliceId work) const
{
    std::vector<std::int64_t> factors;
    for (const SlowChange& change : m_changes) {
        if (isMeant(change, work))
            factors.push_back(change.millionths);
    }
    return times(length, factors);
}

/// A blocking call that a change removes.
bool SlowReplay::isGone(const Operation& operation) const
{
    if (isKept(operation))
        return false;
    for (const SlowChange& change : m_changes) {
        if (change.what != "wait")
            continue;
        if (change.target == "all" || change.target == m_causes.name(operation.owner))
            return true;
        const bool waits = m_causes.wayOf(operation.owner) != SlowWay::Full;
        if (change.target == "synchronisation" && waits && !isSetUp(operation.cause))
            return true;
    }
    return false;
}

std::size_t SlowReplay::lineOf(TrackId thread) const
{
    const auto found = m_lineOfThread.find(thread);
    return found == m_lineOfThread.end() ? 0 : found->second;
}

Timestamp SlowReplay::beginOf(std::size_t line, std::size_t operation)
{
    if (operation > 0)
        return endOf(line, operation - 1);
    const Timestamp begin = m_lines[line].operations.front().range.begin;
    return line == 0 ? begin : at(0, begin);
}

Timestamp SlowReplay::endOf(std::size_t line, std::size_t operation)
{
    if (const auto known = m_lines[line].ends.find(operation); known != m_lines[line].ends.end())
        return known->second;
    const Operation& each = m_lines[line].operations[operation];
    const Timestamp previous = beginOf(line, operation);
    Timestamp end = previous;
    if (each.isBorrowed)
        end = std::max(previous, at(0, each.range.end));
    else if (each.isBlocking)
        end = endOfBlocking(each, previous);
    else
        end = previous + scaledHost(each.range.length(), each);
    m_lines[line].ends[operation] = end;
    return end;
}

Timestamp SlowReplay::endOfBlocking(const Operation& operation, Timestamp previous)
{
    const auto [b, e] = operation.range;
    const SliceId call = operation.owner;
    const SlowWay way = m_causes.wayOf(call);
    const auto d = [&](Nanoseconds length) { return scaledHost(length, operation); };
    const std::vector<SliceId> all = way == SlowWay::Sync ? m_causes.awaitedBySync(call) : std::vector<SliceId> {};
    if (way == SlowWay::Sync && operation.cause == Cause::Synchronisation
        && m_causes.end(call) - m_causes.start(call) >= m_causes.thresholds().gap && !m_causes.awaited(call))
        return previous + (e - b);
    const bool isWithoutTime = d(1'000'000) == 0;
    if (way == SlowWay::Copy && isGone(operation)) {
        const SliceId work = m_causes.lastPiece(call);
        const auto binding = m_causes.binding(work);
        if (binding && binding->kind == SlowCandidate::Kind::Launch)
            return previous + d(std::max<Nanoseconds>(0, std::min(m_causes.start(work), e) - b));
    }
    if (isWithoutTime || isGone(operation))
        return previous;
    if (way == SlowWay::Full) {
        const SliceId room = m_causes.madeRoom(call);
        return m_causes.start(room) <= b ? previous + d(e - b)
                                         : std::max(previous, startOf(room)) + d(e - m_causes.start(room));
    }
    if (way == SlowWay::Copy) {
        const SliceId work = m_causes.lastPiece(call);
        if (m_causes.end(work) <= b)
            return previous + d(e - b);
        if (m_causes.end(work) <= e)
            return std::max(previous, endOf(work)) + d(e - m_causes.end(work));
        const Nanoseconds inside = scaledWork(e - m_causes.start(work), work);
        return m_causes.start(work) > b ? std::max(previous, startOf(work)) + inside
                                        : std::max(previous, startOf(work) + inside);
    }
    if (all.empty())
        return previous + d(e - b);
    const Timestamp last = m_causes.end(m_causes.lastToEnd(all));
    Timestamp replayed = kMinTimestamp;
    for (const SliceId work : all)
        replayed = std::max(replayed, endOf(work));
    const bool doWaitsGo =
        std::any_of(m_changes.begin(), m_changes.end(), [](const SlowChange& change) { return change.what == "wait"; });
    // What frees memory first waits for what no wait before it waits for any more.
    if (last <= b && doWaitsGo && m_causes.name(call).find("Free") != std::string_view::npos)
        return std::max(previous, replayed) + d(e - b);
    if (last <= b)
        return std::max(previous + d(e - b), replayed);
    return last <= e ? std::max(previous, replayed) + d(e - last) : std::max(previous, replayed - (last - e));
}

Timestamp SlowReplay::at(std::size_t line, Timestamp time)
{
    const std::vector<Operation>& operations = m_lines[line].operations;
    if (operations.empty() || time < operations.front().range.begin)
        return line == 0 ? time : at(0, time);
    for (std::size_t i = 0; i < operations.size(); ++i) {
        if (operations[i].range.contains(time))
            return beginOf(line, i) + scaledHost(time - operations[i].range.begin, operations[i]);
    }
    return endOf(line, operations.size() - 1) + (time - operations.back().range.end);
}

/// The lower median of what binds and is shorter than the gap threshold; 0 of nothing.
Nanoseconds SlowReplay::usualLag(bool ofLaunches) const
{
    std::vector<Nanoseconds> lags;
    for (const SliceId work : m_causes.works()) {
        const auto binding = m_causes.binding(work);
        if (!binding || (binding->kind == SlowCandidate::Kind::Launch) != ofLaunches)
            continue;
        if (const Nanoseconds lag = m_causes.start(work) - binding->ready; lag < m_causes.thresholds().gap)
            lags.push_back(lag);
    }
    std::sort(lags.begin(), lags.end());
    return lags.empty() ? 0 : lags[(lags.size() - 1) / 2];
}

Timestamp SlowReplay::startOf(SliceId work)
{
    if (const auto known = m_starts.find(work); known != m_starts.end())
        return known->second;
    const Timestamp recorded = m_causes.start(work);
    const auto binding = m_causes.binding(work);
    Timestamp start = binding ? kMinTimestamp : at(0, recorded);
    for (const SlowCandidate& each : m_causes.candidates(work)) {
        const bool isLaunch = each.kind == SlowCandidate::Kind::Launch;
        const bool binds = each.kind == binding->kind && each.work == binding->work;
        Nanoseconds lag = recorded - each.ready;
        if (!binds)
            lag = std::min(lag, isLaunch ? m_launchLag : m_otherLag);
        Timestamp ready = 0;
        if (isLaunch)
            ready = at(lineOf(m_causes.thread(m_causes.launch(work))), each.ready);
        else if (each.kind == SlowCandidate::Kind::NoRoom)
            ready = startOf(each.work) + scaledWork(recorded - m_causes.start(each.work), each.work);
        else
            ready = endOf(each.work);
        start = std::max(start, ready + lag);
    }
    m_starts[work] = start;
    return start;
}

Timestamp SlowReplay::endOf(SliceId work)
{
    return startOf(work) + scaledWork(m_causes.end(work) - m_causes.start(work), work);
}

Nanoseconds SlowReplay::wall()
{
    Timestamp first = kMaxTimestamp;
    Timestamp last = kMinTimestamp;
    if (!m_lines.front().operations.empty()) {
        first = m_lines.front().operations.front().range.begin;
        last = endOf(std::size_t { 0 }, m_lines.front().operations.size() - 1);
    }
    for (const SliceId work : m_causes.works()) {
        first = std::min(first, m_causes.start(work));
        last = std::max(last, endOf(work));
    }
    return last - first;
}

std::vector<Nanoseconds> SlowReplay::stepWalls()
{
    std::vector<Nanoseconds> walls;
    Timestamp before = 0;
    for (const Step& step : m_causes.trace().steps()) {
        const std::size_t line = lineOf(m_causes.thread(step.slice));
        Timestamp complete = at(line, step.range.end);
        for (const SliceId work : m_causes.works()) {
            const SliceId call = m_causes.launch(work);
            if (m_causes.start(call.isValid() ? call : work) < step.range.end)
                complete = std::max(complete, endOf(work));
        }
        if (walls.empty())
            before = at(line, step.range.begin);
        complete = std::max(complete, before);
        walls.push_back(complete - before);
        before = complete;
    }
    return walls;
}

} // namespace kinetoscope::tests
