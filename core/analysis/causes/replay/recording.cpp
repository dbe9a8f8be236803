// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/replay/recording.h"

#include "core/analysis/causes/hand_over.h"
#include "core/numeric/intervals.h"

#include <algorithm>

namespace kinetoscope {

namespace {

/// Element (n - 1) / 2 of the sorted values; 0 of none.
Nanoseconds lowerMedian(std::vector<Nanoseconds> values)
{
    if (values.empty())
        return 0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/// As std::upper_bound, looked for from `from` on, in steps that grow. O(log of how far away it is).
/// @param from  in [first, end).
template <typename Iterator> Iterator upperBoundNear(Iterator first, Iterator from, Iterator end, Timestamp time)
{
    std::ptrdiff_t step = 1;
    if (*from > time) {
        Iterator high = from;
        while (high - first >= step && *(high - step) > time) {
            high -= step;
            step *= 2;
        }
        return std::upper_bound(high - std::min(step, high - first), high, time);
    }
    Iterator low = from + 1;
    while (end - low >= step && *(low + (step - 1)) <= time) {
        low += step;
        step *= 2;
    }
    return std::upper_bound(low, low + std::min(step, end - low), time);
}

} // namespace

Recording::Recording(const Trace& trace, const CauseThresholds& thresholds, const Progress& progress)
    : m_trace(trace)
    , m_gap(thresholds.gap)
    , m_parts(std::make_shared<PathParts>(trace, thresholds, progress))
    , m_threads(m_parts->lines)
    , m_blocking(m_parts->blocking)
    , m_rules(m_parts->rules)
    , m_works(m_parts->works)
    , m_awaited(m_parts->awaited)
    , m_predecessors(m_parts->predecessors)
{
    if (progress.shouldStop())
        return;
    const TrackId main = m_threads.mainThread();
    if (main.isValid()) {
        addLine({ LineId::Kind::Main, main }, true, progress);
        addOtherCauses(progress);
    }
    for (const TrackId thread : threadsOfTheirOwn(progress))
        addLine({ LineId::Kind::Own, thread }, m_lines.empty(), progress);
    if (progress.shouldStop())
        return;
    addWaits(thresholds, progress);
    if (!progress.shouldStop())
        makeOrder(progress);
    if (!progress.shouldStop())
        findRange(progress);
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
                && (!m_trace.launches().of(slice).empty() || m_blocking.blocks(slice))) {
                threads.push_back(TrackId { i });
                break;
            }
        }
    }
    return threads;
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

void Recording::addOperation(OperationKind kind, Cause cause, SliceId owner, Timestamp end)
{
    ends.push_back(end);
    owners.push_back(owner);
    causes.push_back(cause);
    kinds.push_back(kind);
    m_byCause[static_cast<std::size_t>(cause)] +=
        kind == OperationKind::Begin || kind == OperationKind::Borrowed ? 0 : 1;
}

void Recording::addBlocking(SliceId call, Timestamp end)
{
    Blocking entry;
    entry.operation = static_cast<OperationNumber>(ends.size());
    entry.way = m_blocking.wayOf(call);
    const AwaitedWork::Awaited awaited = m_awaited.of(call);
    entry.work = awaited.work;
    const Cause cause = m_rules.of(call);
    if (entry.way == BlockingWay::Sync) {
        const std::vector<AwaitedWork::Prefix> all = m_awaited.prefixesOf(call);
        entry.work = m_awaited.lastOf(all);
        entry.firstPrefix = static_cast<std::uint32_t>(prefixes.size());
        entry.prefixCount = static_cast<std::uint32_t>(all.size());
        prefixes.insert(prefixes.end(), all.begin(), all.end());
        entry.waitsForUnrecorded =
            awaited.work == kNoWork && cause == Cause::Synchronisation && m_trace.slices().duration(call) >= m_gap;
    } else if (entry.way == BlockingWay::Copy && entry.work != kNoWork) {
        entry.isBoundByLaunch = m_predecessors.binding(entry.work).kind == DependencyKind::Launch;
    }
    blocking.push_back(entry);
    addOperation(OperationKind::Blocking, cause, call, end);
}

/// @param isFirst  line 0: what nothing owns is an operation of its own there, not borrowed.
void Recording::addLine(const LineId& line, bool isFirst, const Progress& progress)
{
    Line added { line.thread, static_cast<OperationNumber>(ends.size()), 0 };
    ends.reserve(ends.size() + 2 * m_threads.sizeOf(line)); // a slice owns its begin and its end, seldom more
    owners.reserve(ends.capacity());
    causes.reserve(ends.capacity());
    kinds.reserve(ends.capacity());
    bool hasBegun = false;
    Timestamp time = 0;
    m_threads.eachSegment(line, { kMinTimestamp, kMaxTimestamp }, [&](const LineSegment& segment) {
        if (!segment.owner.isValid())
            return; // a gap is added when something follows it
        if (!hasBegun) {
            hasBegun = true;
            time = segment.range.begin;
            addOperation(OperationKind::Begin, Cause::Unrecorded, {}, time);
        }
        if (segment.range.end <= time)
            return;
        if (time < segment.range.begin) {
            const TimeRange gap { time, segment.range.begin };
            time = segment.range.begin;
            if (isFirst) // rows of overhead own time in which nothing else was recorded, too
                m_rules.split({ gap, {} },
                    [&](TimeRange part, Cause cause) { addOperation(OperationKind::Plain, cause, {}, part.end); });
            else
                addOperation(OperationKind::Borrowed, Cause::Unrecorded, {}, time);
        }
        if (const SliceId call = blockingCallAround(segment.owner); call.isValid()) {
            time = std::max(m_trace.slices().end(call), segment.range.end);
            addBlocking(call, time);
            return;
        }
        m_rules.split({ { time, segment.range.end }, segment.owner },
            [&](TimeRange part, Cause cause) { addOperation(OperationKind::Plain, cause, segment.owner, part.end); });
        time = segment.range.end;
    });
    if (!hasBegun || progress.shouldStop())
        return;
    added.end = static_cast<OperationNumber>(ends.size());
    m_lines.push_back(added);
    if (isFirst)
        return;
    begins[added.first] = momentIn(m_lines.front(), ends[added.first]);
    for (OperationNumber i = added.first; i < added.end; ++i) {
        if (kinds[i] == OperationKind::Borrowed)
            borrowed.emplace_back(i, momentIn(m_lines.front(), ends[i]));
    }
}

void Recording::addOtherCauses(const Progress& progress)
{
    if (m_lines.empty())
        return;
    const Line& line = m_lines.front();
    for (const TrackId thread : m_threads.backwardThreads()) {
        std::vector<OtherCause>& others = otherCauses[thread];
        OperationNumber at = line.first + 1;
        const auto addPart = [&](TimeRange part, Cause cause) {
            while (at < line.end && ends[at] <= part.begin)
                ++at;
            for (OperationNumber i = at; i < line.end && beginOf(i) < part.end; ++i) {
                const TimeRange shared = TimeRange { beginOf(i), ends[i] }.clippedTo(part);
                if (kinds[i] == OperationKind::Plain && causes[i] != cause && !shared.isEmpty())
                    others.push_back({ i, shared, cause });
            }
        };
        // Where it does nothing itself, or an op or a call, line 0 does the same.
        const LineId own { LineId::Kind::Own, thread };
        m_threads.eachSegment(own, { ends[line.first], ends[line.end - 1] }, [&](const LineSegment& segment) {
            if (!segment.owner.isValid() || progress.shouldStop() || isApiCall(m_trace.kind(segment.owner))
                || m_rules.of(segment.owner) == Cause::Op)
                return;
            for (const LineSegment& each : m_threads.within(thread, segment.range))
                m_rules.split(each, addPart);
        });
        if (others.empty())
            otherCauses.erase(thread);
    }
}

LineMoment Recording::momentIn(const Line& line, Timestamp time, OperationNumber near) const
{
    const auto first = ends.begin() + line.first;
    const auto end = ends.begin() + line.end;
    if (time < *first)
        return &line == &m_lines.front() ? LineMoment { kNoOperation, time, false } : momentIn(m_lines.front(), time);
    const bool isNearKnown = line.first <= near && near < line.end;
    // What ends after the moment holds it.
    const auto at =
        isNearKnown ? upperBoundNear(first, ends.begin() + near, end, time) : std::upper_bound(first, end, time);
    const auto operation = static_cast<OperationNumber>(at - ends.begin());
    return { operation, saturatingSubtract(time, ends[operation - 1]), at == end };
}

LineMoment Recording::momentOf(TrackId thread, Timestamp time, OperationNumber near) const
{
    if (m_lines.empty())
        return { kNoOperation, time, false };
    if (!thread.isValid() || isOfLine0(thread))
        return momentIn(m_lines.front(), time, near);
    const auto line = std::ranges::find(m_lines, thread, &Line::thread);
    return momentIn(line != m_lines.end() ? *line : m_lines.front(), time, near);
}

void Recording::findRange(const Progress& progress)
{
    TimeRange range { kMaxTimestamp, kMinTimestamp };
    if (!m_lines.empty())
        range = { ends[m_lines.front().first], ends[m_lines.front().end - 1] };
    StopCheck check(progress);
    for (WorkNumber work = 0; work < m_works.size() && !check.after(2); ++work) {
        range.begin = std::min(range.begin, m_works.startOf(work));
        range.end = std::max(range.end, m_works.endOf(work));
    }
    m_range = range.begin < range.end ? range : TimeRange {};
}

void Recording::addWaits(const CauseThresholds& thresholds, const Progress& progress)
{
    // What usually lies between a launch, or other work, and the work that it let go.
    std::vector<Nanoseconds> ofLaunch;
    std::vector<Nanoseconds> ofWork;
    std::vector<bool> isBinding;
    std::vector<Dependency> dependencies;
    OperationNumber near = kNoOperation;
    StopCheck check(progress);
    handed.reserve(m_works.size());
    firstWait.reserve(m_works.size() + 1);
    for (WorkNumber work = 0; work < m_works.size(); ++work) {
        if (check.after(40))
            return;
        const Timestamp start = m_works.startOf(work);
        const SliceId launch = m_works.launchOf(work);
        handed.push_back(launch.isValid() ? momentOf(m_trace.trackOf(launch), m_works.handedOver(work), near)
                                          : momentOf({}, start, near));
        near = handed.back().operation; // work runs about in the order of its launches
        firstWait.push_back(static_cast<std::uint32_t>(waits.size()));
        std::size_t binding = 0;
        Timestamp ready = 0;
        m_predecessors.of(work, dependencies);
        for (const Dependency& each : dependencies) {
            if (waits.size() == firstWait.back() || each.ready > ready) {
                binding = waits.size();
                ready = each.ready;
            }
            waits.push_back({ each.kind, each.work, saturatingSubtract(start, each.ready) });
        }
        isBinding.resize(waits.size());
        if (waits.size() == firstWait.back())
            continue;
        isBinding[binding] = true;
        const Wait& bound = waits[binding];
        if (bound.lag < thresholds.gap)
            (bound.kind == DependencyKind::Launch ? ofLaunch : ofWork).push_back(bound.lag);
    }
    firstWait.push_back(static_cast<std::uint32_t>(waits.size()));
    const Nanoseconds usualOfLaunch = lowerMedian(std::move(ofLaunch));
    const Nanoseconds usualOfWork = lowerMedian(std::move(ofWork));
    for (std::size_t i = 0; i < waits.size(); ++i) {
        if (!isBinding[i])
            waits[i].lag =
                std::min(waits[i].lag, waits[i].kind == DependencyKind::Launch ? usualOfLaunch : usualOfWork);
    }
}

void Recording::makeOrder(const Progress& progress)
{
    // At one moment: work, then what ends on the host, then work that waits for just that.
    std::vector<std::uint8_t> isLate(m_works.size());
    std::vector<WorkNumber> byTime(m_works.size());
    StopCheck check(progress);
    for (WorkNumber work = 0; work < m_works.size(); ++work) {
        if (check.after(10))
            return;
        byTime[work] = work;
        const Timestamp start = m_works.startOf(work);
        bool late = !m_works.launchOf(work).isValid() || m_works.handedOver(work) == start;
        for (std::uint32_t i = firstWait[work]; i < firstWait[work + 1]; ++i) {
            const WorkNumber before = waits[i].work;
            late = late || (before != kNoWork && isLate[before] != 0 && m_works.startOf(before) == start);
        }
        if (const std::uint32_t place = m_works.placeInStream(work); place > 0) {
            const WorkNumber before = m_works.worksOf(m_works.streamOf(work))[place - 1];
            late = late || (isLate[before] != 0 && m_works.startOf(before) == start);
        }
        isLate[work] = late ? 1 : 0;
    }
    sortRuns(
        byTime,
        [&](WorkNumber a, WorkNumber b) {
            const Timestamp startA = m_works.startOf(a);
            const Timestamp startB = m_works.startOf(b);
            return startA != startB ? startA < startB : isLate[a] < isLate[b];
        },
        progress);
    std::vector<OperationNumber> operations(ends.size());
    for (OperationNumber i = 0; i < operations.size() && !check.after(1); ++i)
        operations[i] = i;
    sortRuns(
        operations, [&](OperationNumber a, OperationNumber b) { return ends[a] < ends[b]; }, progress);
    auto work = byTime.begin();
    for (const OperationNumber operation : operations) {
        if (check.after(4))
            return;
        for (; work != byTime.end()
             && (m_works.startOf(*work) < ends[operation]
                 || (m_works.startOf(*work) == ends[operation] && isLate[*work] == 0));
             ++work)
            order.push_back({ *work, 0 });
        if (!order.empty() && order.back().operations > 0 && order.back().first + order.back().operations == operation)
            ++order.back().operations;
        else
            order.push_back({ operation, 1 });
    }
    for (; work != byTime.end(); ++work)
        order.push_back({ *work, 0 });
}

} // namespace kinetoscope
