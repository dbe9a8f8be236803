// SPDX-License-Identifier: GPL-3.0-or-later
// Replay: calls that block until the GPU has come so far.
#include "core/analysis/causes/replay/replay.h"

#include <algorithm>

namespace kinetoscope {

bool Replay::isRemoved(const Blocking& blocking) const
{
    return !m_change.isRemoved.empty()
        && m_change.isRemoved[static_cast<std::size_t>(&blocking - m_recording.blocking.data())];
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

/// A call that frees memory waits for the device before it does so. As long as no wait goes, the reference has it free
/// meanwhile, which makes no difference behind a wait.
bool Replay::freesBehindWait(const Blocking& blocking) const
{
    return blocking.isFree && !m_change.isRemoved.empty();
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
    if (recorded <= begin && !freesBehindWait(blocking))
        return std::max(saturatingAdd(before, factor.of(end - begin)), done);
    if (recorded <= end)
        return saturatingAdd(std::max(before, done), factor.of(end - std::max(recorded, begin)));
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
        if (recorded <= begin && !freesBehindWait(blocking))
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

} // namespace kinetoscope
