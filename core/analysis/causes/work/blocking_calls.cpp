// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/work/blocking_calls.h"

#include "core/analysis/causes/work/call_names.h"
#include "core/analysis/causes/work/work_order.h"
#include "core/base/contains.h"
#include "core/base/vectors.h"
#include "core/model/track_cursor.h"
#include "core/numeric/near_search.h"

#include <algorithm>
#include <numeric>
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

/// Keeps of the times of launches those that are the first at or after some call that makes the stream wait.
class FirstAfterWaits {
public:
    /// @param waits  sorted; kept by reference, as `kept` is.
    FirstAfterWaits(const std::vector<Timestamp>& waits, std::vector<Timestamp>& kept)
        : m_wait(waits.begin())
        , m_end(waits.end())
        , m_kept(&kept)
    {
    }
    /// @param time  not before that of the launch before.
    void add(Timestamp time)
    {
        if (m_wait == m_end || *m_wait > time)
            return;
        m_kept->push_back(time);
        m_wait = std::upper_bound(m_wait, m_end, time);
    }

private:
    std::vector<Timestamp>::const_iterator m_wait; ///< the first behind the last launch
    std::vector<Timestamp>::const_iterator m_end;
    std::vector<Timestamp>* m_kept;
};

} // namespace

BlockingCalls::BlockingCalls(
    const Trace& trace, Nanoseconds gapThreshold, std::int64_t queueLength, const Progress& progress)
    : m_trace(trace)
    , m_gapThreshold(gapThreshold)
    , m_queueLength(queueLength)
{
    readWaits(progress);
    if (!progress.shouldStop())
        findFullQueues(progress);
}

/// Sorted; few are long enough to be one that waits for room.
std::vector<SliceId> BlockingCalls::longLaunches(const Progress& progress) const
{
    std::vector<SliceId> found;
    StopCheck check(progress);
    for (const LaunchTable::Link& link : m_trace.launches().all()) { // by launch
        if (check.after(1))
            return found;
        if (m_trace.slices().duration(link.launch) >= m_gapThreshold && (found.empty() || found.back() != link.launch))
            found.push_back(link.launch);
    }
    return found;
}

/// Before the sums are made: at the first begin that it concerns.
void BlockingCalls::QueueLengths::count(Timestamp launched, Timestamp started)
{
    // Most come close to the one before, and many right there.
    const auto placeOf = [this](Timestamp time, std::size_t last) {
        const bool isThere = (last == 0 || begins[last - 1] <= time) && (last == begins.size() || begins[last] > time);
        if (isThere)
            return last;
        const auto from = begins.begin() + static_cast<std::ptrdiff_t>(std::min(last, begins.size() - 1));
        return static_cast<std::size_t>(upperBoundNear(begins.begin(), from, begins.end(), time) - begins.begin());
    };
    lastLaunch = placeOf(launched, lastLaunch);
    lastStart = placeOf(saturatingSubtract(started, 1), lastStart); // at a begin it has started
    ++waiting[lastLaunch];
    --waiting[lastStart];
}

/// @param queues  whose begins are known; of work on other streams only launches behind m_waitCalls are read.
void BlockingCalls::readLaunches(QueuesByStream& queues, const Progress& progress)
{
    const SliceTable& slices = m_trace.slices();
    std::map<std::pair<TrackId, TrackId>, FirstAfterWaits> firstAfterWaits; // by thread and stream
    TrackCursor threads(m_trace);
    TrackCursor streams(m_trace);
    std::pair<TrackId, TrackId> last; // nearly all links are of the thread and the stream of the one before
    QueueLengths* queue = nullptr;
    FirstAfterWaits* launches = nullptr; // none of a thread that makes no stream wait: nobody asks for them
    const auto goTo = [&](const std::pair<TrackId, TrackId>& place) {
        last = place;
        const auto known = queues.find(place.second);
        queue = known != queues.end() ? &known->second : nullptr;
        const auto waits = m_waitCalls.find(place.first);
        launches = waits == m_waitCalls.end()
            ? nullptr
            : &firstAfterWaits.try_emplace(place, waits->second, m_launches[place]).first->second;
    };
    StopCheck check(progress);
    for (const LaunchTable::Link& link : m_trace.launches().all()) {
        if (check.after(4))
            return;
        if (!isGpuWork(slices.kind[link.work.index()]))
            continue;
        if (const std::pair place { threads.of(link.launch), streams.of(link.work) }; place != last)
            goTo(place);
        const Timestamp launched = slices.start[link.launch.index()];
        if (launches != nullptr)
            launches->add(launched);
        if (queue != nullptr)
            queue->count(launched, slices.start[link.work.index()]);
    }
}

void BlockingCalls::findFullQueues(const Progress& progress)
{
    const SliceTable& slices = m_trace.slices();
    const std::vector<SliceId> launches = longLaunches(progress);
    const auto streamOf = [&](SliceId launch) { return m_trace.trackOf(slices.partner[launch.index()]); };
    QueuesByStream queues;
    for (const SliceId launch : launches)
        queues[streamOf(launch)].begins.push_back(slices.start[launch.index()]);
    for (auto& [stream, queue] : queues) {
        sortUnique(queue.begins);
        queue.waiting.assign(queue.begins.size() + 1, 0);
    }
    if (!progress.shouldStop())
        readLaunches(queues, progress);
    if (progress.shouldStop())
        return;
    for (auto& [stream, queue] : queues)
        std::partial_sum(queue.waiting.begin(), queue.waiting.end(), queue.waiting.begin());
    for (const SliceId launch : launches) {
        const TrackId stream = streamOf(launch);
        const QueueLengths& queue = queues.at(stream);
        const auto begin = std::ranges::lower_bound(queue.begins, slices.start[launch.index()]);
        if (queue.waiting[static_cast<std::size_t>(begin - queue.begins.begin())] >= m_queueLength
            && startsWorkIn(stream, launch))
            m_fullQueues.push_back(launch);
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
    const StringId waitEvent = m_trace.strings().find("Stream Wait Event");
    StopCheck check(progress);
    for (std::size_t i = 0; i < m_trace.tracks().size(); ++i) {
        const Track& track = m_trace.tracks()[i];
        if (track.kind == TrackKind::HostThread)
            readCalls(TrackId { i }, hasSyncRows, check);
        if (track.kind != TrackKind::DeviceSync || !waitEvent.isValid())
            continue;
        for (std::uint32_t row = track.firstSlice; row < track.endSlice() && !check.after(1); ++row) {
            if (slices.name[row] == waitEvent)
                waitRows.push_back(SliceTable::at(row));
        }
    }
    if (progress.shouldStop())
        return;
    for (auto& [thread, calls] : m_waitCalls)
        std::sort(calls.begin(), calls.end());
    m_hasWaitRows = !waitRows.empty();
    if (m_hasWaitRows)
        readEventSources(waitRows);
}

/// @param areRecordsAskedFor  by rows of synchronisations.
void BlockingCalls::readCalls(TrackId thread, bool areRecordsAskedFor, StopCheck& check)
{
    const SliceTable& slices = m_trace.slices();
    const Track& track = m_trace.track(thread);
    constexpr std::uint32_t kRowsPerCheck = 16; // most are no calls, and take less than a check
    for (std::uint32_t row = track.firstSlice; row < track.endSlice() && !check.after(kRowsPerCheck);) {
        for (const std::uint32_t end = std::min(track.endSlice(), row + kRowsPerCheck); row < end; ++row) {
            if (!isApiCall(slices.kind[row]))
                continue;
            std::uint16_t& known = m_names[slices.name[row].index()];
            if (known == 0)
                known = callBitsOf(m_trace.text(slices.name[row]));
            if ((known & kBitsWaitEvent) != 0)
                m_waitCalls[thread].push_back(slices.start[row]);
            else if ((known & kBitsRecord) != 0 && areRecordsAskedFor)
                m_records[slices.correlation(SliceTable::at(row))] = slices.start[row];
        }
    }
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
    const bool isAsync = (bits & kBitsAsync) != 0;
    if (isAsync && contains(work, "Pinned")) // a call that is not asked to be asynchronous waits for such a copy, too
        return false;
    for (const std::string_view never : { "DtoD", "PtoP", "DeviceToDevice" }) {
        if (contains(work, never))
            return false;
    }
    // What ended before the call began, by clocks that differ, did not end in it.
    const bool endsInside = slices.end(last) >= slices.start[call.index()] && slices.end(last) <= slices.end(call);
    return slices.start[last.index()] < slices.end(call) && (endsInside || !isAsync || contains(work, "Pageable"));
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
    const auto launches = m_launches.find({ thread, m_trace.trackOf(work) });
    if (launches == m_launches.end()) // told to stop before they were read
        return false;
    const auto between = std::lower_bound(launches->second.begin(), launches->second.end(), *(wait - 1));
    return between == launches->second.end() || *between >= launched;
}

} // namespace kinetoscope
