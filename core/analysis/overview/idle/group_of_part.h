// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/work/blocking_calls.h"
#include "core/analysis/overview/idle/host_waits.h"
#include "core/analysis/overview/idle/idle_groups.h"
#include "core/base/progress.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string_view>

namespace kinetoscope {

// Which group a piece of idle time is of.

/// No allocation on the device takes so long: while the GPU is idle, such a call brings up the driver or a library.
inline constexpr Nanoseconds kSetUpCall = 100'000'000;

/// Pinning much memory of the host does take long.
[[nodiscard]] inline bool isSetUp(const Trace& trace, const IdlePart& part)
{
    return part.cause == Cause::MemoryAllocation && part.owner.isValid()
        && trace.slices().duration(part.owner) >= kSetUpCall
        && trace.name(part.owner).find("Host") == std::string_view::npos;
}

/// The ledger calls each short gap in front of work that was not queued a latency, also where no launch is in the file.
[[nodiscard]] inline bool isLaunchRecorded(const Trace& trace, SliceId work)
{
    return work.isValid() && trace.slices().partner[work.index()].isValid();
}

/// From this length on a gap is not to be blamed on the blocking call before it. Without its waits the host comes
/// earlier by what they take, all together, at most: of a gap of twice as much, half stays.
[[nodiscard]] inline Nanoseconds longestGapAfterSync(
    const Trace& trace, const BlockingCalls& blocking, const Progress& progress)
{
    Nanoseconds waits = 0;
    StopCheck check(progress);
    for (std::uint32_t row = 0; row < trace.slices().size() && waits < kLongAfterSync / 2 && !check.after(1); ++row) {
        const SliceId call = SliceTable::at(row);
        if (isApiCall(trace.slices().kind[row]) && blocking.blocks(call))
            waits = saturatingAdd(waits, trace.slices().duration(call));
    }
    return std::min(kLongAfterSync, 2 * waits);
}

/// @param mayBlame  whether the gap may be put down to the blocking call before it.
[[nodiscard]] inline IdleGroup groupOfPart(
    const Trace& trace, PythonWaits& waits, const IdlePart& part, const std::function<bool()>& mayBlame)
{
    if (isSetUp(trace, part))
        return IdleGroup::FirstUse;
    if (part.cause == Cause::LaunchLatency && !isLaunchRecorded(trace, part.owner))
        return IdleGroup::KernelGaps;
    switch (part.cause) {
    case Cause::DataLoading:
        return IdleGroup::DataLoading;
    case Cause::MemoryAllocation:
        return IdleGroup::Allocation;
    case Cause::CodeLoading:
        return IdleGroup::FirstUse;
    case Cause::Compilation:
        return IdleGroup::Compilation;
    case Cause::Profiler:
        return IdleGroup::Profiler;
    case Cause::KernelGap:
        return IdleGroup::KernelGaps;
    case Cause::EventWait:
        return IdleGroup::EventWait;
    case Cause::LateStart:
        return IdleGroup::LateStart;
    case Cause::UnknownLaunch:
        return IdleGroup::UnknownLaunch;
    default:
        break;
    }
    if (waits.has(part))
        return IdleGroup::PythonWait;
    const bool isInSync = part.cause == Cause::Synchronisation;
    if (part.afterCall.isValid() && !(isInSync && part.range.length() >= kLongInSync) && mayBlame())
        return IdleGroup::AfterSync;
    if (isInSync)
        return IdleGroup::InSync;
    return part.cause == Cause::Launch || part.cause == Cause::LaunchLatency ? IdleGroup::LaunchCalls
                                                                             : IdleGroup::HostBusy;
}

/// While graphs are made, other groups than those with causes of their own say nothing: a capture takes what is
/// launched.
[[nodiscard]] inline bool isOfGraphMaking(IdleGroup group, Cause cause)
{
    return cause != Cause::LaunchLatency
        && (group == IdleGroup::HostBusy || group == IdleGroup::LaunchCalls || group == IdleGroup::AfterSync
            || group == IdleGroup::PythonWait);
}

/// Whether time of a group may be the profiler's, where it is in frames of the profiler.
[[nodiscard]] inline bool mayBeOfProfiler(IdleGroup group, Cause cause)
{
    return isHostCause(cause)
        && (group == IdleGroup::HostBusy || group == IdleGroup::AfterSync || group == IdleGroup::InSync
            || group == IdleGroup::PythonWait);
}

} // namespace kinetoscope
