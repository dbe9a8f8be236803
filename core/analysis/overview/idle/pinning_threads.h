// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/model/trace_set.h"
#include "core/numeric/intervals.h"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace kinetoscope {

/// Whether an op or a call allocates memory of the host that is pinned, or pins some.
[[nodiscard]] inline bool pinsMemory(std::string_view name)
{
    for (const std::string_view with : { "cudaHostAlloc", "cudaMallocHost", "cudaHostRegister", "hipHostMalloc",
             "hipHostRegister", "cuMemHostAlloc", "cuMemAllocHost", "cuMemHostRegister" }) {
        if (name.substr(0, with.size()) == with)
            return true;
    }
    return name == "aten::pin_memory" || name == "aten::_pin_memory";
}

/// How long other threads of the main thread's process pin memory in these ranges, as the one that a data loader makes
/// for pin_memory=True does.
/// @param ranges  job time, disjoint and sorted.
/// O(slices of the host); O(1) for no ranges.
[[nodiscard]] inline Nanoseconds pinningBeside(
    const RankTrace& rank, TrackId mainThread, const std::vector<TimeRange>& ranges, const Progress& progress)
{
    if (ranges.empty() || !mainThread.isValid())
        return 0;
    const Trace& trace = *rank.trace;
    const SliceTable& slices = trace.slices();
    enum : std::uint8_t { Unasked, Pins, DoesNot };
    std::vector<std::uint8_t> names(trace.strings().size(), Unasked);
    std::vector<TimeRange> pinning;
    StopCheck check(progress);
    for (std::size_t i = 0; i < trace.tracks().size(); ++i) {
        const Track& track = trace.tracks()[i];
        if (track.kind != TrackKind::HostThread || TrackId { i } == mainThread
            || track.pid != trace.track(mainThread).pid)
            continue;
        for (std::uint32_t row = track.firstSlice; row < track.endSlice() && !check.after(1); ++row) {
            const SliceId slice = SliceTable::at(row);
            if (!slices.isSound(slice) || !(slices.kind[row] == EventKind::CpuOp || isApiCall(slices.kind[row])))
                continue;
            std::uint8_t& known = names[slices.name[row].index()];
            if (known == Unasked)
                known = pinsMemory(trace.name(slice)) ? Pins : DoesNot;
            if (known == Pins)
                pinning.push_back(rank.jobRange(slice));
        }
    }
    return totalLength(intersectionOf(unionOf(std::move(pinning)), ranges));
}

} // namespace kinetoscope
