// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/idle/idle_ledger.h"
#include "core/analysis/launch/graph_making.h"
#include "core/analysis/overview/idle/host_places.h"
#include "core/analysis/overview/idle/step_growth.h"
#include "core/analysis/overview/idle/stretches.h"
#include "core/analysis/overview/idle/uncached_allocations.h"

#include <array>
#include <cstdint>
#include <map>
#include <vector>

namespace kinetoscope {

/// What the overview tells apart in idle time. Every idle nanosecond is in exactly one, so no two findings claim it;
/// but what is left out as unknown is in none.
enum class IdleGroup : std::uint8_t {
    DataLoading,
    Allocation,
    FirstUse, ///< contexts, libraries and kernels loaded when first used
    Compilation,
    Capture, ///< graphs are captured and instantiated, and nothing of the groups above is at work
    Profiler,
    InSync,      ///< the host is in a synchronisation or a blocking copy, and nothing recorded runs
    AfterSync,   ///< the host had waited for the GPU and only then went on
    LaunchCalls, ///< launching itself, and its latency
    PythonWait,  ///< the host sleeps, or waits for something that is no GPU work
    Collective,  ///< a collective of a CPU backend runs, and the host waits or nothing tells what else it does
    HostBusy,    ///< anything else that the host does before it launches more
    KernelGaps,
    EventWait,
    LateStart,
    UnknownLaunch,
};
inline constexpr std::size_t kIdleGroupCount = 16;
/// A smaller share of a group's time is not worth its word.
inline constexpr double kLeastShareSaid = 0.1;
/// After a gap of this length it is not the synchronisation before it that is to be blamed, but what the host does.
inline constexpr Nanoseconds kLongAfterSync = 10'000'000;

/// Idle time of one group.
struct IdleOf {
    Stretches idle;
    std::size_t gaps = 0;                       ///< with time in the group; one may hold several stretches
    HostPlace place;                            ///< with most of it
    HostPlace after;                            ///< the blocking call with most of it after it; only of AfterSync
    HostPlace inside;                           ///< as TimeInside has it; only of HostBusy
    HostPlace afterInside;                      ///< the same of the calls that it is after; only of AfterSync
    std::map<StringId, Nanoseconds> inSlowStep; ///< its time in the slow step, by what the host was in meanwhile
    /// Of it there, while the host is in StepGrowth::frame: what that is more than in the other steps on average. As
    /// addGrown() has it.
    Nanoseconds inGrownFrame = 0;
    HostPlace grown; ///< of that, what grew most; `there` is by how much. As addGrown() has it
    /// What the host did meanwhile, by cause.
    std::array<Nanoseconds, kCauseCount> byCause {};
    Nanoseconds lateReturn = 0;    ///< of Synchronisation, as LateReturns has it; only of AfterSync
    Nanoseconds forRanks = 0;      ///< of Collective, in what isWaitForRanks() names
    Nanoseconds inAnnotations = 0; ///< of Unrecorded: an annotation owns it, no op or call; steps aside
    Nanoseconds beforeFirst = 0;   ///< of it, before the first recorded work of a stream
    Nanoseconds late = 0;          ///< of it, in the second half of the view
    /// Of that, in calls that launch nothing, where another one of that name and caller was before.
    Nanoseconds again = 0;
    Nanoseconds afterMemory = 0;  ///< of it, after calls that allocate or free, which had waited for the GPU
    Nanoseconds afterToHost = 0;  ///< of it, after large copies to the host, as CopiesToHost has it; only of AfterSync
    std::int64_t toHostBytes = 0; ///< that one of these moves on average; 0: there is none
    /// Of it, in the Python frame, of whichever line, or the op with most of it, where hardly one of that name launches
    /// anything; only of HostBusy.
    Nanoseconds inPlaceAlone = 0;
    Nanoseconds inLongCalls = 0;   ///< of it, in launch calls that are longer than the cutoff
    HostPlace holder;              ///< of that, beside calls of other threads, as DriverHolders has it
    Nanoseconds afterProfiler = 0; ///< of it, outside of the profiler, which had waited for the GPU; only of Profiler
    Nanoseconds loading = 0;       ///< of it, in ops that probably load code, as FirstLaunches has it; only of HostBusy
    std::size_t loadingOps = 0;    ///< as many ops
    HostPlace setUp;               ///< of it, as CollectiveSetUp has it; only of HostBusy
    Nanoseconds afterStart = 0;    ///< of it, in calls after what they launch had started (LoadingDoubts)
    bool isOneAfterStart = false;  ///< all of that is in one call
    /// Of it, in Python of the main thread or in a backward() of Python, beside a frame of another thread, as
    /// OtherPython has it; only of HostBusy, AfterSync and PythonWait. The name is that of the frames with most of it,
    /// which have `inNamed`.
    HostPlace otherPython;
    Nanoseconds inNamed = 0;
    HostPlace hostFunction;     ///< a call that put a host function between the launches; only of LateStart
    Nanoseconds unlaunched = 0; ///< of it, before work that no launch in the file is linked to; only of KernelGaps
    /// Of it, before work that runs on another stream than the work before it, where that stream had been empty for
    /// longer than the gap, or that waits for an event by a row of the file; only of KernelGaps.
    Nanoseconds betweenStreams = 0;
    Nanoseconds forLaunches = 0; ///< of it, as LaunchDelays has it; only of KernelGaps
    Nanoseconds mayWait = 0;     ///< of it, before other work whose stream may have been told to wait for an event
    Nanoseconds lost = 0; ///< of it, in which kernels that are not in the file may have run, as LostKernels has it
    std::size_t lostKernels = 0; ///< as many kernels
    Nanoseconds inOptimizer = 0; ///< of it, as OptimizerPart has it; only of LaunchCalls and HostBusy
    Nanoseconds inZeroGrad = 0;
    Nanoseconds withoutWorkers = 0;  ///< of it, in a data loader without worker processes; only of DataLoading
    Nanoseconds startingWorkers = 0; ///< of it, in Python's start of processes; only of DataLoading
    Nanoseconds besidePinning = 0;   ///< of it, as pinningBeside() has it; only of DataLoading
    /// Several iterators of data loaders start processes: it may be one loader, iterated again, or each its own.
    bool startsWorkersAgain = false;
    Nanoseconds emptyingCache = 0; ///< of it, in torch.cuda.empty_cache(); only of Allocation
    Nanoseconds afterEmptied = 0;  ///< of it, in calls after the first of that which allocate device memory
    Nanoseconds retried = 0;       ///< of it, in calls of ops that free memory and try an allocation again
    DriverAllocation ofDriver = DriverAllocation::None; ///< as driverAllocationOf() has it; only of Allocation
    /// How many stretches hold half of the time, longest first; those about as long as the last one counted with them.
    std::size_t inHalf = 0;
    /// The fewest stretches that hold nine tenths of the time, and what they hold, where that takes a third of all at
    /// most; 0 otherwise.
    std::size_t few = 0;
    Nanoseconds inFew = 0;
};
using IdleGroups = std::array<IdleOf, kIdleGroupCount>;

/// The idle time of a rank, all its devices as one, by group. O(parts of the ledger). Returns early when told to stop.
/// @param longCall  ns; a launch call that takes longer is a long one.
/// @param slowStep  job time; empty for none.
/// @param unknown  job time that is left out, disjoint and sorted: what the host did then was not recorded.
[[nodiscard]] IdleGroups idleGroupsOf(const RankTrace& rank, const RankIdle& idle, IdleLedger& ledger,
    Nanoseconds longCall, const GraphMaking& graphs, const TimeRange& slowStep, const std::vector<TimeRange>& unknown,
    const Progress& progress);

/// Fills IdleOf::grown and inGrownFrame. @param growth  of the slow step.
void addGrown(const Trace& trace, const StepGrowth& growth, IdleGroups& groups);

} // namespace kinetoscope
