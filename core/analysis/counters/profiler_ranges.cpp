// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/counters/profiler_ranges.h"

#include "core/base/analysis_name.h"
#include "core/base/vectors.h"
#include "core/io/json/event_args.h"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <unordered_map>

namespace kinetoscope {

namespace {

/// Args that Kineto writes on any device row; everything else on a range is a counter.
constexpr std::array<std::string_view, 6> kNoCounters { "External id", "correlation", "device", "context", "stream",
    "queued" };

std::vector<SliceId> rangesOf(const Trace& trace)
{
    const SliceTable& slices = trace.slices();
    std::vector<SliceId> found;
    for (const Track& track : trace.tracks()) {
        if (track.kind != TrackKind::DeviceOther)
            continue;
        for (std::uint32_t row = track.firstSlice; row < track.endSlice(); ++row) {
            const SliceId slice = SliceTable::at(row);
            if (slices.kind[row] == EventKind::ProfilerRange && !slices.has(slice, kSliceCorruptTime))
                found.push_back(slice);
        }
    }
    std::ranges::sort(found, [&slices](SliceId a, SliceId b) { return slices.startsBefore(a, b); });
    return found;
}

struct Value {
    std::uint32_t range = 0;
    std::uint32_t counter = 0;
    double value = 0;
};

} // namespace

Unit counterUnit(std::string_view counter)
{
    const bool isBytes = counter.find("bytes") != std::string_view::npos && counter.ends_with(".sum");
    return isBytes ? Unit::Bytes : Unit::None;
}

bool hasProfilerRanges(const Trace& trace)
{
    return !rangesOf(trace).empty();
}

Message countedNotTimed(const Trace& trace)
{
    const std::size_t ranges = rangesOf(trace).size();
    if (ranges == 0)
        return {};
    return { KT_PLURAL("cupti-counters",
                 "this is a recording of hardware counters (%1 range of cuda_profiler_range), which holds no times of "
                 "kernels. The analysis %2 shows them; for the times, record again without counters.",
                 "this is a recording of hardware counters (%1 ranges of cuda_profiler_range), which holds no times of "
                 "kernels. The analysis %2 shows them; for the times, record again without counters."),
        arg::Count { ranges }, analysisName("cupti-counters") };
}

Result<ProfilerRanges> readProfilerRanges(const Trace& trace, const Progress& progress)
{
    ProfilerRanges ranges;
    ranges.slices = rangesOf(trace);
    if (ranges.slices.empty())
        return ranges;
    const SliceTable& slices = trace.slices();
    std::vector<std::uint32_t> inFile(ranges.slices.size()); // positions in `ranges`, as the file has them
    std::iota(inFile.begin(), inFile.end(), 0u);
    const auto eventOf = [&](std::uint32_t range) { return slices.eventIndex[ranges.slices[range].index()]; };
    std::ranges::sort(inFile, {}, eventOf);
    std::vector<EventIndex> events = mapped(inFile, [&](const std::uint32_t range) { return eventOf(range); });

    std::vector<Value> values;
    std::unordered_map<std::string, std::uint32_t> counterOf;
    EventArgsReader reader;
    const std::size_t most = std::clamp<std::size_t>(kMostCounterValues / ranges.slices.size(), 1, kMostCounters);
    KT_TRY_DONE(trace.visitEventJson(events, [&](std::size_t i, std::string_view json) {
        for (const EventArgsReader::Arg& arg : reader.read(json)) {
            const auto number = EventArgsReader::numberOf(arg);
            if (!number || std::ranges::find(kNoCounters, arg.key) != kNoCounters.end())
                continue;
            auto counter = counterOf.find(arg.key);
            if (counter == counterOf.end() && ranges.counters.size() == most) {
                ++ranges.valuesLeftOut;
                continue;
            }
            if (counter == counterOf.end()) {
                counter = counterOf.emplace(arg.key, static_cast<std::uint32_t>(ranges.counters.size())).first;
                ranges.counters.push_back(arg.key);
            }
            values.push_back({ inFile[i], counter->second, *number });
        }
        return !progress.shouldStop();
    }));
    KT_TRY_DONE(progress.carryOn());
    ranges.values.assign(ranges.slices.size() * ranges.counters.size(), std::numeric_limits<double>::quiet_NaN());
    for (const Value& value : values)
        ranges.values[std::size_t { value.range } * ranges.counters.size() + value.counter] = value.value;
    return ranges;
}

} // namespace kinetoscope
