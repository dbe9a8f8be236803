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
    makeRoom(progress);
    if (progress.shouldStop())
        return;
    findRules();
    startStreams();
    const bool isHostAsRecorded = change.isGone.empty() && std::ranges::all_of(change.host, &Factor::isOne);
    StopCheck check(progress);
    std::size_t done = 0; // operations
    const auto doUntil = [&](std::size_t end) {
        for (; done < end; ++done)
            doOperation(recording.operationAt(done), isHostAsRecorded);
    };
    for (std::size_t turn = 0; turn < recording.operationsBefore.size(); ++turn) {
        const std::uint32_t before = recording.operationsBefore[turn];
        if (check.after(2 + before - done))
            return;
        doUntil(before);
        doWork(recording.workAt(turn));
    }
    doUntil(recording.ends.size());
    if (recording.endOfLine0() > 0)
        m_end = std::max(m_end, m_times.ends[recording.endOfLine0() - 1]);
}

void Replay::makeRoom(const Progress& progress)
{
    growTo(m_times.ends, m_recording.ends.size(), progress);
    growTo(m_times.workEnds, m_recording.works().size(), progress);
    m_times.prefixEnds.resize(m_recording.prefixEnds.size());
    for (std::size_t i = 0; i < m_times.prefixEnds.size(); ++i)
        m_times.prefixEnds[i].resize(m_recording.prefixEnds[i].size());
}

void Replay::findRules()
{
    constexpr std::uint64_t kAll = ~std::uint64_t { 0 };
    for (std::size_t i = 0; i < kCauseCount; ++i) {
        const Factor& factor = m_change.host[i];
        m_rules[i] = factor.isOne() ? CauseRule { 0, kAll, 0 }
            : factor.isZero()       ? CauseRule {}
                                    : CauseRule { kAll, kAll, 1 };
    }
}

void Replay::startStreams()
{
    m_streams.resize(m_recording.prefixEnds.size());
    for (std::size_t i = 0; i < m_streams.size(); ++i) {
        const std::vector<std::uint32_t>& ends = m_recording.prefixEnds[i];
        m_streams[i].prefixEnd = ends.empty() ? UINT32_MAX : ends.front();
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
    if (isGone(run))
        return 0;
    Nanoseconds length = 0;
    m_recording.eachPartOf(run, [&](const RunPart& part) { length += timeOf(part); });
    return length;
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
    if (isRemoved(blocking))
        return saturatingAdd(before, factor.of(leftOf(operation).length()));
    if (blocking.way == BlockingWay::Sync)
        return endOfSync(operation, blocking, factor);
    if (blocking.work == kNoWork)
        return saturatingAdd(before, factor.of(end - begin));
    if (blocking.way == BlockingWay::Copy)
        return endOfCopy(operation, blocking, factor);
    const Timestamp room = m_recording.works().startOf(blocking.work);
    if (room <= begin)
        return saturatingAdd(before, factor.of(end - begin));
    return saturatingAdd(std::max(before, startOf(blocking.work)), factor.of(end - room));
}

TimeRange Replay::leftOf(OperationNumber operation) const
{
    const TimeRange recorded { m_recording.beginOf(operation), m_recording.ends[operation] };
    if (m_recording.kinds[operation] != OperationKind::Blocking || !isRemoved(blockingOf(operation)))
        return recorded;
    const Blocking& blocking = blockingOf(operation);
    if (blocking.way != BlockingWay::Copy || !blocking.isBoundByLaunch)
        return { recorded.begin, recorded.begin };
    return { recorded.begin, std::clamp(m_recording.works().startOf(blocking.work), recorded.begin, recorded.end) };
}

Timestamp Replay::endOfPrefix(const AwaitedWork::Prefix& prefix) const
{
    const std::vector<std::uint32_t>& places = m_recording.prefixEnds[prefix.stream];
    const auto place = std::ranges::lower_bound(places, prefix.count - 1);
    return m_times.prefixEnds[prefix.stream][static_cast<std::size_t>(place - places.begin())];
}

Timestamp Replay::endOfSync(OperationNumber operation, const Blocking& blocking, const Factor& factor) const
{
    const Timestamp begin = m_recording.beginOf(operation);
    const Timestamp end = m_recording.ends[operation];
    const Timestamp before = m_times.ends[operation - 1];
    if (blocking.prefixCount == 0)
        return saturatingAdd(before, factor.of(end - begin));
    Timestamp done = kMinTimestamp;
    for (std::uint32_t i = 0; i < blocking.prefixCount; ++i) {
        const AwaitedWork::Prefix& prefix = m_recording.prefixes[blocking.firstPrefix + i];
        done = std::max(done, endOfPrefix(prefix));
    }
    const Timestamp recorded = m_recording.works().endOf(blocking.work);
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
    return started > begin ? saturatingAdd(std::max(before, startOf(blocking.work)), part)
                           : std::max(before, saturatingAdd(startOf(blocking.work), part));
}

Timestamp Replay::roomFor(WorkNumber work, const Wait& wait) const
{
    const WorkOrder& works = m_recording.works();
    return saturatingAdd(
        startOf(wait.work), m_change.ofWork(wait.work).of(works.startOf(work) - works.startOf(wait.work)));
}

Replay::Awaited Replay::awaitedBySync(const Blocking& blocking) const
{
    const WorkOrder& works = m_recording.works();
    Awaited last;
    for (std::uint32_t i = 0; i < blocking.prefixCount; ++i) {
        const AwaitedWork::Prefix& prefix = m_recording.prefixes[blocking.firstPrefix + i];
        const auto& stream = works.worksOf(prefix.stream);
        std::uint32_t place = prefix.count - 1;
        const Timestamp done = endOfPrefix(prefix);
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
        return time > before && startOf(work) < replayed ? Awaited { work, std::min(time, replayed) } : Awaited {};
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
        return started > begin && startOf(blocking.work) <= before ? Awaited {} : ifLater(blocking.work, replayed);
    }
    return started <= begin ? Awaited {} : ifLater(blocking.work, startOf(blocking.work));
}

void Replay::doWork(WorkNumber work)
{
    Timestamp start = kMinTimestamp;
    const WorkNumber fused = m_change.fusedAfter.empty() ? kNoWork : m_change.fusedAfter[work];
    const std::span<const Wait> waits = m_recording.waits.of(work);
    if (fused != kNoWork)
        start = m_times.workEnds[fused];
    else if (waits.empty())
        start = handedOver(work);
    else
        for (const Wait& wait : waits)
            start = std::max(start, saturatingAdd(readyFor(work, wait), m_recording.lagOf(work, wait)));
    const Timestamp end = saturatingAdd(start, lengthOf(work));
    m_times.workEnds[work] = end;
    m_end = std::max(m_end, end);
    // The work of a stream comes in its order.
    const std::uint32_t number = m_recording.works().streamOf(work);
    Stream& stream = m_streams[number];
    stream.lastEnd = std::max(stream.lastEnd, end);
    if (stream.count++ != stream.prefixEnd)
        return;
    const std::vector<std::uint32_t>& prefixes = m_recording.prefixEnds[number];
    m_times.prefixEnds[number][stream.nextPrefix++] = stream.lastEnd;
    stream.prefixEnd = stream.nextPrefix < prefixes.size() ? prefixes[stream.nextPrefix] : UINT32_MAX;
}

} // namespace kinetoscope
