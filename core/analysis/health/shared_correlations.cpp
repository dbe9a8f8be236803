// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/health/shared_correlations.h"

#include "core/base/vectors.h"
#include "core/numeric/near_search.h"

#include <algorithm>
#include <cstdint>

namespace kinetoscope {

namespace {

/// The GPU work that has a number and is linked to no launch, by track.
std::vector<SliceId> unlinkedOf(const Trace& trace, StopCheck& check)
{
    const SliceTable& slices = trace.slices();
    std::vector<SliceId> unlinked;
    for (const Track& track : trace.tracks()) {
        for (std::uint32_t row = track.firstSlice; track.isDeviceSide() && row < track.endSlice(); ++row) {
            if (check.after(1))
                return {};
            const SliceId slice = SliceTable::at(row);
            if (!slices.partner[row].isValid() && isGpuWork(slices.kind[row]) && slices.correlation(slice) > 0)
                unlinked.push_back(slice);
        }
    }
    return unlinked;
}

/// The numbers of host calls among `numbers`, sorted as these are.
/// @param numbers  not empty.
std::vector<std::int64_t> calledOf(const Trace& trace, const std::vector<std::int64_t>& numbers, StopCheck& check)
{
    const SliceTable& slices = trace.slices();
    std::vector<std::int64_t> called;
    auto near = numbers.begin(); // calls come nearly in the order of their numbers
    for (const Track& track : trace.tracks()) {
        for (std::uint32_t row = track.firstSlice; !track.isDeviceSide() && row < track.endSlice(); ++row) {
            if (check.after(1))
                return {};
            if (!isApiCall(slices.kind[row]))
                continue;
            const std::int64_t number = slices.correlation(SliceTable::at(row));
            const auto behind = upperBoundNear(numbers.begin(), near, numbers.end(), number);
            if (behind != numbers.begin() && *(behind - 1) == number)
                called.push_back(number);
            near = behind != numbers.end() ? behind : behind - 1;
        }
    }
    sortUnique(called);
    return called;
}

/// Those of `unlinked` whose number a call carries, by row.
std::vector<SliceId> calledAmong(std::vector<SliceId> unlinked, const Trace& trace, StopCheck& check)
{
    if (unlinked.empty())
        return unlinked;
    const auto numberOf = [&trace](SliceId slice) { return trace.slices().correlation(slice); };
    std::vector<std::int64_t> numbers = mapped(unlinked, numberOf);
    sortUnique(numbers);
    const std::vector<std::int64_t> called = calledOf(trace, numbers, check);
    if (called.empty())
        return {};
    std::erase_if(unlinked, [&](SliceId slice) { return !std::ranges::binary_search(called, numberOf(slice)); });
    std::ranges::sort(unlinked);
    return unlinked;
}

} // namespace

std::vector<SliceId> workOfSharedCorrelations(const Trace& trace, const Progress& progress)
{
    StopCheck check(progress);
    return calledAmong(unlinkedOf(trace, check), trace, check);
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
    const auto areMany = [few = trace.launches().all().size() / 10](
                             const std::vector<SliceId>& work) { return !work.empty() && work.size() >= few; };
    StopCheck check(progress);
    std::vector<SliceId> work = unlinkedOf(trace, check);
    if (!areMany(work)) // nor are those of them whose number a call carries
        return {};
    work = calledAmong(std::move(work), trace, check);
    return areMany(work) ? sharedCorrelations(trace, work) : Message {};
}

} // namespace kinetoscope
