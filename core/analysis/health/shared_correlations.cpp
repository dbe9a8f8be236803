// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/health/shared_correlations.h"

#include "core/base/vectors.h"

#include <algorithm>
#include <cstdint>

namespace kinetoscope {

namespace {

/// The numbers of host calls among `numbers`, sorted as these are.
std::vector<std::int64_t> calledOf(const Trace& trace, const std::vector<std::int64_t>& numbers, StopCheck& check)
{
    const SliceTable& slices = trace.slices();
    std::vector<std::int64_t> called;
    for (const Track& track : trace.tracks()) {
        for (std::uint32_t row = track.firstSlice; !track.isDeviceSide() && row < track.endSlice(); ++row) {
            if (check.after(1))
                return {};
            const SliceId slice = SliceTable::at(row);
            if (isApiCall(slices.kind[row]) && std::ranges::binary_search(numbers, slices.correlation(slice)))
                called.push_back(slices.correlation(slice));
        }
    }
    sortUnique(called);
    return called;
}

} // namespace

std::vector<SliceId> workOfSharedCorrelations(const Trace& trace, const Progress& progress)
{
    const SliceTable& slices = trace.slices();
    StopCheck check(progress);
    std::vector<SliceId> unlinked;
    std::vector<std::int64_t> numbers;
    for (const Track& track : trace.tracks()) {
        for (std::uint32_t row = track.firstSlice; track.isDeviceSide() && row < track.endSlice(); ++row) {
            if (check.after(1))
                return {};
            const SliceId slice = SliceTable::at(row);
            if (slices.partner[row].isValid() || !isGpuWork(slices.kind[row]) || slices.correlation(slice) <= 0)
                continue; // nearly all is linked
            unlinked.push_back(slice);
            numbers.push_back(slices.correlation(slice));
        }
    }
    if (unlinked.empty())
        return unlinked;
    sortUnique(numbers);
    const std::vector<std::int64_t> called = calledOf(trace, numbers, check);
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
