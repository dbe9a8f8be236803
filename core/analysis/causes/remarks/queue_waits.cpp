// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/remarks/queue_waits.h"

#include "core/base/vectors.h"
#include "core/numeric/intervals.h"

#include <algorithm>
#include <cstddef>
#include <deque>
#include <vector>

namespace kinetoscope {

namespace {

/// Whether a row of a stream is the first piece of what a launch put there.
bool isFirstOfLaunch(const SliceTable& slices, std::uint32_t row)
{
    const SliceId launch = slices.partner[row];
    return launch.isValid() && isGpuWork(slices.kind[row]) && slices.partner[launch.index()] == SliceTable::at(row);
}

/// What a stream ran, a row a launch.
struct LaunchesOnto {
    std::vector<std::uint32_t> rows; ///< the first piece of each, by start
    std::vector<SliceId> launches;   ///< by when they were called; empty: in the order of `rows`, as nearly always
    [[nodiscard]] SliceId launchAt(const SliceTable& slices, std::size_t place) const
    {
        return launches.empty() ? slices.partner[rows[place]] : launches[place];
    }
};

LaunchesOnto launchesOnto(const SliceTable& slices, const Track& stream, StopCheck& check, const Progress& progress)
{
    LaunchesOnto found;
    found.rows.reserve(stream.sliceCount);
    bool isInOrder = true;
    Timestamp last = kMinTimestamp;
    for (std::uint32_t row = stream.firstSlice; row < stream.endSlice() && !check.after(1); ++row) {
        if (!isFirstOfLaunch(slices, row))
            continue;
        found.rows.push_back(row);
        const Timestamp called = slices.start[slices.partner[row].index()];
        isInOrder = isInOrder && last <= called;
        last = called;
    }
    if (isInOrder)
        return found;
    found.launches = mapped(found.rows, [&slices](std::uint32_t row) { return slices.partner[row]; });
    sortRuns(
        found.launches, [&slices](SliceId a, SliceId b) { return slices.start[a.index()] < slices.start[b.index()]; },
        progress);
    return found;
}

/// Calls visit(launch, waiting, started) for the launches that find work waiting: how many launches before it had not
/// started, and how many rows of the stream had.
template <typename Visit>
void eachWithQueue(
    const SliceTable& slices, const LaunchesOnto& stream, std::size_t queueLength, StopCheck& check, Visit visit)
{
    std::size_t before = 0;
    std::size_t started = 0;
    for (std::size_t place = 0; place < stream.rows.size(); ++place) {
        if (check.after(4))
            return;
        const SliceId launch = stream.launchAt(slices, place);
        const Timestamp begin = slices.start[launch.index()];
        while (slices.start[stream.launchAt(slices, before).index()] < begin)
            ++before;
        while (started < stream.rows.size() && slices.start[stream.rows[started]] <= begin)
            ++started;
        if (before >= started + queueLength) // by clocks that differ work may start before its launch
            visit(launch, before - started, started);
    }
}

/// What calls waited that found a full queue, which is known when all have been looked at: by how long it was, for what
/// is not much shorter than the longest so far.
class FullQueues {
public:
    /// Whether a queue may turn out to be full.
    [[nodiscard]] bool mayBeFull(std::size_t waiting)
    {
        if (waiting > m_longest) {
            m_longest = waiting;
            const std::size_t first = waiting - waiting / 20;
            m_waits.erase(m_waits.begin(),
                m_waits.begin() + static_cast<std::ptrdiff_t>(std::min(first - m_first, m_waits.size())));
            m_waits.resize(waiting - first + 1);
            m_first = first;
        }
        return waiting >= m_first;
    }
    /// @param waiting  that may be full.
    void add(std::size_t waiting, Nanoseconds time)
    {
        CallsAndTime& sum = m_waits[waiting - m_first];
        ++sum.calls;
        sum.time = saturatingAdd(sum.time, time);
    }
    void addTo(QueueWaits& all) const
    {
        for (const CallsAndTime& each : m_waits) {
            all.calls += each.calls;
            all.time = saturatingAdd(all.time, each.time);
        }
    }

private:
    struct CallsAndTime {
        decltype(QueueWaits::calls) calls = 0;
        Nanoseconds time = 0;
    };
    std::size_t m_longest = 0;
    std::size_t m_first = 0;
    std::deque<CallsAndTime> m_waits; ///< of queues of m_first, of one more, ...
};

/// How long it is from the begin of a launch until the last start of its stream in it; 0: there is none.
/// @param started  rows of the stream that start by that begin.
Nanoseconds untilLastStart(const SliceTable& slices, const LaunchesOnto& stream, SliceId launch, std::size_t started)
{
    Nanoseconds time = 0;
    for (std::size_t i = started; i < stream.rows.size() && slices.start[stream.rows[i]] < slices.end(launch); ++i)
        time = slices.start[stream.rows[i]] - slices.start[launch.index()];
    return time;
}

} // namespace

QueueWaits queueWaitsOf(const Trace& trace, const BlockingCalls& blocking, const Progress& progress)
{
    const SliceTable& slices = trace.slices();
    QueueWaits waits;
    waits.shorterThan = blocking.gapThreshold();
    waits.queueLength = blocking.queueLength();
    const auto launchesKernel = [&slices](SliceId launch) {
        return slices.kind[slices.partner[launch.index()].index()] == EventKind::Kernel;
    };
    StopCheck check(progress);
    const auto least = static_cast<std::size_t>(std::max<std::int64_t>(1, blocking.queueLength()));
    for (const Track& stream : trace.tracks()) {
        if (stream.kind != TrackKind::Stream)
            continue;
        const LaunchesOnto onto = launchesOnto(slices, stream, check, progress);
        if (onto.rows.size() <= least)
            continue;
        FullQueues full; // a queue that only grows has room
        eachWithQueue(slices, onto, least, check, [&](SliceId launch, std::size_t waiting, std::size_t started) {
            if (!full.mayBeFull(waiting) || slices.duration(launch) >= blocking.gapThreshold()
                || !launchesKernel(launch))
                return;
            if (const Nanoseconds time = untilLastStart(slices, onto, launch, started); time > 0)
                full.add(waiting, time);
        });
        if (check.after(1))
            return waits;
        full.addTo(waits);
    }
    for (const LaunchTable::Link& link : trace.launches().all()) {
        if (waits.calls == 0 || check.after(1))
            break;
        if (isFirstOfLaunch(slices, static_cast<std::uint32_t>(link.work.index())) && launchesKernel(link.launch))
            waits.launches = saturatingAdd(waits.launches, slices.duration(link.launch));
    }
    return waits;
}

} // namespace kinetoscope
