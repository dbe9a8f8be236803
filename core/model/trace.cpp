// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/trace.h"

#include "core/base/vectors.h"
#include "core/model/pyramid/timeline_index.h"

#include <algorithm>

namespace kinetoscope {

const Step* stepAt(std::span<const Step> steps, Timestamp time)
{
    const auto after = std::ranges::upper_bound(steps, time, {}, [](const Step& step) { return step.range.begin; });
    return after != steps.begin() && std::prev(after)->range.contains(time) ? &*std::prev(after) : nullptr;
}

namespace {

template <typename Column> std::size_t bytesOf(const std::vector<Column>& column)
{
    return column.capacity() * sizeof(Column);
}

std::size_t bytesOf(const SliceTable& slices)
{
    constexpr std::size_t kMapEntry = 48; // node and bucket of an unordered_map with 12 to 16 bytes of content
    return bytesOf(slices.start) + bytesOf(slices.duration32) + bytesOf(slices.name) + bytesOf(slices.category)
        + bytesOf(slices.kind) + bytesOf(slices.flags) + bytesOf(slices.depth) + bytesOf(slices.eventIndex)
        + bytesOf(slices.parent) + bytesOf(slices.partner) + bytesOf(slices.correlation32)
        + kMapEntry * (slices.longDurations.size() + slices.longCorrelations.size() + slices.negativeDurations.size());
}

std::size_t bytesOf(const ArgColumns& args)
{
    return args.stream.memoryBytes() + args.bytes.memoryBytes() + args.bandwidth.memoryBytes()
        + args.collectiveName.memoryBytes() + args.processGroup.memoryBytes() + args.sequence.memoryBytes()
        + args.fwdThread.memoryBytes() + args.waitOnStream.memoryBytes() + args.waitOnRecordCorrelation.memoryBytes();
}

Error notFromAFile()
{
    return { ErrorCode::Unreadable,
        { KT_PHRASE("trace", "The trace was not read from a file; its events cannot be read again.") } };
}

} // namespace

Trace::Trace(TraceData data)
    : m_data(std::move(data))
{
    for (std::size_t i = 0; i < m_data.tracks.size(); ++i) {
        if (m_data.tracks[i].sliceCount > 0)
            m_sliceTracks.push_back(TrackId { i });
    }
}

Trace::~Trace() = default;

TrackId Trace::trackOf(SliceId slice) const
{
    const auto& tracks = m_data.tracks;
    const auto it = std::ranges::upper_bound(
        m_sliceTracks, slice.value, {}, [&tracks](TrackId track) { return tracks[track.index()].firstSlice; });
    return it == m_sliceTracks.begin() ? TrackId {} : *(it - 1);
}

std::uint16_t Trace::laneOf(SliceId slice) const
{
    const TrackId id = trackOf(slice);
    if (!id.isValid())
        return 0;
    const Track& track = m_data.tracks[id.index()];
    const std::uint32_t extra = m_data.extraLaneFirst[id.index()];
    const std::uint16_t lane = extra == 0 ? m_data.slices.depth[slice.index()]
                                          : m_data.extraLane[extra - 1 + (slice.value - track.firstSlice)];
    return std::min(lane, static_cast<std::uint16_t>(track.laneCount - 1));
}

LaneRows Trace::lane(TrackId track, std::uint16_t lane) const
{
    const Track& t = m_data.tracks[track.index()];
    const std::size_t index = m_data.laneOffsets[track.index()] + lane;
    if (lane >= t.laneCount)
        return {};
    const std::uint32_t begin = m_data.laneStarts[index];
    const std::uint32_t end = m_data.laneStarts[index + 1];
    if (begin == end)
        return { {}, t.firstSlice, t.sliceCount };
    return { std::span(m_data.laneRows).subspan(begin, end - begin), 0, end - begin };
}

Nanoseconds Trace::rawDuration(SliceId slice) const
{
    if (m_data.slices.has(slice, kSliceNegativeDuration)) {
        const auto it = m_data.slices.negativeDurations.find(slice.value);
        if (it != m_data.slices.negativeDurations.end())
            return it->second;
    }
    return m_data.slices.duration(slice);
}

SliceId Trace::launchOf(SliceId deviceSlice) const
{
    return isDeviceSide(kind(deviceSlice)) ? m_data.slices.partner[deviceSlice.index()] : SliceId {};
}

std::vector<SliceId> Trace::ancestors(SliceId slice) const
{
    std::vector<SliceId> result;
    for (SliceId up = m_data.slices.parent[slice.index()]; up.isValid(); up = m_data.slices.parent[up.index()])
        result.push_back(up);
    std::ranges::reverse(result);
    return result;
}

SliceId Trace::sliceAround(SliceId instant) const
{
    const Track& place = track(trackOf(instant));
    const auto thread = std::ranges::find_if(m_data.tracks, [&place](const Track& each) {
        return each.kind == TrackKind::HostThread && each.pid == place.pid && each.tid == place.tid;
    });
    if (thread == m_data.tracks.end())
        return {};
    const SliceTable& slices = m_data.slices;
    const Timestamp time = slices.start[instant.index()];
    const auto begin = slices.start.begin() + thread->firstSlice;
    const auto after = std::upper_bound(begin, begin + thread->sliceCount, time);
    SliceId innermost =
        after == begin ? SliceId {} : SliceTable::at(static_cast<std::size_t>(after - slices.start.begin()) - 1);
    while (innermost.isValid() && slices.end(innermost) < time)
        innermost = slices.parent[innermost.index()];
    return innermost;
}

std::vector<SliceId> Trace::stackOf(SliceId slice) const
{
    const SliceId end = isDeviceSide(kind(slice))               ? launchOf(slice)
        : track(trackOf(slice)).kind == TrackKind::HostInstants ? sliceAround(slice)
                                                                : slice;
    if (!end.isValid())
        return {};
    std::vector<SliceId> result = ancestors(end);
    if (end != slice)
        result.push_back(end);
    return result;
}

std::vector<SliceId> Trace::opStack(SliceId slice) const
{
    std::vector<SliceId> result = stackOf(slice);
    std::erase_if(result, [this](SliceId up) { return kind(up) == EventKind::PythonFunction; });
    return result;
}

std::vector<SliceId> Trace::pythonStack(SliceId slice) const
{
    std::vector<SliceId> result = stackOf(slice);
    std::erase_if(result, [this](SliceId up) { return kind(up) != EventKind::PythonFunction; });
    return result;
}

SliceId Trace::forwardOf(SliceId slice) const
{
    if (kind(slice) != EventKind::CpuOp)
        return {};
    for (const std::uint32_t index : m_data.flows.to(slice)) {
        const Flow& flow = m_data.flows.all()[index];
        const std::string_view name = category(flow.category);
        if (name == "fwdbwd" || name == "forward_backward")
            return flow.from;
    }
    return forwardBySequence(slice);
}

SliceId Trace::forwardBySequence(SliceId slice) const
{
    const EventIndex event = m_data.slices.eventIndex[slice.index()];
    const auto sequence = m_data.args.sequence.find(event);
    const auto forwardThread = m_data.args.fwdThread.find(event);
    // Forward ops carry thread 0: only ops of the backward pass name the thread they came from.
    if (!sequence || !forwardThread || *forwardThread == 0)
        return {};
    SliceId best;
    const auto& events = m_data.args.sequence.events();
    for (std::size_t i = 0; i < events.size(); ++i) {
        if (m_data.args.sequence.values()[i] != *sequence || events[i] == event
            || m_data.args.fwdThread.find(events[i]).value_or(0) != 0)
            continue;
        const SliceId candidate = sliceOfEvent(events[i]);
        if (!candidate.isValid() || kind(candidate) != EventKind::CpuOp
            || m_data.slices.start[candidate.index()] > m_data.slices.start[slice.index()])
            continue;
        // Several nested ops may carry the number; the innermost made the graph node, so it starts last.
        if (!best.isValid() || m_data.slices.start[candidate.index()] > m_data.slices.start[best.index()])
            best = candidate;
    }
    return best;
}

std::optional<std::int64_t> Trace::streamArg(SliceId slice) const
{
    if (!m_data.slices.has(slice, kSliceStreamArg))
        return std::nullopt;
    if (const auto own = m_data.args.stream.find(m_data.slices.eventIndex[slice.index()]))
        return own;
    const TrackId track = trackOf(slice);
    return track.isValid() ? std::optional(m_data.tracks[track.index()].stream) : std::nullopt;
}

std::string_view Trace::streamText(std::int64_t stream) const
{
    const auto found = m_data.streamTexts.find(stream);
    return found == m_data.streamTexts.end() ? std::string_view {} : text(found->second);
}

std::string_view Trace::deviceText(std::int64_t device) const
{
    const auto found = m_data.deviceTexts.find(device);
    return found == m_data.deviceTexts.end() ? std::string_view {} : text(found->second);
}

SliceId Trace::sliceOfEvent(EventIndex event) const
{
    const auto& events = m_data.slices.eventIndex;
    const auto it = std::ranges::find(events, event);
    return it == events.end() ? SliceId {} : SliceId { static_cast<std::size_t>(it - events.begin()) };
}

Result<std::string> Trace::eventJson(EventIndex event) const
{
    if (!m_data.argsSource)
        return notFromAFile();
    return m_data.argsSource->eventText(event);
}

Result<Done> Trace::visitEventJson(std::span<const EventIndex> events, const EventVisitor& visit) const
{
    if (!m_data.argsSource)
        return notFromAFile();
    return m_data.argsSource->visitTexts(events, visit);
}

std::size_t Trace::memoryBytes() const
{
    return bytesOf(m_data.slices) + bytesOf(m_data.counters.time) + bytesOf(m_data.counters.value)
        + bytesOf(m_data.counters.eventIndex) + m_data.flows.all().size() * (sizeof(Flow) + sizeof(std::uint32_t))
        + m_data.launches.all().size_bytes() + bytesOf(m_data.args) + m_data.endEvents.memoryBytes()
        + bytesOf(m_data.tracks) + bytesOf(m_data.laneOffsets) + bytesOf(m_data.laneStarts) + bytesOf(m_data.laneRows)
        + bytesOf(m_data.extraLane) + bytesOf(m_data.extraLaneFirst)
        + (m_data.timeline ? m_data.timeline->memoryBytes() : 0)
        + (m_data.argsSource ? m_data.argsSource->memoryBytes() : 0);
}

} // namespace kinetoscope
