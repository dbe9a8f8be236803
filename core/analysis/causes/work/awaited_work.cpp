// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/work/awaited_work.h"

#include "core/numeric/intervals.h"

#include <algorithm>
#include <string_view>

namespace kinetoscope {

namespace {

constexpr std::uint32_t kBlock = 64; ///< entries of Stream::launched

} // namespace

AwaitedWork::AwaitedWork(const Trace& trace, const WorkOrder& order, const BlockingCalls& calls, Nanoseconds tolerance,
    const Progress& progress)
    : m_trace(trace)
    , m_order(order)
    , m_calls(calls)
    , m_tolerance(tolerance)
{
    const SliceTable& slices = trace.slices();
    StopCheck check(progress);
    m_streams.resize(order.streamCount());
    m_byEnd.reserve(order.size());
    for (std::uint32_t i = 0; i < order.streamCount(); ++i) {
        Stream& stream = m_streams[i];
        const std::vector<WorkNumber>& works = order.worksOf(i);
        const bool endInOrder =
            std::ranges::is_sorted(works, {}, [&order](WorkNumber work) { return order.endOf(work); });
        const bool hasAll =
            std::ranges::all_of(works, [&order](WorkNumber work) { return order.launchOf(work).isValid(); });
        stream.least.reserve(works.size() / kBlock + 1); // what grows has its memory copied, and fresh pages are slow
        stream.lastEnd.reserve(endInOrder ? 0 : works.size());
        stream.lastLaunched.reserve(hasAll ? 0 : works.size());
        Timestamp launched = kMinTimestamp;
        WorkNumber lastLaunched = kNoWork;
        WorkNumber lastEnd = kNoWork;
        std::size_t place = 0;
        for (const WorkNumber work : works) {
            if (check.after(4))
                return;
            if (place++ % kBlock == 0)
                stream.least.push_back(kMaxTimestamp);
            if (lastEnd == kNoWork || order.endOf(lastEnd) <= order.endOf(work))
                lastEnd = work;
            if (!endInOrder)
                stream.lastEnd.push_back(lastEnd);
            if (const SliceId launch = order.launchOf(work); launch.isValid()) {
                launched = slices.start[launch.index()];
                lastLaunched = work;
            }
            stream.least.back() = std::min(stream.least.back(), launched);
            if (!hasAll)
                stream.lastLaunched.push_back(lastLaunched);
            m_byEnd.push_back(work);
        }
    }
    sortRuns(
        m_byEnd,
        [&order](WorkNumber a, WorkNumber b) {
            const Timestamp endA = order.endOf(a);
            const Timestamp endB = order.endOf(b);
            return endA != endB ? endA < endB : a < b;
        },
        progress);
    readSyncRows(progress);
}

void AwaitedWork::readSyncRows(const Progress& progress)
{
    StopCheck check(progress);
    for (const Track& track : m_trace.tracks()) {
        if (track.kind != TrackKind::DeviceSync)
            continue;
        for (std::uint32_t row = track.firstSlice; row < track.endSlice() && !check.after(1); ++row) {
            const SliceId slice = SliceTable::at(row);
            const SliceId call = m_trace.slices().partner[row];
            if (call.isValid() && m_trace.kind(slice) == EventKind::DeviceSync
                && m_trace.name(slice) != "Stream Wait Event")
                m_syncRows.emplace_back(call, slice);
        }
    }
    std::sort(m_syncRows.begin(), m_syncRows.end());
}

Timestamp AwaitedWork::launchedAt(std::uint32_t stream, std::uint32_t place) const
{
    const std::vector<WorkNumber>& launched = m_streams[stream].lastLaunched;
    const WorkNumber work = launched.empty() ? m_order.worksOf(stream)[place] : launched[place];
    return work != kNoWork ? m_trace.slices().start[m_order.launchOf(work).index()] : kMinTimestamp;
}

AwaitedWork::Limits AwaitedWork::limitsOf(SliceId call) const
{
    const TimeRange range = m_trace.slices().range(call);
    return { range.begin, range.end, saturatingAdd(range.end, m_tolerance) };
}

std::uint32_t AwaitedWork::countOf(std::uint32_t stream, const Limits& limits) const
{
    const std::vector<WorkNumber>& works = m_order.worksOf(stream);
    const std::vector<WorkNumber>& ends = lastEnds(stream);
    const auto ended = std::partition_point(
        ends.begin(), ends.end(), [&](WorkNumber work) { return m_order.endOf(work) <= limits.endedUntil; });
    const auto started = std::partition_point(
        works.begin(), works.end(), [&](WorkNumber work) { return m_order.startOf(work) < limits.startedBefore; });
    auto count = static_cast<std::uint32_t>(std::min(ended - ends.begin(), started - works.begin()));
    // Launches of several threads onto one stream need not be in the order of its work.
    while (count > 0 && launchedAt(stream, count - 1) >= limits.launchedBefore) {
        const std::uint32_t block = (count - 1) / kBlock;
        if (m_streams[stream].least[block] >= limits.launchedBefore)
            count = block * kBlock;
        else
            --count;
    }
    return count;
}

std::optional<std::uint32_t> AwaitedWork::streamOf(std::int64_t device, std::int64_t stream) const
{
    for (std::uint32_t i = 0; i < m_order.streamCount(); ++i) {
        const Track& track = m_trace.track(m_order.trackOfStream(i));
        if (track.device == device && track.stream == stream)
            return i;
    }
    return std::nullopt;
}

std::vector<AwaitedWork::Prefix> AwaitedWork::prefixOf(std::optional<std::uint32_t> stream, const Limits& limits) const
{
    const std::uint32_t count = stream ? countOf(*stream, limits) : 0;
    return count > 0 ? std::vector<Prefix> { { *stream, count } } : std::vector<Prefix> {};
}

/// Of all streams, or those of a device.
std::vector<AwaitedWork::Prefix> AwaitedWork::prefixesOfAll(
    const Limits& limits, std::optional<std::int64_t> device) const
{
    std::vector<Prefix> all;
    for (std::uint32_t i = 0; i < m_order.streamCount(); ++i) {
        if (device && m_trace.track(m_order.trackOfStream(i)).device != *device)
            continue;
        if (const std::uint32_t count = countOf(i, limits); count > 0)
            all.push_back({ i, count });
    }
    return all;
}

/// Nothing where the row does not say which streams.
std::optional<std::vector<AwaitedWork::Prefix>> AwaitedWork::prefixesOfRow(SliceId call, SliceId row) const
{
    const std::string_view name = m_trace.name(row);
    const Track& track = m_trace.track(m_trace.trackOf(row));
    Limits limits = limitsOf(call);
    if (name == "Context Sync")
        return prefixesOfAll(limits, track.device);
    if (name == "Stream Sync")
        return prefixOf(streamOf(track.device, track.stream), limits);
    if (name != "Event Sync")
        return std::nullopt;
    const EventIndex event = m_trace.slices().eventIndex[row.index()];
    const auto source = m_trace.args().waitOnStream.find(event);
    if (!source)
        return std::nullopt;
    if (const auto recorded = m_trace.args().waitOnRecordCorrelation.find(event)) {
        if (const auto record = m_calls.recordOf(*recorded))
            limits.launchedBefore = std::min(limits.launchedBefore, *record);
    }
    return prefixOf(streamOf(track.device, *source), limits);
}

/// Stream of the last work that the call's thread launched before it.
std::optional<std::uint32_t> AwaitedWork::lastLaunchedInto(SliceId call) const
{
    const SliceTable& slices = m_trace.slices();
    const Track& thread = m_trace.track(m_trace.trackOf(call));
    const auto links = m_trace.launches().all();
    auto it = std::partition_point(
        links.begin(), links.end(), [call](const LaunchTable::Link& link) { return link.launch < call; });
    while (it != links.begin() && (it - 1)->launch.index() >= thread.firstSlice) {
        --it;
        const WorkNumber work = m_order.numberOf(slices.partner[it->launch.index()]);
        if (slices.start[it->launch.index()] < slices.start[call.index()] && work != kNoWork)
            return m_order.streamOf(work);
    }
    return std::nullopt;
}

/// Stream of the work that ended last while the call ran, or shortly after, and can have been waited for.
std::optional<std::uint32_t> AwaitedWork::streamThatEnded(SliceId call) const
{
    const Limits limits = limitsOf(call);
    auto it = std::partition_point(
        m_byEnd.begin(), m_byEnd.end(), [&](WorkNumber work) { return m_order.endOf(work) <= limits.endedUntil; });
    for (; it != m_byEnd.begin() && m_order.endOf(*(it - 1)) > limits.launchedBefore; --it) {
        const WorkNumber work = *(it - 1);
        const std::uint32_t stream = m_order.streamOf(work);
        if (m_order.startOf(work) < limits.startedBefore
            && launchedAt(stream, m_order.placeInStream(work)) < limits.launchedBefore)
            return stream;
    }
    return std::nullopt;
}

std::vector<AwaitedWork::Prefix> AwaitedWork::prefixesOf(SliceId call) const
{
    if (m_calls.wayOf(call) != BlockingWay::Sync)
        return {};
    const auto row = std::ranges::lower_bound(m_syncRows, call, {}, &std::pair<SliceId, SliceId>::first);
    if (row != m_syncRows.end() && row->first == call) {
        if (auto prefixes = prefixesOfRow(call, row->second))
            return std::move(*prefixes);
    }
    const Limits limits = limitsOf(call);
    if (m_calls.waitsForAllStreams(call))
        return prefixesOfAll(limits, std::nullopt);
    const std::optional<std::uint32_t> own = lastLaunchedInto(call);
    std::vector<Prefix> prefixes = prefixOf(own, limits);
    const WorkNumber last = lastOf(prefixes);
    const bool isAwaited = last != kNoWork && m_order.endOf(last) > limits.launchedBefore;
    if (own && (isAwaited || m_trace.slices().duration(call) < m_tolerance))
        return prefixes;
    if (const auto other = streamThatEnded(call))
        return prefixOf(other, limits);
    return prefixes;
}

WorkNumber AwaitedWork::lastOf(const std::vector<Prefix>& prefixes) const
{
    WorkNumber last = kNoWork;
    for (const Prefix& prefix : prefixes) {
        const WorkNumber work = lastEnds(prefix.stream)[prefix.count - 1];
        if (last == kNoWork || m_order.endOf(last) < m_order.endOf(work)
            || (m_order.endOf(last) == m_order.endOf(work) && last < work))
            last = work;
    }
    return last;
}

AwaitedWork::Awaited AwaitedWork::of(SliceId call, BlockingWay way) const
{
    Awaited awaited { way, 0, kNoWork };
    const TimeRange range = m_trace.slices().range(call);
    switch (awaited.way) {
    case BlockingWay::None:
        break;
    case BlockingWay::Copy:
        awaited.work = m_order.numberOf(m_calls.lastWork(call));
        if (awaited.work != kNoWork)
            awaited.time = std::min(m_order.endOf(awaited.work), range.end);
        break;
    case BlockingWay::FullQueue: {
        const WorkNumber first = m_order.numberOf(m_trace.slices().partner[call.index()]);
        if (first == kNoWork)
            break;
        const std::vector<WorkNumber>& works = m_order.worksOf(m_order.streamOf(first));
        const auto started = std::partition_point(
            works.begin(), works.end(), [&](WorkNumber work) { return m_order.startOf(work) < range.end; });
        if (started != works.begin() && m_order.startOf(*(started - 1)) > range.begin) {
            awaited.work = *(started - 1);
            awaited.time = m_order.startOf(awaited.work);
        }
        break;
    }
    case BlockingWay::Sync: {
        const WorkNumber last = lastOf(prefixesOf(call));
        if (last != kNoWork && m_order.endOf(last) > range.begin) {
            awaited.work = last;
            awaited.time = std::min(m_order.endOf(last), range.end);
        }
        break;
    }
    }
    return awaited;
}

} // namespace kinetoscope
