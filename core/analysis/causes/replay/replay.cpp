// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/replay/replay.h"

#include <algorithm>

namespace kinetoscope {

namespace {

/// In steps, because fresh pages of a large recording take longer to come than a stop may wait. Shorter if told to
/// stop.
void growTo(std::vector<Timestamp>& times, std::size_t size, const Progress& progress)
{
    constexpr std::size_t kStep = std::size_t { 1 } << 20;
    times.reserve(size);
    while (times.size() < size && !progress.shouldStop())
        times.resize(std::min(size, times.size() + kStep));
}

} // namespace

bool Change::changesNothingOf(const Recording& recording) const
{
    for (std::size_t i = 0; i < kCauseCount; ++i) {
        if (!host[i].isOne() && recording.operationsOf(static_cast<Cause>(i)) > 0)
            return false;
    }
    const auto isChanged = [this](std::uint16_t factor) { return !factors[factor].isOne(); };
    return std::ranges::none_of(factorOfWork, isChanged) && std::ranges::find(isRemoved, true) == isRemoved.end()
        && std::ranges::find(isGone, true) == isGone.end()
        && std::ranges::all_of(fusedAfter, [](WorkNumber work) { return work == kNoWork; });
}

Replay::Replay(const Recording& recording, const Change& change, const Progress& progress, ReplayTimes room)
    : m_recording(recording)
    , m_change(change)
    , m_times(std::move(room))
{
    growTo(m_times.ends, recording.ends.size(), progress);
    for (std::vector<Timestamp>* each : { &m_times.starts, &m_times.workEnds, &m_times.lastEnds })
        growTo(*each, recording.works().size(), progress);
    if (progress.shouldStop())
        return;
    const bool isHostAsRecorded = change.isGone.empty() && std::ranges::all_of(change.host, &Factor::isOne);
    StopCheck check(progress);
    for (const Turn& turn : recording.order) {
        if (check.after(2 + turn.operations))
            return;
        if (turn.operations == 0) {
            doWork(turn.first);
            continue;
        }
        const OperationNumber end = turn.first + turn.operations;
        for (OperationNumber operation = turn.first; operation < end; ++operation)
            doOperation(operation, isHostAsRecorded);
    }
}

void Replay::doOperation(OperationNumber operation, bool isAsRecorded)
{
    const std::vector<Timestamp>& recorded = m_recording.ends;
    Timestamp& end = m_times.ends[operation];
    switch (m_recording.kinds[operation]) {
    case OperationKind::Run:
        end = saturatingAdd(m_times.ends[operation - 1],
            isAsRecorded ? recorded[operation] - recorded[operation - 1] : lengthOfRun(operation));
        break;
    case OperationKind::Plain:
        end = saturatingAdd(
            m_times.ends[operation - 1], factorOf(operation).of(recorded[operation] - recorded[operation - 1]));
        break;
    case OperationKind::Begin: {
        const auto moment = m_recording.begins.find(operation);
        end = moment != m_recording.begins.end() ? at(moment->second) : recorded[operation];
        break;
    }
    case OperationKind::Borrowed: // until line 0 has come as far as it had at its end
        end = std::max(m_times.ends[operation - 1], at(m_recording.borrowed[m_recording.details[operation]].second));
        break;
    case OperationKind::Blocking:
        end = endOfBlocking(operation, blockingOf(operation));
        break;
    }
}

Nanoseconds Replay::lengthOfRun(OperationNumber run) const
{
    Nanoseconds length = 0;
    for (const RunPart* part = &m_recording.runParts[m_recording.details[run]];; ++part) {
        length += part->times(factorOf(static_cast<Cause>(part->cause)));
        if (part->isLast != 0)
            return length;
    }
}

bool Replay::isRemoved(const Blocking& blocking) const
{
    return !m_change.isRemoved.empty()
        && m_change.isRemoved[static_cast<std::size_t>(&blocking - m_recording.blocking.data())];
}

Timestamp Replay::at(const LineMoment& moment) const
{
    if (moment.operation == kNoOperation)
        return moment.offset;
    const Timestamp before = m_times.ends[moment.operation - 1];
    return saturatingAdd(before, moment.isBehind ? moment.offset : factorOf(moment.operation).of(moment.offset));
}

Timestamp Replay::endOfBlocking(OperationNumber operation, const Blocking& blocking) const
{
    const Timestamp begin = m_recording.beginOf(operation);
    const Timestamp end = m_recording.ends[operation];
    const Timestamp before = m_times.ends[operation - 1];
    const Factor& factor = factorOf(operation);
    if (blocking.waitsForUnrecorded)
        return saturatingAdd(before, end - begin);
    if (factor.isZero())
        return before;
    if (isRemoved(blocking)) {
        if (blocking.way != BlockingWay::Copy || !blocking.isBoundByLaunch)
            return before;
        const Timestamp start = std::min(m_recording.works().startOf(blocking.work), end);
        return saturatingAdd(before, factor.of(std::max(Nanoseconds { 0 }, start - begin)));
    }
    if (blocking.way == BlockingWay::Sync)
        return endOfSync(operation, blocking, factor);
    if (blocking.work == kNoWork)
        return saturatingAdd(before, factor.of(end - begin));
    if (blocking.way == BlockingWay::Copy)
        return endOfCopy(operation, blocking, factor);
    const Timestamp room = m_recording.works().startOf(blocking.work);
    if (room <= begin)
        return saturatingAdd(before, factor.of(end - begin));
    return saturatingAdd(std::max(before, m_times.starts[blocking.work]), factor.of(end - room));
}

Timestamp Replay::endOfSync(OperationNumber operation, const Blocking& blocking, const Factor& factor) const
{
    const Timestamp begin = m_recording.beginOf(operation);
    const Timestamp end = m_recording.ends[operation];
    const Timestamp before = m_times.ends[operation - 1];
    if (blocking.prefixCount == 0)
        return saturatingAdd(before, factor.of(end - begin));
    const WorkOrder& works = m_recording.works();
    Timestamp done = kMinTimestamp;
    for (std::uint32_t i = 0; i < blocking.prefixCount; ++i) {
        const AwaitedWork::Prefix& prefix = m_recording.prefixes[blocking.firstPrefix + i];
        done = std::max(done, m_times.lastEnds[works.worksOf(prefix.stream)[prefix.count - 1]]);
    }
    const Timestamp recorded = works.endOf(blocking.work);
    if (recorded <= begin)
        return std::max(saturatingAdd(before, factor.of(end - begin)), done);
    if (recorded <= end)
        return saturatingAdd(std::max(before, done), factor.of(end - recorded));
    return std::max(before, saturatingSubtract(done, recorded - end));
}

Timestamp Replay::endOfCopy(OperationNumber operation, const Blocking& blocking, const Factor& factor) const
{
    const Timestamp begin = m_recording.beginOf(operation);
    const Timestamp end = m_recording.ends[operation];
    const Timestamp before = m_times.ends[operation - 1];
    const Timestamp started = m_recording.works().startOf(blocking.work);
    const Timestamp copied = m_recording.works().endOf(blocking.work);
    if (copied <= begin)
        return saturatingAdd(before, factor.of(end - begin));
    if (copied <= end)
        return saturatingAdd(std::max(before, m_times.workEnds[blocking.work]), factor.of(end - copied));
    const Nanoseconds part = m_change.ofWork(blocking.work).of(end - started);
    return started > begin ? saturatingAdd(std::max(before, m_times.starts[blocking.work]), part)
                           : std::max(before, saturatingAdd(m_times.starts[blocking.work], part));
}

Timestamp Replay::readyFor(WorkNumber work, const Wait& wait) const
{
    if (wait.kind == DependencyKind::Launch)
        return at(m_recording.handed[work]);
    if (wait.kind != DependencyKind::NoRoom)
        return m_times.workEnds[wait.work];
    const WorkOrder& works = m_recording.works();
    return saturatingAdd(
        m_times.starts[wait.work], m_change.ofWork(wait.work).of(works.startOf(work) - works.startOf(wait.work)));
}

Replay::Awaited Replay::awaitedBySync(const Blocking& blocking) const
{
    const WorkOrder& works = m_recording.works();
    Awaited last;
    for (std::uint32_t i = 0; i < blocking.prefixCount; ++i) {
        const AwaitedWork::Prefix& prefix = m_recording.prefixes[blocking.firstPrefix + i];
        const auto& stream = works.worksOf(prefix.stream);
        std::uint32_t place = prefix.count - 1;
        const Timestamp done = m_times.lastEnds[stream[place]];
        while (m_times.workEnds[stream[place]] < done)
            --place;
        if (last.work == kNoWork || done > last.time)
            last = { stream[place], done };
    }
    return last;
}

Replay::Awaited Replay::awaitedBy(OperationNumber operation) const
{
    const Blocking& blocking = blockingOf(operation);
    const Timestamp begin = m_recording.beginOf(operation);
    const Timestamp end = m_recording.ends[operation];
    const Timestamp before = m_times.ends[operation - 1];
    const Timestamp replayed = m_times.ends[operation];
    if (blocking.waitsForUnrecorded || factorOf(operation).isZero() || isRemoved(blocking) || replayed <= before)
        return {};
    const WorkOrder& works = m_recording.works();
    // Held up is a call whose end cannot be told from the host alone; then it was in the work until then.
    const auto ifLater = [&](WorkNumber work, Timestamp time) {
        return time > before && m_times.starts[work] < replayed ? Awaited { work, std::min(time, replayed) }
                                                                : Awaited {};
    };
    if (blocking.way == BlockingWay::Sync) {
        if (blocking.prefixCount == 0)
            return {};
        const Awaited last = awaitedBySync(blocking);
        const Timestamp recorded = works.endOf(blocking.work);
        if (recorded <= begin)
            return last.time == replayed && last.time > saturatingAdd(before, factorOf(operation).of(end - begin))
                ? last
                : Awaited {};
        return ifLater(last.work, recorded <= end ? last.time : replayed);
    }
    if (blocking.work == kNoWork)
        return {};
    const Timestamp started = works.startOf(blocking.work);
    if (blocking.way == BlockingWay::Copy) {
        if (works.endOf(blocking.work) <= begin)
            return {};
        if (works.endOf(blocking.work) <= end)
            return ifLater(blocking.work, m_times.workEnds[blocking.work]);
        return started > begin && m_times.starts[blocking.work] <= before ? Awaited {}
                                                                          : ifLater(blocking.work, replayed);
    }
    return started <= begin ? Awaited {} : ifLater(blocking.work, m_times.starts[blocking.work]);
}

void Replay::doWork(WorkNumber work)
{
    const WorkOrder& works = m_recording.works();
    const Timestamp recorded = works.startOf(work);
    Timestamp start = kMinTimestamp;
    const WorkNumber fused = m_change.fusedAfter.empty() ? kNoWork : m_change.fusedAfter[work];
    if (fused != kNoWork) {
        start = m_times.workEnds[fused];
    } else if (m_recording.firstWait[work] == m_recording.firstWait[work + 1]) {
        start = at(m_recording.handed[work]);
    } else {
        for (std::uint32_t i = m_recording.firstWait[work]; i < m_recording.firstWait[work + 1]; ++i) {
            const Wait& wait = m_recording.waits[i];
            start = std::max(start, saturatingAdd(readyFor(work, wait), wait.lag));
        }
    }
    m_times.starts[work] = start;
    m_times.workEnds[work] = saturatingAdd(start, m_change.ofWork(work).of(works.endOf(work) - recorded));
    const std::uint32_t place = works.placeInStream(work);
    m_times.lastEnds[work] = m_times.workEnds[work];
    if (place > 0)
        m_times.lastEnds[work] =
            std::max(m_times.lastEnds[work], m_times.lastEnds[works.worksOf(works.streamOf(work))[place - 1]]);
}

Timestamp Replay::end() const
{
    Timestamp end = m_recording.endOfLine0() > 0 ? m_times.ends[m_recording.endOfLine0() - 1] : kMinTimestamp;
    for (const Timestamp each : m_times.workEnds)
        end = std::max(end, each);
    return end;
}

} // namespace kinetoscope
