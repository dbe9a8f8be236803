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
    constexpr std::uint32_t kRows = 4096;
    StopCheck check(progress);
    for (const Track& track : trace.tracks()) {
        OpsOfThread ops;
        std::uint32_t row = track.firstSlice;
        for (; row < track.endSlice() && ops.first.size() < kEnoughOps && !check.after(1); ++row) {
            if (slices.kind[row] == EventKind::CpuOp)
                ops.first.push_back(slices.eventIndex[row]);
        }
        ops.count = ops.first.size();
        while (row < track.endSlice() && !check.after(kRows / 8)) { // as fast as memory: these are only counted
            const std::uint32_t end = std::min(track.endSlice(), row + kRows);
            ops.count += static_cast<std::size_t>(
                std::count(slices.kind.begin() + row, slices.kind.begin() + end, EventKind::CpuOp));
            row = end;
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
