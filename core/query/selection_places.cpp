// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/selection_places.h"

#include "core/base/sort_stably.h"
#include "core/model/trace_set.h"
#include "core/numeric/intervals.h"

#include <algorithm>
#include <unordered_map>

namespace kinetoscope {

namespace {

/// A part by its number: slices first, then intervals.
struct NumberedRange {
    TimeRange range;
    std::size_t number = 0;
};

bool isLonger(const NumberedRange& a, const NumberedRange& b)
{
    const Nanoseconds left = a.range.length();
    const Nanoseconds right = b.range.length();
    if (left != right)
        return left > right;
    return a.range.begin != b.range.begin ? a.range.begin < b.range.begin : a.number < b.number;
}

TimeRange jobRangeOf(const TraceSet& traces, const SliceRef& slice)
{
    const RankTrace& rank = traces.ranks()[slice.rank];
    return rank.toJobTime(rank.trace->slices().range(slice.slice));
}

/// Whether work of `track` is looked at for an interval of `wanted` (invalid: of the whole rank) or of a device.
bool isWorkOf(const Trace& trace, std::size_t track, TrackId wanted, std::int64_t device)
{
    const Track& candidate = trace.tracks()[track];
    if (candidate.kind != TrackKind::Stream || candidate.sliceCount == 0)
        return false;
    if (device != Track::kNoDevice)
        return candidate.device == device;
    return !wanted.isValid() || wanted == TrackId { track } || trace.track(wanted).kind != TrackKind::Stream;
}

} // namespace

SelectionTotals selectionTotals(const TraceSet& traces, const Selection& selection, const std::stop_token& stop)
{
    SelectionTotals totals { .slices = selection.slices.size(), .intervals = selection.intervals.size() };
    std::vector<NumberedRange> parts;
    std::vector<TimeRange> ranges;
    parts.reserve(totals.slices + totals.intervals);
    ranges.reserve(totals.slices + totals.intervals);
    const auto add = [&](TimeRange range) {
        parts.push_back({ range, parts.size() });
        ranges.push_back(range);
        totals.sum = saturatingAdd(totals.sum, range.length());
    };
    for (const SliceRef& slice : selection.slices)
        add(jobRangeOf(traces, slice));
    for (const IntervalRef& interval : selection.intervals)
        add(interval.range);
    if (stop.stop_requested())
        return totals;
    totals.covered = totalLength(unionOf(std::move(ranges)));
    const auto last =
        parts.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(parts.size(), SelectionTotals::kMostListed));
    std::partial_sort(parts.begin(), last, parts.end(), isLonger);
    for (auto part = parts.begin(); part != last; ++part) {
        SelectionPlace place;
        place.range = part->range;
        if (part->number < totals.slices)
            place.part.slices = { selection.slices[part->number] };
        else
            place.part.intervals = { selection.intervals[part->number - totals.slices] };
        totals.longest.push_back(std::move(place));
    }
    return totals;
}

IntervalSurroundings surroundingsOf(const TraceSet& traces, const IntervalRef& interval, std::int64_t device)
{
    const RankTrace& rank = traces.ranks()[interval.rank];
    const Trace& trace = *rank.trace;
    const SliceTable& slices = trace.slices();
    const TimeRange range { rank.toTraceTime(interval.range.begin), rank.toTraceTime(interval.range.end) };

    IntervalSurroundings around;
    for (std::size_t i = 0; i < trace.tracks().size(); ++i) {
        if (!isWorkOf(trace, i, interval.track, device))
            continue;
        const Track& track = trace.tracks()[i];
        const auto begin = slices.start.begin() + track.firstSlice;
        const auto end = slices.start.begin() + track.endSlice();
        const auto next = std::lower_bound(begin, end, range.end);
        if (next != end) {
            const SliceId work = SliceTable::at(static_cast<std::size_t>(next - slices.start.begin()));
            if (!around.after.isValid() || *next < slices.start[around.after.index()])
                around.after = work;
        }
        const auto first = std::lower_bound(begin, next, range.begin);
        if (first != begin) {
            const SliceId work = SliceTable::at(static_cast<std::size_t>(first - slices.start.begin()) - 1);
            if (!around.before.isValid() || slices.end(work) > slices.end(around.before))
                around.before = work;
        }
    }

    around.thread = awaitedThread(trace, around.after);
    if (!around.thread.isValid())
        return around;
    std::unordered_map<StringId, std::size_t> byName;
    std::vector<Nanoseconds> most;
    around.outside = range.length();
    for (const InnermostSlice& each : innermostSlices(trace, around.thread, range)) {
        const StringId name = slices.name[each.slice.index()];
        const auto [at, isNew] = byName.try_emplace(name, around.activities.size());
        if (isNew) {
            around.activities.push_back({ name, each.slice, 0 });
            most.push_back(0);
        }
        IntervalSurroundings::Activity& activity = around.activities[at->second];
        activity.self = saturatingAdd(activity.self, each.self);
        if (each.self > most[at->second]) {
            most[at->second] = each.self;
            activity.longest = each.slice;
        }
        around.outside -= std::min(around.outside, each.self);
    }
    sortStably(around.activities, std::greater {}, &IntervalSurroundings::Activity::self);
    return around;
}

} // namespace kinetoscope
