// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/work/hand_over.h"

#include "core/base/contains.h"

#include <algorithm>
#include <array>

namespace kinetoscope {

bool isCopyCall(std::string_view name)
{
    // Asked once a gap: most calls have no part of any of the names below, and no m.
    if ((name.find('m') == std::string_view::npos || !contains(name, "em")) && !contains(name, "USM"))
        return false;
    for (const std::string_view begin :
        { "cudaMemcpy", "cudaMemset", "cuMemcpy", "cuMemset", "hipMemcpy", "hipMemset" }) {
        if (name.starts_with(begin))
            return true;
    }
    static constexpr std::array<std::string_view, 5> kAnywhere { "Memcpy", "memcpy", "MemoryCopy", "MemoryFill",
        "USMFill" };
    return containsAny(name, kAnywhere);
}

bool launchesWork(const Trace& trace, SliceId call)
{
    const SliceId first = trace.slices().partner[call.index()];
    return first.isValid() && (isGpuWork(trace.kind(first)) || !trace.launches().of(call).empty());
}

Timestamp handedOver(const Trace& trace, SliceId work)
{
    const SliceTable& slices = trace.slices();
    const SliceId launch = slices.partner[work.index()];
    const Timestamp returned = slices.end(launch);
    // What had returned by then is the same of copies and of all others, and texts lie far apart.
    if (returned <= slices.start[work.index()] && returned <= slices.start[slices.partner[launch.index()].index()])
        return returned;
    return handedOver(trace, work, isCopyCall(trace.name(launch)));
}

Timestamp handedOver(const Trace& trace, SliceId work, bool isCopy)
{
    const SliceTable& slices = trace.slices();
    const SliceId launch = slices.partner[work.index()];
    const Timestamp start = slices.start[work.index()];
    const Timestamp returned = slices.end(launch);
    if (isCopy)
        return returned <= start ? returned : std::min(slices.start[launch.index()], start);
    return std::min(returned, slices.start[slices.partner[launch.index()].index()]);
}

Timestamp hostLateUntil(const Trace& trace, SliceId work, const TimeRange& gap, Nanoseconds threshold)
{
    const SliceTable& slices = trace.slices();
    const SliceId launch = slices.partner[work.index()];
    const Timestamp handed = handedOver(trace, work);
    if (slices.end(launch) >= gap.end && (handed > gap.begin || gap.length() >= threshold)
        && isCopyCall(trace.name(launch)))
        return gap.end;
    return std::clamp(handed, gap.begin, gap.end);
}

} // namespace kinetoscope
