// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/launch/stream_queue.h"

#include "core/base/release.h"
#include "core/base/sort_stably.h"
#include "core/numeric/intervals.h"

#include <algorithm>
#include <map>
#include <utility>

namespace kinetoscope {

namespace {

/// One change of a queue's length.
struct Change {
    Timestamp time = 0;
    EventIndex event = 0;
    std::int32_t by = 0;
    SliceId slice;
};

bool comesBefore(const Change& a, const Change& b)
{
    if (a.time != b.time)
        return a.time < b.time;
    return a.by != b.by ? a.by > b.by : a.event < b.event;
}

void setPoints(StreamQueue& queue, const std::vector<Change>& changes, const std::optional<TimeRange>& range)
{
    queue.points.reserve(changes.size());
    std::int64_t length = 0;
    auto change = changes.begin();
    if (range) {
        for (; change != changes.end() && change->time < range->begin; ++change)
            length += change->by;
        if (length != 0)
            queue.points.push_back({ range->begin, length, SliceId {} });
        queue.window = range;
    }
    for (; change != changes.end() && (!range || change->time < range->end); ++change) {
        length += change->by;
        queue.points.push_back({ change->time, length, change->slice });
    }
}

/// Calls visit(stretch, length) for the time between points.
template <typename Visit> void forEachStretch(const StreamQueue& queue, Visit visit)
{
    for (std::size_t i = 0; i < queue.points.size(); ++i) {
        const QueuePoint& point = queue.points[i];
        if (i + 1 < queue.points.size())
            visit(TimeRange { point.time, queue.points[i + 1].time }, point.length);
        else if (queue.window)
            visit(TimeRange { point.time, queue.window->end }, point.length);
    }
}

} // namespace

std::vector<StreamQueue> streamQueues(const RankTrace& rank, const RankLaunches& launches, QueuedUntil until,
    const std::optional<TimeRange>& range, const Progress& progress)
{
    const Trace& trace = *rank.trace;
    const SliceTable& slices = trace.slices();
    std::map<TrackId, std::vector<Change>> byTrack;
    StopCheck check(progress);
    for (const Launch& launch : launches.launches) {
        if (check.after(1))
            return {};
        byTrack[launch.stream].push_back({ rank.toJobTime(slices.start[launch.call.index()]),
            slices.eventIndex[launch.call.index()], 1, launch.call });
    }
    for (const Launch& launch : launches.launches) {
        if (check.after(1))
            return {};
        const Timestamp time =
            until == QueuedUntil::WorkStarts ? slices.start[launch.work.index()] : slices.end(launch.work);
        byTrack[launch.stream].push_back(
            { rank.toJobTime(time), slices.eventIndex[launch.work.index()], -1, launch.work });
    }
    std::vector<StreamQueue> queues;
    for (auto& [trackId, changes] : byTrack) {
        const Track& track = trace.track(trackId);
        sortRuns(changes, comesBefore, progress);
        if (progress.shouldStop())
            return {};
        StreamQueue queue { trackId, track.device, track.stream, {}, std::nullopt };
        setPoints(queue, changes, range);
        if (!queue.points.empty())
            queues.push_back(std::move(queue));
        release(changes); // twice as much as the points
    }
    sortStably(queues, [](const StreamQueue& a, const StreamQueue& b) {
        return a.device != b.device ? a.device < b.device
                                    : std::max(a.stream, Track::kNoStream) < std::max(b.stream, Track::kNoStream);
    });
    return queues;
}

std::optional<double> meanOverTime(const StreamQueue& queue)
{
    double sum = 0;
    forEachStretch(queue, [&sum](TimeRange stretch, std::int64_t length) {
        sum += static_cast<double>(length) * static_cast<double>(stretch.length());
    });
    TimeRange whole;
    if (queue.window)
        whole = *queue.window;
    else if (!queue.points.empty())
        whole = { queue.points.front().time, queue.points.back().time };
    if (whole.isEmpty())
        return std::nullopt;
    return sum / static_cast<double>(whole.length());
}

std::vector<TimeRange> timeAtLength(const StreamQueue& queue, std::int64_t limit)
{
    std::vector<TimeRange> found;
    forEachStretch(queue, [&found, limit](TimeRange stretch, std::int64_t length) {
        if (length >= limit && !stretch.isEmpty())
            appendJoined(found, stretch);
    });
    return found;
}

} // namespace kinetoscope
