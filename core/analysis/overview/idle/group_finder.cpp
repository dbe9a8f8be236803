// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/idle/group_finder.h"

#include "core/analysis/causes/work/blocking_calls.h"

#include <algorithm>
#include <cstdint>
#include <string_view>

namespace kinetoscope {

namespace {

/// No allocation on the device takes so long: while the GPU is idle, such a call brings up the driver or a library.
constexpr Nanoseconds kSetUpCall = 100'000'000;

/// Pinning much memory of the host does take long.
bool isSetUp(const Trace& trace, const IdlePart& part)
{
    return part.cause == Cause::MemoryAllocation && part.owner.isValid()
        && trace.slices().duration(part.owner) >= kSetUpCall
        && trace.name(part.owner).find("Host") == std::string_view::npos;
}

/// From this length on a gap is not to be blamed on the blocking call before it. Without its waits the host comes
/// earlier by what they take, all together, at most: of a gap of twice as much, half stays.
Nanoseconds longestGapAfterSync(const Trace& trace, const BlockingCalls& blocking, const Progress& progress)
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

/// While graphs are made, other groups than those with causes of their own say nothing: a capture takes what is
/// launched.
bool isOfGraphMaking(IdleGroup group, Cause cause)
{
    return cause != Cause::LaunchLatency
        && (group == IdleGroup::HostBusy || group == IdleGroup::LaunchCalls || group == IdleGroup::AfterSync
            || group == IdleGroup::PythonWait);
}

/// Whether time of a group may be the profiler's, where it is in frames of the profiler.
bool mayBeOfProfiler(IdleGroup group, Cause cause)
{
    return isHostCause(cause)
        && (group == IdleGroup::HostBusy || group == IdleGroup::AfterSync || group == IdleGroup::InSync
            || group == IdleGroup::PythonWait);
}

} // namespace

GroupFinder::GroupFinder(
    const RankTrace& rank, const IdleLedger& ledger, CallerNames& callers, PythonWaits& waits, const Progress& progress)
    : m_trace(*rank.trace)
    , m_blocking(ledger.blocking())
    , m_waits(waits)
    , m_progress(progress)
    , m_profiler(m_trace)
    , m_usualLaunches(m_trace, m_blocking, callers, rank.stepNumbers().size(), progress)
{
}

GroupFinder::Found GroupFinder::of(const IdlePart& part, const IdleGap& gap, SliceId collective, bool areGraphsMade)
{
    IdleGroup group = collective.isValid() ? IdleGroup::Collective : byCause(part, gap.whole.length());
    // A call that prepares the copy which ends the gap had waited for nothing.
    if (group == IdleGroup::AfterSync && part.owner == part.afterCall && part.cause == Cause::CopyCall
        && m_trace.slices().partner[gap.after.index()] == part.owner)
        group = IdleGroup::HostBusy;
    if (areGraphsMade && isOfGraphMaking(group, part.cause))
        group = IdleGroup::Capture;
    const bool isInProfiler = mayBeOfProfiler(group, part.cause) && m_profiler.has(part.owner);
    const bool isAfterProfiler = group == IdleGroup::AfterSync && !isInProfiler && m_profiler.has(part.afterCall);
    return { isInProfiler || isAfterProfiler ? IdleGroup::Profiler : group, isAfterProfiler };
}

IdleGroup GroupFinder::byCause(const IdlePart& part, Nanoseconds gapLength)
{
    if (isSetUp(m_trace, part))
        return IdleGroup::FirstUse;
    if (part.cause == Cause::LaunchLatency && !isLaunchRecorded(m_trace, part.owner))
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
    if (m_waits.has(part))
        return IdleGroup::PythonWait;
    const bool isInSync = part.cause == Cause::Synchronisation;
    if (part.afterCall.isValid() && !(isInSync && part.range.length() >= kLongInSync)
        && mayBlame(part.afterCall, gapLength))
        return IdleGroup::AfterSync;
    if (isInSync)
        return IdleGroup::InSync;
    return part.cause == Cause::Launch || part.cause == Cause::LaunchLatency ? IdleGroup::LaunchCalls
                                                                             : IdleGroup::HostBusy;
}

/// Whether a gap of this length may be put down to the blocking call before it.
bool GroupFinder::mayBlame(SliceId call, Nanoseconds gapLength)
{
    return gapLength < longAfterSync()
        && (gapLength < UsualLaunches::kShortest || gapLength < m_usualLaunches.unusualAfter(call));
}

/// As longestGapAfterSync(), which goes through all calls.
Nanoseconds GroupFinder::longAfterSync()
{
    if (!m_longAfterSync)
        m_longAfterSync = longestGapAfterSync(m_trace, m_blocking, m_progress);
    return *m_longAfterSync;
}

} // namespace kinetoscope
