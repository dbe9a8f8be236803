// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/timeline/timeline_tree.h"

#include "core/base/ascii.h"
#include "core/base/sort_stably.h"
#include "core/model/colour_class.h"
#include "core/model/overhead_track.h"
#include "core/model/pyramid/timeline_index.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <tuple>

namespace kinetoscope {

namespace {

// Annotations nest a few deep at most; deeper ones would push the work off the screen.
constexpr int kOpenAnnotationLanes = 4;
// Beside the main thread, further launching threads (autograd's) open while all of a rank's open ones take so few
// lanes: the streams below are what people came for.
constexpr int kOpenHostLanes = 8;
// A main thread that is deeper starts as a strip: half a screen of rows, and no stream would be in view.
constexpr int kMostMainLanes = 16;
// A trace without GPU work (CPU-only, generic Chrome) opens its threads, but not hundreds of them.
constexpr int kOpenHostTracks = 24;

constexpr std::uint32_t bit(ColourClass colourClass)
{
    return 1u << static_cast<unsigned>(colourClass);
}

bool holdsEvents(const Track& track)
{
    return track.sliceCount > 0 || track.sampleCount > 0;
}

/// Whether a thread put work on a device. Stops at the first launch.
bool launchesWork(const Trace& trace, const Track& track)
{
    const SliceTable& slices = trace.slices();
    for (std::uint32_t row = track.firstSlice; row < track.endSlice(); ++row) {
        if (isApiCall(slices.kind[row]) && slices.partner[row].isValid())
            return true;
    }
    return false;
}

std::uint32_t classesOf(const Trace& trace, TrackId id)
{
    std::uint32_t classes = 0;
    for (std::uint16_t lane = 0; lane < trace.track(id).laneCount; ++lane)
        classes |= trace.timeline().classesIn(id, lane);
    return classes;
}

bool isOpenAtFirst(const Trace& trace, TrackId id, bool hasGpuWork)
{
    const Track& track = trace.track(id);
    if (!holdsEvents(track))
        return false;
    switch (track.kind) {
    case TrackKind::Stream:
    case TrackKind::Counter:
        return true;
    case TrackKind::DeviceAnnotation:
        return track.laneCount <= kOpenAnnotationLanes;
    case TrackKind::HostThread:
        if (hasGpuWork)
            return track.isMainThread || launchesWork(trace, track);
        return (classesOf(trace, id) & ~bit(ColourClass::PythonFrame)) != 0;
    case TrackKind::HostAsync:
        return !hasGpuWork;
    case TrackKind::HostInstants:
    case TrackKind::DeviceSync:
    case TrackKind::DeviceOther:
    case TrackKind::Span:
        break;
    }
    return false;
}

TreeTrack treeTrack(const Trace& trace, TrackId id, bool hasGpuWork)
{
    return TreeTrack { .track = id,
        .expandedAtFirst = isOpenAtFirst(trace, id, hasGpuWork),
        .foldedLanes = trace.timeline().foldedLanes().laneCount(id) };
}

std::string groupTitle(const Trace& trace, const Track& track, bool isDevice, Wording wording)
{
    if (isDevice) {
        std::string title = "GPU ";
        if (track.device < 0)
            return title.append(trace.deviceText(track.device));
        title += std::to_string(track.device);
        for (const DeviceProperties& device : trace.metadata().devices) {
            if (device.id == track.device && !device.name.empty())
                title += " \u00b7 " + device.name;
        }
        return title;
    }
    const std::string pid(trace.text(track.pid));
    if (track.processName.empty())
        return pid.empty() ? wording({ KT_PHRASE("timeline", "process") })
                           : wording({ KT_PHRASE("timeline", "process %1"), arg::Text { pid } });
    return pid.empty() || pid == track.processName ? track.processName : track.processName + " \u00b7 " + pid;
}

/// What a profiler writes about itself, under names in place of a process: its window ("Traces", "Spans"), and its
/// marks beside that, of no process.
bool isOfProfiler(const Trace& trace, const TreeGroup& group)
{
    return !group.isDevice && std::ranges::all_of(group.tracks, [&trace](const TreeTrack& each) {
        const Track& track = trace.track(each.track);
        const bool isMark = track.kind == TrackKind::Span || track.kind == TrackKind::HostInstants;
        return isMark && std::ranges::none_of(trace.text(track.pid), isDigit);
    });
}

/// Several lines about nothing that works become one.
void foldProfiler(std::vector<TreeGroup>& groups, const Trace& trace, Wording wording)
{
    const auto isFolded = [&trace](const TreeGroup& group) { return isOfProfiler(trace, group); };
    const auto first = std::ranges::find_if(groups, isFolded);
    const bool hasWindow = std::ranges::any_of(
        trace.tracks(), [](const Track& track) { return track.kind == TrackKind::Span && track.sliceCount > 0; });
    if (first == groups.end() || !hasWindow)
        return;
    first->title = wording({ KT_PHRASE("timeline", "profiler") });
    if (groups.size() > 1) // beside anything else it is one line
        first->expandedAtFirst = false;
    for (auto other = first + 1; other != groups.end(); ++other) {
        if (isFolded(*other))
            std::ranges::copy(other->tracks, std::back_inserter(first->tracks));
    }
    groups.erase(std::remove_if(first + 1, groups.end(), isFolded), groups.end());
}

/// "rank 3", and what there is of one whose trace is not loaded.
void nameRank(TreeRank& result, const RankTrace& rank, Wording wording)
{
    result.shortTitle = wording({ KT_PHRASE("timeline", "rank %1"), arg::Number { rank.rank } });
    result.title = result.shortTitle;
    switch (rank.presence) {
    case RankPresence::Loaded:
        break;
    case RankPresence::Summary:
        result.title = wording({ KT_PHRASE("timeline", "rank %1 (summary)"), arg::Number { rank.rank } });
        break;
    case RankPresence::Listed:
        result.title = wording({ KT_PHRASE("timeline", "rank %1 (not loaded)"), arg::Number { rank.rank } });
        break;
    case RankPresence::Failed:
        result.title = wording({ KT_PHRASE("timeline", "rank %1 (could not be read)"), arg::Number { rank.rank } });
        break;
    }
}

/// The tracks by process or device, in the order of the first of each; groups without an event are left out.
std::vector<TreeGroup> groupsOf(const Trace& trace, bool hasGpuWork, Wording wording)
{
    // Counters of a device belong beside its streams.
    const auto keyOf = [](const Track& track) {
        const bool isDevice = track.device != Track::kNoDevice;
        return std::tuple(isDevice, isDevice ? track.device : 0, isDevice ? StringId {} : track.pid);
    };
    std::map<decltype(keyOf(Track {})), std::size_t> groupOf;
    std::vector<TreeGroup> groups;
    std::vector<bool> used;
    for (std::size_t i = 0; i < trace.tracks().size(); ++i) {
        const Track& track = trace.tracks()[i];
        const auto key = keyOf(track);
        const auto [it, isNew] = groupOf.emplace(key, groups.size());
        if (isNew) {
            TreeGroup group { .isDevice = std::get<0>(key), .device = track.device };
            group.title = groupTitle(trace, track, group.isDevice, wording);
            groups.push_back(std::move(group));
            used.push_back(false);
        }
        used[it->second] = used[it->second] || holdsEvents(track);
        groups[it->second].tracks.push_back(treeTrack(trace, TrackId { i }, hasGpuWork));
    }

    const auto isOverhead = [&trace](const TreeTrack& each) {
        return isOverheadOfNoProcess(trace, trace.track(each.track));
    };
    std::vector<TreeGroup> kept;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        if (!used[i])
            continue;
        if (!groups[i].isDevice && std::ranges::all_of(groups[i].tracks, isOverhead))
            groups[i].title = wording({ KT_PHRASE("timeline", "work of the profiler") });
        kept.push_back(std::move(groups[i]));
    }
    return kept;
}

/// Processes that work, then devices, then what a profiler adds about itself.
int placeOf(const TreeGroup& group)
{
    if (group.isDevice)
        return 1;
    return std::ranges::any_of(group.tracks, &TreeTrack::expandedAtFirst) ? 0 : 2;
}

TreeRank treeRank(const RankTrace& rank, Wording wording)
{
    const Trace& trace = *rank.trace;
    TreeRank result;
    nameRank(result, rank, wording);
    result.hasSteps = !trace.steps().empty();

    bool hasGpuWork = false;
    for (const Track& track : trace.tracks())
        hasGpuWork = hasGpuWork || (track.kind == TrackKind::Stream && track.sliceCount > 0);

    result.groups = groupsOf(trace, hasGpuWork, wording);
    foldProfiler(result.groups, trace, wording);
    // Devices by number, then those that the file names by a text.
    const auto numberOf = [](const TreeGroup& group) {
        return group.device >= 0 ? group.device : std::numeric_limits<std::int64_t>::max();
    };
    sortStably(result.groups, [&](const TreeGroup& a, const TreeGroup& b) {
        return placeOf(a) != placeOf(b) ? placeOf(a) < placeOf(b) : a.isDevice && numberOf(a) < numberOf(b);
    });
    // What does no work beside what does is one line each.
    for (TreeGroup& group : result.groups)
        group.expandedAtFirst = group.expandedAtFirst && (!hasGpuWork || placeOf(group) != 2);
    return result;
}

int lanesOf(const Trace& trace, const TreeTrack& track)
{
    return track.foldedLanes > 0 ? track.foldedLanes : trace.track(track.track).laneCount;
}

/// Folds launching threads that would push the rank's streams off the screen; of several ranks, only the first shows
/// how its work is launched.
void makeRoomForStreams(TreeRank& tree, const Trace& trace, bool isFirstRank)
{
    if (std::ranges::none_of(tree.groups, &TreeGroup::isDevice))
        return;
    std::vector<TreeTrack*> open;
    for (TreeGroup& group : tree.groups) {
        for (TreeTrack& track : group.tracks) {
            if (track.expandedAtFirst && trace.track(track.track).kind == TrackKind::HostThread)
                open.push_back(&track);
        }
    }
    std::stable_partition(
        open.begin(), open.end(), [&trace](const TreeTrack* track) { return trace.track(track->track).isMainThread; });
    int lanes = 0;
    for (TreeTrack* track : open) {
        const bool isMain = trace.track(track->track).isMainThread;
        const int more = lanesOf(trace, *track);
        track->expandedAtFirst = isFirstRank && (isMain ? more <= kMostMainLanes : lanes + more <= kOpenHostLanes);
        track->foldedForStreams = !track->expandedAtFirst;
        lanes += track->expandedAtFirst ? more : 0;
    }
}

/// Where many threads would push the rank's streams off the screen even as strips, devices stand above processes.
void putStreamsInView(TreeRank& tree, const Trace& trace)
{
    constexpr int kLaneHeight = 18; // px, of normal density: what fits a small window is a rough question
    constexpr int kStripHeight = 13;
    constexpr int kMostAbove = 320;
    int above = 0;
    for (const TreeGroup& group : tree.groups) {
        if (group.isDevice)
            break;
        for (const TreeTrack& track : group.tracks) {
            if (holdsEvents(trace.track(track.track)))
                above += track.expandedAtFirst ? lanesOf(trace, track) * kLaneHeight : kStripHeight;
        }
    }
    if (above > kMostAbove)
        std::stable_partition(
            tree.groups.begin(), tree.groups.end(), [](const TreeGroup& group) { return group.isDevice; });
}

/// Keeps the first threads of a job without GPU work open and folds the rest.
void limitOpenTracks(TimelineTree& tree)
{
    int open = 0;
    for (TreeRank& rank : tree.ranks) {
        for (TreeGroup& group : rank.groups) {
            for (TreeTrack& track : group.tracks) {
                if (!group.isDevice && track.expandedAtFirst && ++open > kOpenHostTracks)
                    track.expandedAtFirst = false;
            }
        }
    }
}

} // namespace

TimelineTree buildTimelineTree(const TraceSet& traces, Wording wording)
{
    TimelineTree tree;
    for (const RankTrace& rank : traces.ranks()) {
        tree.ranks.push_back(treeRank(rank, wording));
        makeRoomForStreams(tree.ranks.back(), *rank.trace, tree.ranks.size() == 1);
        putStreamsInView(tree.ranks.back(), *rank.trace);
    }
    limitOpenTracks(tree);
    if (traces.ranks().size() >= kManyRanks) {
        for (TreeRank& rank : tree.ranks) {
            for (TreeGroup& group : rank.groups)
                group.expandedAtFirst = false;
        }
    }
    return tree;
}

void placeSeries(TimelineTree& tree, std::span<const OverlaySeries* const> series)
{
    for (TreeRank& rank : tree.ranks) {
        rank.series.clear();
        for (TreeGroup& group : rank.groups) {
            group.series.clear();
            for (TreeTrack& track : group.tracks)
                track.series.clear();
        }
    }
    const auto listOf = [](TreeRank& rank, const OverlaySeries& each) -> std::vector<std::uint32_t>& {
        for (TreeGroup& group : rank.groups) {
            for (TreeTrack& track : group.tracks) {
                if (each.track.isValid() && track.track == each.track)
                    return track.series;
            }
            if (!each.track.isValid() && group.isDevice && each.device != Track::kNoDevice
                && group.device == each.device)
                return group.series;
        }
        return rank.series;
    };
    for (std::uint32_t i = 0; i < series.size(); ++i) {
        if (series[i]->rank < tree.ranks.size())
            listOf(tree.ranks[series[i]->rank], *series[i]).push_back(i);
    }
}

} // namespace kinetoscope
