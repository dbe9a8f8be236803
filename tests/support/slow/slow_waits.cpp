// SPDX-License-Identifier: GPL-3.0-or-later
// The part of SlowCauses that is about work and about calls that wait for it: causes.md 1.4 to 1.7.
#include "tests/support/slow/slow_causes.h"
#include "tests/support/slow/slow_gpu.h"

#include <algorithm>
#include <regex>
#include <set>
#include <tuple>
#include <utility>

namespace kinetoscope::tests {

namespace {

bool hasAnyOf(const std::string& name, std::initializer_list<const char*> words)
{
    return std::any_of(
        words.begin(), words.end(), [&name](const char* word) { return name.find(word) != std::string::npos; });
}

} // namespace

// --- 1.4 and 1.5 ---

bool SlowCauses::isBefore(SliceId a, SliceId b) const
{
    const auto key = [this](SliceId work) {
        return std::tuple(start(work), streamOf(work).second, m_trace.slices().eventIndex[work.index()]);
    };
    return key(a) < key(b);
}

SlowCauses::Stream SlowCauses::streamOf(SliceId work) const
{
    const Track& track = m_trace.track(m_trace.trackOf(work));
    return { track.device, track.stream };
}

std::vector<SliceId> SlowCauses::onStream(const Stream& stream) const
{
    std::vector<SliceId> works;
    for (const SliceId work : m_works) {
        if (streamOf(work) == stream)
            works.push_back(work);
    }
    return works;
}

std::vector<SliceId> SlowCauses::onStreamOf(SliceId work) const
{
    return onStream(streamOf(work));
}

std::vector<SliceId> SlowCauses::worksOf(SliceId call) const
{
    std::vector<SliceId> works;
    for (const SliceId work : m_works) {
        if (launch(work) == call)
            works.push_back(work);
    }
    return works;
}

Timestamp SlowCauses::handed(SliceId work) const
{
    const SliceId call = launch(work);
    if (isCopyCall(call))
        return end(call) <= start(work) ? end(call) : std::min(start(call), start(work));
    return std::min(end(call), start(worksOf(call).front()));
}

SliceId SlowCauses::callOfCorrelation(std::int64_t correlation, const char* word) const
{
    for (std::size_t row = 0; row < m_trace.slices().size(); ++row) {
        const SliceId slice = SliceTable::at(row);
        if (isCall(slice) && m_trace.slices().correlation(slice) == correlation
            && name(slice).find(word) != std::string::npos)
            return slice;
    }
    return {};
}

/// The work that rows `Stream Wait Event` say that this one waited for.
std::vector<SliceId> SlowCauses::eventSources(SliceId work) const
{
    std::vector<SliceId> sources;
    for (std::size_t row = 0; row < m_trace.slices().size(); ++row) {
        const SliceId sync = SliceTable::at(row);
        if (m_trace.kind(sync) != EventKind::DeviceSync || name(sync) != "Stream Wait Event"
            || streamOf(sync) != streamOf(work))
            continue;
        const EventIndex event = m_trace.slices().eventIndex[row];
        const auto stream = m_trace.args().waitOnStream.find(event);
        const auto recordId = m_trace.args().waitOnRecordCorrelation.find(event);
        const SliceId wait = callOfCorrelation(m_trace.slices().correlation(sync), "");
        const SliceId record = recordId ? callOfCorrelation(*recordId, "EventRecord") : SliceId {};
        if (!stream || !record.isValid() || !wait.isValid())
            continue;
        SliceId source; // of the last launch before the record its last piece
        for (const SliceId other : onStream({ streamOf(sync).first, *stream })) {
            if (launch(other).isValid() && start(launch(other)) < start(record)
                && (!source.isValid() || start(launch(other)) >= start(launch(source))))
                source = other;
        }
        SliceId first; // launched at or after the wait, onto the stream that waits
        for (const SliceId other : onStreamOf(work)) {
            if (launch(other).isValid() && start(launch(other)) >= start(wait)
                && (!first.isValid() || start(launch(other)) < start(launch(first))))
                first = other;
        }
        if (source.isValid() && first == work && end(source) <= start(work) && isBefore(source, work))
            sources.push_back(source);
    }
    return sources;
}

std::vector<SlowCandidate> SlowCauses::recorded(SliceId work) const
{
    std::vector<SlowCandidate> all;
    SliceId before;
    for (const SliceId other : onStreamOf(work)) {
        if (isBefore(other, work) && end(other) <= start(work) && (!before.isValid() || end(other) >= end(before)))
            before = other;
    }
    if (before.isValid())
        all.push_back({ SlowCandidate::Kind::Stream, before, end(before) });
    for (const SliceId source : eventSources(work))
        all.push_back({ SlowCandidate::Kind::Event, source, end(source) });
    if (launch(work).isValid())
        all.push_back({ SlowCandidate::Kind::Launch, {}, handed(work) });
    return all;
}

/// Of equals the first: they come in the order in which they bind.
std::optional<SlowCandidate> SlowCauses::lastReady(const std::vector<SlowCandidate>& all) const
{
    std::optional<SlowCandidate> last;
    for (const SlowCandidate& each : all) {
        if (!last || each.ready > last->ready)
            last = each;
    }
    return last;
}

bool SlowCauses::isStaged(SliceId work) const
{
    const SliceId call = launch(work);
    return call.isValid() && isCopyCall(call) && start(call) <= start(work) && start(work) < end(call);
}

std::optional<SlowCandidate> SlowCauses::inferred(SliceId work, std::optional<Timestamp> ready) const
{
    const Timestamp now = start(work);
    if (ready && now - *ready < m_thresholds.gap)
        return std::nullopt;
    if (isStaged(work) && !waitsForEvent(work))
        return std::nullopt;
    const bool isCollective = (m_trace.slices().flags[work.index()] & kSliceCollective) != 0;
    const bool isCopy = slowKernelType(m_trace.kind(work), name(work), isCollective) == KernelType::Memory;
    std::map<Stream, SliceId> lastOfStream; // that started before
    SliceId ended;
    for (const SliceId other : m_works) {
        if (streamOf(other).first != streamOf(work).first || streamOf(other) == streamOf(work))
            continue;
        if (start(other) < now)
            lastOfStream[streamOf(other)] = other;
        if (isBefore(other, work) && end(other) <= now && (!ended.isValid() || end(other) >= end(ended)))
            ended = other;
    }
    SliceId full;
    for (const auto& [stream, other] : lastOfStream) {
        const bool isInSecondHalf = now < end(other) && now - start(other) >= end(other) - now;
        if (isInSecondHalf
            && (!full.isValid() || end(other) < end(full) || (end(other) == end(full) && isBefore(other, full))))
            full = other;
    }
    if (full.isValid() && !isCopy)
        return SlowCandidate { SlowCandidate::Kind::NoRoom, full, now };
    if (ended.isValid() && now - end(ended) < m_thresholds.gap)
        return SlowCandidate { SlowCandidate::Kind::UnrecordedEvent, ended, end(ended) };
    return std::nullopt;
}

std::vector<SlowCandidate> SlowCauses::candidates(SliceId work) const
{
    std::vector<SlowCandidate> all = recorded(work);
    const auto last = lastReady(all);
    if (const auto other = inferred(work, last ? std::optional(last->ready) : std::nullopt))
        all.push_back(*other);
    return all;
}

std::optional<SlowCandidate> SlowCauses::binding(SliceId work) const
{
    return lastReady(candidates(work));
}

// --- 1.6 ---

SliceId SlowCauses::lastToEnd(const std::vector<SliceId>& works) const
{
    SliceId last;
    for (const SliceId work : works) {
        if (!last.isValid() || end(work) > end(last) || (end(work) == end(last) && isBefore(last, work)))
            last = work;
    }
    return last;
}

SliceId SlowCauses::lastPiece(SliceId call) const
{
    return lastToEnd(worksOf(call));
}

bool SlowCauses::blocksAsCopy(SliceId call) const
{
    const SliceId work = lastPiece(call);
    if (!isCopyCall(call) || !work.isValid() || start(work) >= end(call))
        return false;
    if (hasAnyOf(name(work), { "DtoD", "PtoP", "DeviceToDevice" }) || hasAnyOf(name(call), { "emset" }))
        return false;
    if (!hasAnyOf(name(call), { "Async" }))
        return true;
    const bool endsInside = end(work) >= start(call) && end(work) <= end(call);
    return !hasAnyOf(name(work), { "Pinned" }) && (endsInside || hasAnyOf(name(work), { "Pageable" }));
}

/// The piece of work whose start let a launch into a full queue go on.
SliceId SlowCauses::madeRoom(SliceId call) const
{
    const std::vector<SliceId> works = worksOf(call);
    if (works.empty() || end(call) - start(call) < m_thresholds.gap)
        return {};
    std::int64_t queued = 0;
    SliceId last;
    for (const SliceId other : onStreamOf(works.front())) {
        if (launch(other).isValid() && start(launch(other)) < start(call) && start(other) > start(call))
            ++queued;
        if (start(call) < start(other) && start(other) < end(call))
            last = other;
    }
    return queued >= m_thresholds.queueLength ? last : SliceId {};
}

SlowWay SlowCauses::wayOf(SliceId call) const
{
    if (!call.isValid() || !isCall(call))
        return SlowWay::None;
    if (blocksAsCopy(call))
        return SlowWay::Copy;
    if (madeRoom(call).isValid())
        return SlowWay::Full;
    static const std::regex waiting("^((cuda|cu|hip|ze|ur|sycl|mu|musa).*Synchronize|(ur|pi)QueueFinish|urEventWait|"
                                    "piEventsWait|clFinish|synchronize(Stream|Device|Event)?$|cudaFree$|hipFree$|"
                                    "cuMemFree(_v2)?$)");
    return worksOf(call).empty() && std::regex_search(name(call), waiting) ? SlowWay::Sync : SlowWay::None;
}

/// Work without a launch counts as launched with the last work before it on its stream that has one.
Timestamp SlowCauses::launchedAt(SliceId work) const
{
    Timestamp time = kMinTimestamp;
    for (const SliceId other : onStreamOf(work)) {
        if (launch(other).isValid())
            time = start(launch(other));
        if (other == work)
            return time;
    }
    return time;
}

/// The work of a stream that a call waits for if it waits for that stream.
std::vector<SliceId> SlowCauses::prefix(SliceId call, const Stream& stream, Timestamp launchedBefore) const
{
    const std::vector<SliceId> works = onStream(stream);
    std::size_t count = 0;
    Timestamp greatest = kMinTimestamp;
    for (std::size_t p = 0; p < works.size(); ++p) {
        greatest = std::max(greatest, end(works[p]));
        if (greatest <= end(call) + m_thresholds.gap && start(works[p]) < end(call)
            && launchedAt(works[p]) < launchedBefore)
            count = p + 1;
    }
    return { works.begin(), works.begin() + static_cast<std::ptrdiff_t>(count) };
}

std::vector<SliceId> SlowCauses::awaitedBySync(SliceId call) const
{
    std::set<Stream> all;
    for (const SliceId work : m_works)
        all.insert(streamOf(work));
    const auto ofStreams = [&](const std::set<Stream>& streams, Timestamp launchedBefore) {
        std::vector<SliceId> works;
        for (const Stream& stream : streams) {
            const std::vector<SliceId> more = prefix(call, stream, launchedBefore);
            works.insert(works.end(), more.begin(), more.end());
        }
        return works;
    };
    // What its row says.
    for (std::size_t row = 0; row < m_trace.slices().size(); ++row) {
        const SliceId sync = SliceTable::at(row);
        if (m_trace.kind(sync) != EventKind::DeviceSync || m_trace.slices().correlation(sync) < 0
            || m_trace.slices().correlation(sync) != m_trace.slices().correlation(call))
            continue;
        const Stream place = streamOf(sync);
        if (name(sync) == "Context Sync") {
            std::set<Stream> ofDevice;
            for (const Stream& stream : all) {
                if (stream.first == place.first)
                    ofDevice.insert(stream);
            }
            return ofStreams(ofDevice, start(call));
        }
        if (name(sync) == "Stream Sync")
            return ofStreams({ place }, start(call));
        const auto source = m_trace.args().waitOnStream.find(m_trace.slices().eventIndex[row]);
        const auto recordId = m_trace.args().waitOnRecordCorrelation.find(m_trace.slices().eventIndex[row]);
        const SliceId record = recordId ? callOfCorrelation(*recordId, "EventRecord") : SliceId {};
        if (name(sync) == "Event Sync" && source)
            return ofStreams(
                { { place.first, *source } }, record.isValid() ? std::min(start(record), start(call)) : start(call));
    }
    if (hasAnyOf(name(call), { "Device", "Ctx", "Context", "Queue", "Free" }) || name(call) == "synchronize")
        return ofStreams(all, start(call));
    // The stream of the thread's last launch, if something there explains the call.
    std::vector<SliceId> ofLast;
    SliceId last;
    for (const SliceId work : m_works) { // of a launch its first piece
        if (launch(work).isValid() && thread(launch(work)) == thread(call) && start(launch(work)) < start(call)
            && worksOf(launch(work)).front() == work
            && (!last.isValid()
                || std::pair(start(launch(work)), launch(work)) > std::pair(start(launch(last)), launch(last))))
            last = work;
    }
    if (last.isValid())
        ofLast = prefix(call, streamOf(last), start(call));
    const bool isShort = end(call) - start(call) < m_thresholds.gap;
    if (last.isValid() && (isShort || (!ofLast.empty() && end(lastToEnd(ofLast)) > start(call))))
        return ofLast;
    std::vector<SliceId> ending;
    for (const SliceId work : m_works) {
        if (end(work) > start(call) && end(work) <= end(call) + m_thresholds.gap && start(work) < end(call)
            && launchedAt(work) < start(call))
            ending.push_back(work);
    }
    return ending.empty() ? ofLast : prefix(call, streamOf(lastToEnd(ending)), start(call));
}

std::optional<SlowAwaited> SlowCauses::awaited(SliceId call) const
{
    switch (wayOf(call)) {
    case SlowWay::Copy:
        return SlowAwaited { std::min(end(lastPiece(call)), end(call)), lastPiece(call) };
    case SlowWay::Full:
        return SlowAwaited { start(madeRoom(call)), madeRoom(call) };
    case SlowWay::Sync:
        if (const SliceId last = lastToEnd(awaitedBySync(call)); last.isValid() && end(last) > start(call))
            return SlowAwaited { std::min(end(last), end(call)), last };
        return std::nullopt;
    case SlowWay::None:
        break;
    }
    return std::nullopt;
}

// --- 1.7 ---

/// Whether the stream of a piece of work was made to wait for an event before it.
bool SlowCauses::waitsForEvent(SliceId work) const
{
    if (!eventSources(work).empty())
        return true;
    const SliceId call = launch(work);
    if (!call.isValid())
        return false;
    Timestamp previous = kMinTimestamp; // launch of that thread onto that stream
    for (const SliceId other : onStreamOf(work)) {
        const SliceId earlier = launch(other);
        if (earlier.isValid() && earlier != call && thread(earlier) == thread(call) && start(earlier) < start(call))
            previous = std::max(previous, start(earlier));
    }
    const Track& track = m_trace.track(thread(call));
    for (std::uint32_t row = track.firstSlice; row < track.endSlice(); ++row) {
        const SliceId slice { row };
        if (isCall(slice) && name(slice).find("StreamWaitEvent") != std::string::npos && previous < start(slice)
            && start(slice) <= start(call))
            return true;
    }
    return false;
}

SlowStretch SlowCauses::deviceCause(SliceId work, const TimeRange& range, bool isQueued) const
{
    const SliceId call = launch(work);
    if (range.length() < m_thresholds.gap)
        return { range, isQueued && call.isValid() ? Cause::KernelGap : Cause::LaunchLatency, work, {} };
    if (!call.isValid())
        return { range, Cause::UnknownLaunch, work, {} };
    if (isStaged(work))
        return { range, causeOf(call), call, {} };
    return { range, waitsForEvent(work) ? Cause::EventWait : Cause::LateStart, work, {} };
}

} // namespace kinetoscope::tests
