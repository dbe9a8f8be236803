// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/builder/track_layout.h"

#include "core/base/ascii.h"
#include "core/model/builder/stages.h"
#include "core/model/text_number.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <tuple>
#include <utility>

namespace kinetoscope::builder {

namespace {

/// Kineto gives its GPU rows process sort indices from here on; files without sort indices get the same order.
constexpr std::int64_t kDeviceSortIndex = 5'000'000;

TrackKind kindOf(TrackClass trackClass)
{
    switch (trackClass) {
    case TrackClass::HostThread:
    case TrackClass::Overhead:
        return TrackKind::HostThread;
    case TrackClass::HostInstants:
        return TrackKind::HostInstants;
    case TrackClass::Span:
        return TrackKind::Span;
    case TrackClass::Stream:
        return TrackKind::Stream;
    case TrackClass::DeviceAnnotation:
        return TrackKind::DeviceAnnotation;
    case TrackClass::DeviceSync:
        return TrackKind::DeviceSync;
    case TrackClass::DeviceOther:
    case TrackClass::DeviceInstants:
        return TrackKind::DeviceOther;
    case TrackClass::Async:
        return TrackKind::HostAsync;
    }
    return TrackKind::HostThread;
}

/// Streams and devices that the file calls by a text ("stream 7", "default") get a number each. What stands for none
/// has none.
std::int64_t numberByText(StringId id, std::map<std::int64_t, StringId>& texts, const BuildState& state)
{
    static_assert(Track::kNoStream == Track::kNoDevice);
    const std::string_view text = state.text(id);
    if (trimmed(text).empty() || text == "-1" || text == "4294967295")
        return Track::kNoStream;
    std::int64_t number = numberOfText(text);
    while (texts.try_emplace(number, id).first->second != id)
        --number; // of two texts with one hash
    return number;
}

Track trackOf(const PendingTrack& pending, BuildState& state)
{
    const EventPlace& place = state.parsed.places[pending.place];
    Track track { .kind = kindOf(pending.trackClass),
        .pid = place.pid,
        .tid = pending.trackClass == TrackClass::Async ? StringId { 0u } : place.tid };
    if (track.isDeviceSide()) {
        track.device =
            place.device == Track::kNoDevice ? numberByText(place.pid, state.data.deviceTexts, state) : place.device;
        track.stream =
            place.stream == Track::kNoStream ? numberByText(place.tid, state.data.streamTexts, state) : place.stream;
    }
    track.sliceCount = pending.sliceCount;
    if (pending.trackClass == TrackClass::Async)
        track.name = state.text(pending.name).empty() ? "async" : std::string(state.text(pending.name));
    else if (pending.trackClass == TrackClass::Overhead)
        track.name = kOverheadTrackName;
    return track;
}

/// Projections of annotations carry no `stream`. Where the file calls their row by a text, as Kineto did in 2021
/// ("stream 7"), they lie on the stream of the work in that row.
void placeProjections(std::vector<Track>& tracks)
{
    std::map<std::pair<StringId, StringId>, const Track*> rows; // null: work of several streams
    for (const Track& track : tracks) {
        if (track.kind != TrackKind::Stream || track.stream < 0)
            continue;
        const auto [row, isNew] = rows.try_emplace({ track.pid, track.tid }, &track);
        if (!isNew)
            row->second = nullptr;
    }
    for (Track& track : tracks) {
        if (track.kind != TrackKind::DeviceAnnotation || track.stream >= Track::kNoStream)
            continue;
        const auto found = rows.find({ track.pid, track.tid });
        if (found != rows.end() && found->second) {
            track.device = found->second->device;
            track.stream = found->second->stream;
        }
    }
}

/// A pid that is no number of a GPU, as the name of one.
StringId nameOfPid(StringId pid, BuildState& state)
{
    const std::string text(state.text(pid));
    return std::ranges::all_of(text, isDigit) ? state.parsed.strings.intern("pid " + text) : pid;
}

/// Kineto writes the number of a GPU as pid and as `device`. Where several pids, none of them a host process, claim one
/// number, files of ranks were merged that each call their GPU so, and pids were changed to keep them apart (TraceLens,
/// SGLang): only the pid that is the number keeps it, the others are named by theirs, "[TP01] 0" or "pid 1000000".
void nameMergedDevices(std::vector<Track>& tracks, BuildState& state)
{
    std::set<StringId> hosts;
    for (const Track& track : tracks) {
        if (track.kind == TrackKind::HostThread)
            hosts.insert(track.pid);
    }
    std::map<std::int64_t, std::set<StringId>> pids; // of each device
    for (const Track& track : tracks) {
        if (track.kind == TrackKind::Stream && track.device >= 0 && !hosts.contains(track.pid))
            pids[track.device].insert(track.pid);
    }
    for (Track& track : tracks) {
        const auto found = track.isDeviceSide() ? pids.find(track.device) : pids.end();
        if (found != pids.end() && found->second.size() > 1 && found->second.contains(track.pid)
            && state.text(track.pid) != std::to_string(track.device))
            track.device = numberByText(nameOfPid(track.pid, state), state.data.deviceTexts, state);
    }
}

/// Indices into `tracks` in display order.
std::vector<std::uint32_t> displayOrder(const std::vector<Track>& tracks)
{
    // Processes and devices in the order in which they first appear, for equal sort indices.
    std::map<std::tuple<bool, StringId, std::int64_t>, std::uint32_t> groups;
    std::vector<std::uint32_t> groupOf(tracks.size());
    for (std::size_t i = 0; i < tracks.size(); ++i) {
        const auto key = std::make_tuple(tracks[i].isDeviceSide(), tracks[i].pid, tracks[i].device);
        groupOf[i] = groups.emplace(key, static_cast<std::uint32_t>(groups.size())).first->second;
    }
    const auto keyOf = [&](std::uint32_t i) {
        const Track& t = tracks[i];
        return std::make_tuple(
            t.processSortIndex, groupOf[i], t.kind, t.sortIndex, std::max(t.stream, Track::kNoStream), i);
    };
    std::vector<std::uint32_t> order(tracks.size());
    std::iota(order.begin(), order.end(), 0u);
    std::ranges::sort(order, {}, keyOf);
    return order;
}

} // namespace

NameTable::NameTable(const BuildState& state)
    : m_processName(state.parsed.strings.find("process_name"))
    , m_processSort(state.parsed.strings.find("process_sort_index"))
    , m_threadName(state.parsed.strings.find("thread_name"))
    , m_threadSort(state.parsed.strings.find("thread_sort_index"))
{
    for (const EventBatch& batch : state.parsed.batches) {
        for (const EventBatch::MetadataValue& value : batch.metadata) {
            if (value.row < batch.size())
                read(batch, value, state);
        }
    }
}

void NameTable::read(const EventBatch& batch, const EventBatch::MetadataValue& value, const BuildState& state)
{
    const StringId kind = batch.name[value.row];
    const EventPlace& place = state.parsed.places[batch.place[value.row]];
    if (kind == m_processName) {
        m_processes[place.pid].name = value.text;
    } else if (kind == m_processSort && value.hasNumber) {
        m_processes[place.pid].sortIndex = value.number;
    } else if (kind == m_threadName) {
        Thread& thread = m_threads[{ place.pid, place.tid }];
        (trimmed(state.text(value.text)).starts_with("stream") ? thread.streamName : thread.hostName) = value.text;
    } else if (kind == m_threadSort && value.hasNumber) {
        m_threads[{ place.pid, place.tid }].sortIndex = value.number;
    }
}

void NameTable::describe(Track& track, const BuildState& state) const
{
    if (track.isDeviceSide())
        track.processSortIndex = saturatingAdd(kDeviceSortIndex, std::max<std::int64_t>(track.device, 0));
    if (const auto it = m_processes.find(track.pid); it != m_processes.end()) {
        track.processName = trimmed(state.text(it->second.name));
        track.processSortIndex = it->second.sortIndex.value_or(track.processSortIndex);
    }
    if (track.kind == TrackKind::HostAsync || track.kind == TrackKind::Counter)
        return;
    std::string_view given;
    if (const auto it = m_threads.find({ track.pid, track.tid }); it != m_threads.end()) {
        const Thread& thread = it->second;
        const auto [first, second] = track.isDeviceSide() ? std::pair(thread.streamName, thread.hostName)
                                                          : std::pair(thread.hostName, thread.streamName);
        given = trimmed(state.text(first.isValid() ? first : second));
        track.sortIndex = thread.sortIndex.value_or(0);
        track.hasSortIndex = thread.sortIndex.has_value();
    }
    if (!track.name.empty())
        return;
    if (!given.empty())
        track.name = given;
    else if (track.isDeviceSide() && track.stream > Track::kNoStream)
        track.name = fmt::format("stream {}", track.stream);
    else if (track.kind == TrackKind::Span || track.isDeviceSide())
        track.name = state.text(track.tid).empty() ? "(no name)" : std::string(state.text(track.tid));
    else
        track.name = "thread " + std::string(state.text(track.tid).empty() ? "(none)" : state.text(track.tid));
}

void layOutTracks(BuildState& state, const NameTable& names)
{
    std::vector<Track> tracks;
    std::vector<std::size_t> sourceOf; ///< pending track, or counter group counted from state.tracks.size()
    for (std::size_t i = 0; i < state.tracks.size(); ++i) {
        if (state.tracks[i].sliceCount == 0)
            continue; // an E without its B made it
        tracks.push_back(trackOf(state.tracks[i], state));
        sourceOf.push_back(i);
    }
    nameMergedDevices(tracks, state);
    placeProjections(tracks);
    for (std::size_t i = 0; i < state.counterGroups.size(); ++i) {
        tracks.push_back(state.counterGroups[i].track);
        sourceOf.push_back(state.tracks.size() + i);
    }
    for (Track& track : tracks)
        names.describe(track, state);

    CounterTable& counters = state.data.counters;
    counters.time.reserve(state.counters.size());
    counters.value.reserve(state.counters.size());
    counters.eventIndex.reserve(state.counters.size());
    std::uint32_t firstSlice = 0;
    for (const std::uint32_t i : displayOrder(tracks)) {
        Track& track = tracks[i];
        if (track.kind == TrackKind::Counter) {
            takeSamples(state, state.counterGroups[sourceOf[i] - state.tracks.size()], track);
        } else {
            state.tracks[sourceOf[i]].final = TrackId { state.data.tracks.size() };
            track.firstSlice = firstSlice;
            firstSlice += track.sliceCount;
        }
        state.data.tracks.push_back(std::move(track));
    }
    release(state.counters);
    release(state.counterGroups);
}

} // namespace kinetoscope::builder
