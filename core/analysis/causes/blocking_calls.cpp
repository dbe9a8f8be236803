// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/blocking_calls.h"

#include "core/analysis/causes/call_names.h"
#include "core/analysis/causes/work_order.h"
#include "core/base/contains.h"
#include "core/base/vectors.h"
#include "core/numeric/intervals.h"

#include <algorithm>
#include <functional>
#include <string_view>

namespace kinetoscope {

namespace {

/// What the name of a call says, as far as it is about waiting.
enum CallBits : std::uint16_t {
    kBitsKnown = 1,
    kBitsWaitEvent = 2,
    kBitsRecord = 4,
    kBitsSync = 8, ///< a synchronisation, or a free that waits for the device
    kBitsCopy = 16,
    kBitsSet = 32,
    kBitsAsync = 64,
    kBitsAllStreams = 128,
};

std::uint16_t callBitsOf(std::string_view name)
{
    std::uint16_t bits = kBitsKnown;
    const auto add = [&bits](bool is, CallBits bit) { bits = static_cast<std::uint16_t>(bits | (is ? bit : 0)); };
    add(contains(name, "StreamWaitEvent"), kBitsWaitEvent);
    add(contains(name, "EventRecord"), kBitsRecord);
    const bool isFree = name == "cudaFree" || name == "hipFree" || name == "cuMemFree" || name == "cuMemFree_v2";
    add(isFree || callNameOf(name) == CallName::Synchronisation, kBitsSync);
    add(isCopyCall(name), kBitsCopy);
    add(contains(name, "emset"), kBitsSet);
    add(contains(name, "Async"), kBitsAsync);
    bool isWhole = name == "synchronize";
    for (const std::string_view part : { "Device", "Ctx", "Context", "Queue", "Free" })
        isWhole = isWhole || contains(name, part);
    add(isWhole, kBitsAllStreams);
    return bits;
}

/// Of `times` those that are the first at or after some of `others`; both sorted.
void keepFirstAfter(const std::vector<Timestamp>& others, std::vector<Timestamp>& times)
{
    std::vector<Timestamp> kept;
    for (const Timestamp other : others) {
        const auto first = std::ranges::lower_bound(times, other);
        if (first != times.end() && (kept.empty() || kept.back() != *first))
            kept.push_back(*first);
    }
    times = std::move(kept);
}

} // namespace

BlockingCalls::BlockingCalls(
    const Trace& trace, Nanoseconds gapThreshold, std::int64_t queueLength, const Progress& progress)
    : m_trace(trace)
    , m_gapThreshold(gapThreshold)
    , m_queueLength(queueLength)
{
    readWaits(progress);
    if (progress.shouldStop())
        return;
    const StreamTimesByTrack streams = readLaunches(progress);
    if (!progress.shouldStop())
        findFullQueues(streams, progress);
}

BlockingCalls::StreamTimesByTrack BlockingCalls::readLaunches(const Progress& progress)
{
    const SliceTable& slices = m_trace.slices();
    StreamTimesByTrack streams;
    StopCheck check(progress);
    std::pair<TrackId, TrackId> last; // nearly all links are of the thread and the stream of the one before
    StreamTimes* times = nullptr;
    std::vector<Timestamp>* launches = nullptr; // none of a thread that makes no stream wait: nobody asks for them
    const auto isOn = [&](TrackId track, SliceId slice) {
        return slice.index() >= m_trace.track(track).firstSlice && slice.index() < m_trace.track(track).endSlice();
    };
    for (const LaunchTable::Link& link : m_trace.launches().all()) {
        if (check.after(4))
            return streams;
        if (!isGpuWork(slices.kind[link.work.index()]))
            continue;
        if (times == nullptr || !isOn(last.first, link.launch) || !isOn(last.second, link.work)) {
            last = { m_trace.trackOf(link.launch), m_trace.trackOf(link.work) };
            times = &streams[last.second];
            launches = m_waitCalls.contains(last.first) ? &m_launches[last] : nullptr;
            if (times->launched.empty()) { // nearly all of its work has a launch
                times->launched.reserve(m_trace.track(last.second).sliceCount);
                times->started.reserve(m_trace.track(last.second).sliceCount);
            }
        }
        times->launched.push_back(slices.start[link.launch.index()]);
        times->started.push_back(slices.start[link.work.index()]);
        if (launches != nullptr)
            launches->push_back(slices.start[link.launch.index()]);
    }
    for (auto& [stream, each] : streams) { // nearly in order: each thread launches in the order of time
        sortRuns(each.launched, std::less<Timestamp> {}, progress);
        sortRuns(each.started, std::less<Timestamp> {}, progress);
    }
    for (auto& [place, each] : m_launches) {
        sortRuns(each, std::less<Timestamp> {}, progress);
        keepFirstAfter(m_waitCalls.at(place.first), each);
    }
    return streams;
}

/// Few launches are long enough, so that they are kept in place of the times of all.
void BlockingCalls::findFullQueues(const StreamTimesByTrack& streams, const Progress& progress)
{
    const SliceTable& slices = m_trace.slices();
    StopCheck check(progress);
    for (const LaunchTable::Link& link : m_trace.launches().all()) { // by launch
        if (check.after(1))
            return;
        if (slices.duration(link.launch) < m_gapThreshold
            || (!m_fullQueues.empty() && m_fullQueues.back() == link.launch))
            continue;
        const auto stream = streams.find(m_trace.trackOf(slices.partner[link.launch.index()]));
        if (stream != streams.end() && isFullAt(stream->second, link.launch)
            && startsWorkIn(stream->first, link.launch))
            m_fullQueues.push_back(link.launch);
    }
}

void BlockingCalls::readWaits(const Progress& progress)
{
    const SliceTable& slices = m_trace.slices();
    m_names.assign(m_trace.strings().size(), 0);
    std::vector<SliceId> waitRows;
    bool hasSyncRows = false;
    for (const Track& track : m_trace.tracks())
        hasSyncRows = hasSyncRows || track.kind == TrackKind::DeviceSync;
    StopCheck check(progress);
    for (std::size_t i = 0; i < m_trace.tracks().size(); ++i) {
        const Track& track = m_trace.tracks()[i];
        for (std::uint32_t row = track.firstSlice; row < track.endSlice(); ++row) {
            if (check.after(1))
                return;
            if (track.kind == TrackKind::DeviceSync && m_trace.name(SliceTable::at(row)) == "Stream Wait Event")
                waitRows.push_back(SliceTable::at(row));
            if (track.kind != TrackKind::HostThread || !isApiCall(slices.kind[row]))
                continue;
            std::uint16_t& known = m_names[slices.name[row].index()];
            if (known == 0)
                known = callBitsOf(m_trace.text(slices.name[row]));
            if ((known & kBitsWaitEvent) != 0)
                m_waitCalls[TrackId { i }].push_back(slices.start[row]);
            else if ((known & kBitsRecord) != 0 && hasSyncRows)
                m_records[slices.correlation(SliceTable::at(row))] = slices.start[row];
        }
    }
    for (auto& [thread, calls] : m_waitCalls)
        std::sort(calls.begin(), calls.end());
    m_hasWaitRows = !waitRows.empty();
    if (m_hasWaitRows)
        readEventSources(waitRows);
}

void BlockingCalls::readEventSources(std::span<const SliceId> waitRows)
{
    const SliceTable& slices = m_trace.slices();
    std::map<std::pair<std::int64_t, std::int64_t>, std::vector<Launched>> byStream; ///< device, stream
    for (const LaunchTable::Link& link : m_trace.launches().all()) {
        const Track& track = m_trace.track(m_trace.trackOf(link.work));
        if (isGpuWork(slices.kind[link.work.index()]))
            byStream[{ track.device, track.stream }].push_back({ slices.start[link.launch.index()], link.work });
    }
    for (auto& [stream, works] : byStream)
        std::stable_sort(
            works.begin(), works.end(), [](const Launched& a, const Launched& b) { return a.launch < b.launch; });
    const auto firstFrom = [](const std::vector<Launched>& works, Timestamp time) {
        return std::partition_point(
            works.begin(), works.end(), [time](const Launched& each) { return each.launch < time; });
    };
    for (const SliceId row : waitRows) {
        const SliceId call = slices.partner[row.index()];
        const EventIndex event = slices.eventIndex[row.index()];
        const auto source = m_trace.args().waitOnStream.find(event);
        const auto recorded = m_trace.args().waitOnRecordCorrelation.find(event);
        const auto record = recorded ? recordOf(*recorded) : std::nullopt;
        if (!call.isValid() || !source || !record)
            continue;
        const Track& track = m_trace.track(m_trace.trackOf(row));
        const std::vector<Launched>& waiting = byStream[{ track.device, track.stream }];
        const auto work = firstFrom(waiting, slices.start[call.index()]);
        const std::vector<Launched>& awaited = byStream[{ track.device, *source }];
        const auto after = firstFrom(awaited, *record);
        if (work == waiting.end() || after == awaited.begin())
            continue;
        const SliceId last = (after - 1)->work;
        if (slices.end(last) <= slices.start[work->work.index()] && isBefore(m_trace, last, work->work))
            m_sources.push_back({ work->work, last });
    }
    sortUnique(m_sources);
}

std::uint16_t BlockingCalls::nameBits(SliceId call) const
{
    const std::uint16_t known = m_names.empty() ? 0 : m_names[m_trace.slices().name[call.index()].index()];
    return known != 0 ? known : callBitsOf(m_trace.name(call));
}

std::optional<Timestamp> BlockingCalls::recordOf(std::int64_t correlation) const
{
    const auto found = m_records.find(correlation);
    return found != m_records.end() ? std::optional(found->second) : std::nullopt;
}

SliceId BlockingCalls::lastWork(SliceId call) const
{
    const SliceTable& slices = m_trace.slices();
    SliceId last;
    for (const LaunchTable::Link& link : m_trace.launches().of(call)) {
        if (!last.isValid() || slices.end(last) < slices.end(link.work))
            last = link.work;
    }
    return last;
}

bool BlockingCalls::blocksAsCopy(SliceId call) const
{
    const std::uint16_t bits = nameBits(call);
    if ((bits & kBitsCopy) == 0 || (bits & kBitsSet) != 0 || !hasWork(call))
        return false;
    const SliceTable& slices = m_trace.slices();
    const SliceId last = lastWork(call);
    const std::string_view work = m_trace.name(last);
    for (const std::string_view never : { "Pinned", "DtoD", "PtoP", "DeviceToDevice" }) {
        if (contains(work, never))
            return false;
    }
    return slices.start[last.index()] < slices.end(call)
        && (slices.end(last) <= slices.end(call) || (bits & kBitsAsync) == 0 || contains(work, "Pageable"));
}

bool BlockingCalls::isFullAt(const StreamTimes& stream, SliceId call) const
{
    const SliceTable& slices = m_trace.slices();
    const Timestamp begin = slices.start[call.index()];
    const auto launched = std::lower_bound(stream.launched.begin(), stream.launched.end(), begin);
    const auto started = std::upper_bound(stream.started.begin(), stream.started.end(), begin);
    return (launched - stream.launched.begin()) - (started - stream.started.begin()) >= m_queueLength;
}

/// Whether work of the stream starts inside of the call, launched by whatever.
bool BlockingCalls::startsWorkIn(TrackId stream, SliceId call) const
{
    const SliceTable& slices = m_trace.slices();
    const Track& track = m_trace.track(stream);
    const std::span starts = std::span(slices.start).subspan(track.firstSlice, track.sliceCount);
    const Timestamp end = slices.end(call);
    for (auto start = std::ranges::upper_bound(starts, slices.start[call.index()]);
         start != starts.end() && *start < end; ++start) {
        const SliceId slice = SliceTable::at(track.firstSlice + static_cast<std::uint32_t>(start - starts.begin()));
        if (isGpuWork(m_trace.kind(slice)) && slices.isSound(slice))
            return true;
    }
    return false;
}

BlockingWay BlockingCalls::wayOf(SliceId call) const
{
    if (!isApiCall(m_trace.kind(call)))
        return BlockingWay::None;
    const std::uint16_t bits = nameBits(call);
    // Nearly all launches end here, without a look at what they launched.
    if ((bits & (kBitsSync | kBitsCopy)) == 0 && m_trace.slices().duration(call) < m_gapThreshold)
        return BlockingWay::None;
    if (!hasWork(call))
        return (bits & kBitsSync) != 0 ? BlockingWay::Sync : BlockingWay::None;
    if (blocksAsCopy(call))
        return BlockingWay::Copy;
    return std::ranges::binary_search(m_fullQueues, call) ? BlockingWay::FullQueue : BlockingWay::None;
}

bool BlockingCalls::waitsForAllStreams(SliceId call) const
{
    return (nameBits(call) & kBitsAllStreams) != 0;
}

std::span<const BlockingCalls::EventSource> BlockingCalls::eventSources(SliceId work) const
{
    if (m_sources.empty())
        return {};
    // Not std::ranges::equal_range: Clang 14 cannot compile GCC 12's.
    const auto first = std::ranges::lower_bound(m_sources, work, {}, &EventSource::work);
    return { first, std::ranges::upper_bound(first, m_sources.end(), work, {}, &EventSource::work) };
}

std::size_t BlockingCalls::eventWaitsWithoutRows() const
{
    std::size_t count = 0;
    for (const auto& [thread, calls] : m_waitCalls)
        count += m_hasWaitRows ? 0 : calls.size();
    return count;
}

bool BlockingCalls::waitsForEvent(SliceId work) const
{
    if (!eventSources(work).empty())
        return true;
    const SliceTable& slices = m_trace.slices();
    const SliceId launch = slices.partner[work.index()];
    const TrackId thread = m_trace.trackOf(launch);
    const auto calls = m_waitCalls.find(thread);
    if (calls == m_waitCalls.end())
        return false;
    const Timestamp launched = slices.start[launch.index()];
    // One at the same time is over: it takes less than the file's unit of time.
    const auto wait = std::upper_bound(calls->second.begin(), calls->second.end(), launched);
    if (wait == calls->second.begin())
        return false;
    // Another launch onto the stream in between took the wait with it.
    const std::vector<Timestamp>& launches = m_launches.at({ thread, m_trace.trackOf(work) });
    const auto between = std::lower_bound(launches.begin(), launches.end(), *(wait - 1));
    return between == launches.end() || *between >= launched;
}

} // namespace kinetoscope
