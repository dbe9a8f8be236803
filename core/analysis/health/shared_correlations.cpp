// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/health/shared_correlations.h"

#include "core/base/vectors.h"

#include <algorithm>
#include <cstdint>

namespace kinetoscope {

namespace {

/// Calls visit(slice) for those with a correlation number on the tracks of hosts or of devices.
template <typename Visit> void eachNumbered(const Trace& trace, bool onDevices, StopCheck& check, Visit visit)
{
    const SliceTable& slices = trace.slices();
    for (const Track& track : trace.tracks()) {
        for (std::uint32_t row = track.firstSlice; track.isDeviceSide() == onDevices && row < track.endSlice(); ++row) {
            if (check.after(1))
                return;
            if (const SliceId slice = SliceTable::at(row); slices.correlation(slice) > 0)
                visit(slice);
        }
    }
}

} // namespace

std::vector<SliceId> workOfSharedCorrelations(const Trace& trace, const Progress& progress)
{
    const SliceTable& slices = trace.slices();
    StopCheck check(progress);
    std::vector<SliceId> unlinked;
    std::vector<std::int64_t> numbers;
    eachNumbered(trace, true, check, [&](SliceId slice) {
        if (!isGpuWork(slices.kind[slice.index()]) || slices.partner[slice.index()].isValid())
            return;
        unlinked.push_back(slice);
        numbers.push_back(slices.correlation(slice));
    });
    if (unlinked.empty())
        return unlinked;
    sortUnique(numbers);
    std::vector<std::int64_t> called;
    eachNumbered(trace, false, check, [&](SliceId slice) {
        if (isApiCall(slices.kind[slice.index()]) && std::ranges::binary_search(numbers, slices.correlation(slice)))
            called.push_back(slices.correlation(slice));
    });
    sortUnique(called);
    std::erase_if(
        unlinked, [&](SliceId slice) { return !std::ranges::binary_search(called, slices.correlation(slice)); });
    std::ranges::sort(unlinked);
    return unlinked;
}

Message sharedCorrelations(const Trace& trace, const std::vector<SliceId>& work)
{
    std::vector<std::int64_t> numbers;
    for (const SliceId slice : work)
        numbers.push_back(trace.slices().correlation(slice));
    sortUnique(numbers);
    return { KT_PLURAL("trace-health",
                 "%1 GPU activity carries a correlation number that is used more than once (%2 in all): which call "
                 "launched what is not known there, nor launch delays, nor whether the GPU waits for the host.",
                 "%1 GPU activities carry correlation numbers that are used more than once (%2 in all): which call "
                 "launched what is not known there, nor launch delays, nor whether the GPU waits for the host."),
        arg::Count { work.size() }, arg::Count { numbers.size() } };
}

Message manySharedCorrelations(const Trace& trace, const Progress& progress)
{
    const std::vector<SliceId> work = workOfSharedCorrelations(trace, progress);
    return work.empty() || work.size() < trace.launches().all().size() / 10 ? Message {}
                                                                            : sharedCorrelations(trace, work);
}

} // namespace kinetoscope
