// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/health/blocking_launches.h"

namespace kinetoscope {

BlockingLaunches blockingLaunchesOf(const Trace& trace, const Progress& progress)
{
    constexpr std::size_t kFewest = 10;
    const SliceTable& slices = trace.slices();
    BlockingLaunches found;
    Nanoseconds time = 0;
    Nanoseconds inCalls = 0;
    StopCheck check(progress);
    for (const LaunchTable::Link& link : trace.launches().all()) {
        if (check.after(1))
            return {};
        if (slices.kind[link.work.index()] != EventKind::Kernel || !slices.isSound(link.work))
            continue;
        ++found.all;
        time = saturatingAdd(time, slices.duration(link.work));
        if (slices.start[link.work.index()] < slices.start[link.launch.index()]
            || slices.end(link.work) > slices.end(link.launch))
            continue;
        found.kernels.push_back(link.work);
        inCalls = saturatingAdd(inCalls, slices.duration(link.work));
    }
    const bool areMost = found.kernels.size() >= kFewest && found.kernels.size() >= found.all - found.all / 10
        && inCalls >= time - time / 10;
    return areMost ? found : BlockingLaunches { .kernels = {}, .all = found.all };
}

Message blockingLaunches(const BlockingLaunches& found)
{
    return {
        KT_PHRASE("trace-health",
            "%1 of %2 kernels begin and end inside their launch call: launches wait here, as with "
            "CUDA_LAUNCH_BLOCKING=1. The host never runs ahead, and the time of kernels is that of launch calls in "
            "causes, paths and replays."),
        arg::Count { found.kernels.size() }, arg::Count { found.all }
    };
}

} // namespace kinetoscope
