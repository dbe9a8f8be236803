// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/host/call_stacks.h"

#include "core/base/sort_stably.h"
#include "core/io/json/argument_scan.h"

#include <algorithm>
#include <functional>
#include <string_view>
#include <vector>

namespace kinetoscope {

namespace {

/// The ops of a thread.
struct OpsOfThread {
    std::size_t count = 0;
    std::vector<EventIndex> first; ///< by start
};

/// Most ops first. Not complete if told to stop.
std::vector<OpsOfThread> threadsWithOps(const Trace& trace, const Progress& progress)
{
    constexpr std::size_t kEnoughOps = 64; // those that begin while nothing of Python runs have none
    std::vector<OpsOfThread> threads;
    const SliceTable& slices = trace.slices();
    StopCheck check(progress);
    for (const Track& track : trace.tracks()) {
        OpsOfThread ops;
        for (std::uint32_t row = track.firstSlice; row < track.endSlice() && !check.after(1); ++row) {
            if (slices.kind[row] != EventKind::CpuOp)
                continue;
            ++ops.count;
            if (ops.first.size() < kEnoughOps)
                ops.first.push_back(slices.eventIndex[row]);
        }
        if (ops.count > 0)
            threads.push_back(std::move(ops));
    }
    sortStably(threads, std::greater {}, &OpsOfThread::count);
    return threads;
}

} // namespace

Result<bool> opsTellCallStacks(const Trace& trace, const Progress& progress)
{
    constexpr std::size_t kMostThreads = 8;
    std::vector<EventIndex> events;
    std::vector<OpsOfThread> threads = threadsWithOps(trace, progress);
    threads.resize(std::min(threads.size(), kMostThreads));
    for (const OpsOfThread& thread : threads)
        events.insert(events.end(), thread.first.begin(), thread.first.end());
    std::ranges::sort(events);
    bool isFound = false;
    const auto visit = [&](std::size_t, std::string_view json) {
        const std::string_view stack = argumentOf(json, "Call stack");
        isFound = stack.starts_with('"') && stack != "\"\"";
        return !isFound && !progress.shouldStop();
    };
    KT_TRY_DONE(trace.visitEventJson(events, visit));
    KT_TRY_DONE(progress.carryOn());
    return isFound;
}

} // namespace kinetoscope
