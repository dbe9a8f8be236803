// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/builder/stages.h"

#include <algorithm>

namespace kinetoscope::builder {

namespace {

constexpr std::uint16_t kImplausible = kSliceCorrupt | kSliceClamped;

void extend(TimeRange& range, bool& isEmpty, Timestamp begin, Timestamp end)
{
    range.begin = isEmpty ? begin : std::min(range.begin, begin);
    range.end = isEmpty ? end : std::max(range.end, end);
    isEmpty = false;
}

/// The `count` smallest starts of all tracks, ascending, or with `largest` the largest, descending.
std::vector<Timestamp> extremeStarts(const TraceData& data, std::size_t count, bool largest)
{
    const auto& start = data.slices.start;
    std::vector<Timestamp> found;
    for (const Track& track : data.tracks) {
        std::size_t taken = 0;
        for (std::uint32_t i = 0; i < track.sliceCount && taken < count; ++i) {
            const std::uint32_t row = largest ? track.endSlice() - 1 - i : track.firstSlice + i;
            if (data.slices.flags[row] & kImplausible)
                continue;
            found.push_back(start[row]);
            ++taken;
        }
    }
    if (largest)
        std::ranges::sort(found, std::greater<>());
    else
        std::ranges::sort(found);
    found.resize(std::min(found.size(), count));
    return found;
}

} // namespace

TimeRange wholeRange(const BuildState& state)
{
    const SliceTable& slices = state.data.slices;
    TimeRange range;
    bool isEmpty = true;
    for (std::size_t row = 0; row < slices.size(); ++row) {
        if (slices.flags[row] & kImplausible)
            continue;
        Nanoseconds duration = slices.duration32[row];
        if (slices.flags[row] & kSliceUnfinished) {
            duration = 0;
        } else if (slices.duration32[row] == EventBatch::kLongDuration) {
            const auto it = state.longDurations.find(slices.eventIndex[row]);
            duration = it != state.longDurations.end() ? it->second : 0;
        }
        extend(range, isEmpty, slices.start[row], saturatingAdd(slices.start[row], duration));
    }
    for (const Timestamp time : state.data.counters.time)
        extend(range, isEmpty, time, time);
    return range;
}

TimeRange coreRange(const TraceData& data, TimeRange range)
{
    const std::size_t mayDrop = data.slices.size() / 1000;
    if (mayDrop == 0)
        return range;
    const std::vector<Timestamp> first = extremeStarts(data, mayDrop + 1, false);
    const std::vector<Timestamp> last = extremeStarts(data, mayDrop + 1, true);
    if (first.size() != mayDrop + 1 || last.size() != mayDrop + 1)
        return range;
    // Drop `low` at the beginning and the rest of the allowance at the end, whichever split leaves least.
    TimeRange core = range;
    for (std::size_t low = 0; low <= mayDrop; ++low) {
        const TimeRange candidate { first[low], std::max(first[low], last[mayDrop - low]) };
        if (candidate.length() < core.length())
            core = candidate;
    }
    if (core.length() > range.length() / 100)
        return range;
    const Timestamp lastStart = core.end;
    for (std::size_t row = 0; row < data.slices.size(); ++row) {
        const bool isCore = data.slices.start[row] >= core.begin && data.slices.start[row] <= lastStart;
        if (isCore && !(data.slices.flags[row] & (kImplausible | kSliceUnfinished)))
            core.end = std::max(core.end, data.slices.end(SliceId { row }));
    }
    if (core.isEmpty() || core.length() > range.length() / 100)
        return range;
    return core;
}

} // namespace kinetoscope::builder
