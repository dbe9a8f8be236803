// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/idle/idle_groups.h"

#include "core/analysis/causes/idle/idle_figures.h"
#include "core/analysis/causes/path/first_launches.h"
#include "core/analysis/causes/remarks/lost_kernels.h"
#include "core/analysis/causes/work/call_names.h"
#include "core/analysis/causes/work/first_works.h"
#include "core/analysis/overview/idle/copies_to_host.h"
#include "core/analysis/overview/idle/driver_holders.h"
#include "core/analysis/overview/idle/group_of_part.h"
#include "core/analysis/overview/idle/host_functions.h"
#include "core/analysis/overview/idle/host_waits.h"
#include "core/analysis/overview/idle/late_returns.h"
#include "core/analysis/overview/idle/named_slices.h"
#include "core/analysis/overview/idle/optimizer_time.h"
#include "core/analysis/overview/idle/other_python.h"
#include "core/analysis/overview/idle/profiler_frames.h"
#include "core/analysis/overview/idle/python_nodes.h"
#include "core/analysis/overview/idle/retried_allocations.h"
#include "core/analysis/overview/idle/stream_changes.h"
#include "core/analysis/overview/idle/time_inside.h"
#include "core/analysis/overview/idle/uncached_allocations.h"
#include "core/analysis/overview/idle/usual_launches.h"
#include "core/base/vectors.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

namespace kinetoscope {

namespace {

/// As IdleOf::inHalf.
std::size_t countInHalf(const Stretches& stretches)
{
    std::array<Nanoseconds, 64> times {};
    std::array<std::size_t, 64> counts {};
    for (const TimeRange& range : stretches.ranges) {
        const auto size = static_cast<std::size_t>(std::bit_width(static_cast<std::uint64_t>(range.length()))) % 64;
        times[size] = saturatingAdd(times[size], range.length());
        ++counts[size];
    }
    Nanoseconds time = 0;
    std::size_t count = 0;
    for (std::size_t size = times.size(); size > 0 && time < stretches.time / 2; --size) {
        time = saturatingAdd(time, times[size - 1]);
        count += counts[size - 1];
    }
    return count;
}

/// As IdleOf::few and inFew.
void findFew(IdleOf& group)
{
    const FewLengths few = fewOf(mapped(group.idle.ranges, &TimeRange::length), group.idle.time);
    group.few = few.count;
    group.inFew = few.time;
}

/// Calls `visit` for the pieces of a part, in time order, with whether they lie in the ranges, which are disjoint and
/// sorted.
template <typename Visit> void splitBy(const std::vector<TimeRange>& ranges, const IdlePart& part, Visit visit)
{
    IdlePart rest = part;
    for (auto range = std::ranges::upper_bound(ranges, part.range.begin, {}, &TimeRange::end);
         range != ranges.end() && range->begin < part.range.end; ++range) {
        IdlePart piece = part;
        piece.range = range->clippedTo(part.range);
        rest.range.end = piece.range.begin;
        if (!rest.range.isEmpty())
            visit(rest, false);
        if (!piece.range.isEmpty())
            visit(piece, true);
        rest.range = { piece.range.end, part.range.end };
    }
    if (!rest.range.isEmpty())
        visit(rest, false);
}

/// What a kernel gap has to do with other streams.
void addChange(IdleOf& to, StreamChange change, Nanoseconds length)
{
    to.betweenStreams += change == StreamChange::Known ? length : 0;
    to.mayWait += change == StreamChange::Possible ? length : 0;
}

/// Puts the pieces of a rank's idle time into groups, and gathers what there is to say of each group. Keeps references
/// to all that it is given.
class GroupMaker {
public:
    /// As idleGroupsOf().
    GroupMaker(const RankTrace& rank, IdleLedger& ledger, Nanoseconds longCall, const GraphMaking& graphs,
        const TimeRange& slowStep, const std::vector<TimeRange>& unknown, const Progress& progress)
        : m_rank(rank)
        , m_trace(*rank.trace)
        , m_ledger(ledger)
        , m_longCall(longCall)
        , m_graphs(graphs)
        , m_slowStep(slowStep)
        , m_unknown(unknown)
        , m_progress(progress)
        , m_callers(m_trace)
        , m_retried(m_trace)
        , m_profiler(m_trace)
        , m_workerStarts(m_trace, startsProcess)
        , m_withoutWorkers(m_trace, isLoaderWithoutWorkers, std::nullopt)
        , m_emptiedCaches(m_trace, emptiesCache)
        , m_optimizer(m_trace)
        , m_nodes(m_trace)
        , m_lateReturns(rank, ledger)
        , m_copiesToHost(m_trace)
        , m_holders(m_trace, longCall, progress)
        , m_hostFunctions(m_trace)
        , m_lostKernels(m_trace)
        , m_inside(m_trace)
        , m_firstLaunches(m_trace, ledger.rules())
        , m_waits(m_trace)
        , m_collectives(rank, m_waits)
        , m_mainThreads(mapped(ledger.mainThreads(), [this](TrackId each) { return &m_trace.track(each); }))
        , m_firstWorks(m_trace)
        , m_streamChanges(m_trace, ledger.blocking())
        , m_usualLaunches(m_trace, ledger.blocking(), m_callers, rank.stepNumbers().size(), progress)
    {
    }

    /// To be called once.
    [[nodiscard]] IdleGroups make(const RankIdle& idle)
    {
        const std::vector<TimeRange> view = idle.viewOf(RankIdle::wholeRank());
        if (!view.empty())
            m_middle = view.front().begin + saturatingSubtract(view.back().end, view.front().begin) / 2;
        eachGapOf(idle, RankIdle::wholeRank(), m_progress, [this](const IdleGap& gap, std::uint64_t number) {
            if (std::exchange(m_gap, number) != number) // else another part of the same, which windows cut
                m_isInGap.fill(false);
            addGap(gap);
        });
        finishAll();
        finishSome(view);
        return std::move(m_groups);
    }

private:
    /// A gap as its pieces are told of it.
    struct OfGap {
        Nanoseconds length = 0;  ///< as in RankIdle, not only what the scope has of it
        LostKernels::InGap lost; ///< job time
        SliceId before;          ///< the work that it begins after; invalid for none
        SliceId after;           ///< the work that ends it
    };

    void addGap(const IdleGap& gap)
    {
        OfGap of { .length = gap.whole.length(),
            .lost = m_lostKernels.before(
                gap.after, { m_rank.toTraceTime(gap.range.begin), m_rank.toTraceTime(gap.range.end) }),
            .before = gap.before,
            .after = gap.after };
        of.lost.range = m_rank.toJobTime(of.lost.range);
        m_ledger.explain(gap, [&](const IdlePart& whole) {
            splitBy(m_unknown, whole, [&](const IdlePart& part, bool isUnknown) {
                if (!isUnknown)
                    addKnown(part, of);
            });
        });
    }

    void addKnown(const IdlePart& known, const OfGap& gap)
    {
        m_collectives.split(known, [&](const IdlePart& part, SliceId collective) {
            splitBy(m_graphs.all, part,
                [&](const IdlePart& piece, bool areGraphsMade) { add(piece, collective, areGraphsMade, gap); });
        });
    }

    /// @param collective  that is the reason of it; invalid for none.
    void add(const IdlePart& part, SliceId collective, bool areGraphsMade, const OfGap& gap)
    {
        IdleGroup group = collective.isValid()
            ? IdleGroup::Collective
            : groupOfPart(m_trace, m_waits, part, [&] { return mayBlame(part.afterCall, gap.length); });
        // A call that prepares the copy which ends the gap had waited for nothing.
        if (group == IdleGroup::AfterSync && part.owner == part.afterCall && part.cause == Cause::CopyCall
            && m_trace.slices().partner[gap.after.index()] == part.owner)
            group = IdleGroup::HostBusy;
        if (areGraphsMade && isOfGraphMaking(group, part.cause))
            group = IdleGroup::Capture;
        const bool isInProfiler = mayBeOfProfiler(group, part.cause) && m_profiler.has(part.owner);
        const bool isAfterProfiler = group == IdleGroup::AfterSync && !isInProfiler && m_profiler.has(part.afterCall);
        if (isInProfiler || isAfterProfiler)
            group = IdleGroup::Profiler;
        const auto which = static_cast<std::size_t>(group);
        const Nanoseconds length = part.range.length();
        IdleOf& to = m_groups[which];
        to.gaps += m_isInGap[which] ? 0 : 1;
        m_isInGap[which] = true;
        to.idle.add(part.range);
        to.byCause[static_cast<std::size_t>(part.cause)] += length;
        to.afterProfiler += isAfterProfiler ? length : 0;
        to.late += part.range.begin >= m_middle ? length : 0;
        to.beforeFirst += m_firstWorks.has(part.owner) ? length : 0;
        addLost(which, part, gap.lost);
        if (group == IdleGroup::KernelGaps)
            addChange(to, m_streamChanges.of(gap.before, gap.after, gap.length), length);
        addCalls(group, part);
        addOptimizer(group, part);
        addWaits(group, part);
        addPlace(group, part, collective.isValid() ? collective : part.owner);
    }

    void addLost(std::size_t which, const IdlePart& part, const LostKernels::InGap& lost)
    {
        const Nanoseconds mayRun = part.range.clippedTo(lost.range).length();
        if (mayRun <= 0)
            return;
        m_groups[which].lost += mayRun;
        std::vector<SliceId>& all = m_lostLaunches[which];
        if (all.empty() || all.back() != lost.launches.back())
            append(all, lost.launches);
    }

    [[nodiscard]] bool isOfMainThreads(SliceId slice) const
    {
        return std::ranges::any_of(m_mainThreads, [slice](const Track* thread) {
            return slice.value - thread->firstSlice < thread->sliceCount; // below zero wraps
        });
    }

    /// What owners of parts, which are calls, frames and annotations, tell of some groups.
    void addCalls(IdleGroup group, const IdlePart& part)
    {
        IdleOf& to = m_groups[static_cast<std::size_t>(group)];
        const Nanoseconds length = part.range.length();
        const bool isOwned = part.owner.isValid();
        if (part.cause == Cause::Unrecorded && isOwned && !m_callers.isStep(part.owner))
            to.inAnnotations += length;
        if (group == IdleGroup::HostBusy)
            m_inside.add(part.owner, length);
        if (part.cause == Cause::Collective && isOwned && isWaitForRanks(m_trace.name(part.owner)))
            to.forRanks += length;
        if (group == IdleGroup::HostBusy && part.cause == Cause::Op && isOwned)
            m_firstLaunches.add(
                part.owner, { m_rank.toTraceTime(part.range.begin), m_rank.toTraceTime(part.range.end) });
        if (group == IdleGroup::HostBusy && isOwned
            && (part.cause == Cause::Python ? isOfMainThreads(part.owner)
                                            : part.cause == Cause::Op && m_nodes.has(part.owner)))
            m_inPython.push_back({ m_rank.toTraceTime(part.range.begin), m_rank.toTraceTime(part.range.end) });
        if (part.cause == Cause::Launch && isOwned && m_trace.slices().duration(part.owner) > m_longCall) {
            to.inLongCalls += length;
            if (const StringId holder = m_holders.beside(part.owner);
                holder.isValid() && group == IdleGroup::LaunchCalls)
                m_holderPlaces[{ holder, StringId {} }] += length;
        }
        if (group == IdleGroup::FirstUse && part.cause == Cause::CodeLoading && isOwned)
            m_doubts.add(m_trace, m_ledger.rules().doubtfulLoading(), part.owner,
                { m_rank.toTraceTime(part.range.begin), m_rank.toTraceTime(part.range.end) });
        if (group == IdleGroup::DataLoading && m_workerStarts.has(part.owner))
            to.startingWorkers += length;
        if (group == IdleGroup::DataLoading && m_withoutWorkers.has(part.owner))
            to.withoutWorkers += length;
        if (group == IdleGroup::Allocation && m_emptiedCaches.has(part.owner))
            to.emptyingCache += length;
        else if (group == IdleGroup::Allocation && to.emptyingCache > 0 && isOwned
            && allocatesOnDevice(m_trace.name(part.owner)))
            to.afterEmptied += length;
        if (group == IdleGroup::Allocation && isOwned && m_retried.has(part.owner))
            to.retried += length;
        if (const SliceId call = group == IdleGroup::LateStart ? m_hostFunctions.before(part.owner) : SliceId {};
            call.isValid()) {
            to.hostFunction.name = m_trace.name(call);
            to.hostFunction.there += length;
        }
        if (group == IdleGroup::KernelGaps && !isLaunchRecorded(m_trace, part.owner))
            to.unlaunched += length;
    }

    void addOptimizer(IdleGroup group, const IdlePart& part)
    {
        if (group != IdleGroup::LaunchCalls && group != IdleGroup::HostBusy)
            return;
        IdleOf& to = m_groups[static_cast<std::size_t>(group)];
        const OptimizerPart which = m_optimizer.of(part.owner);
        to.inOptimizer += which == OptimizerPart::Step ? part.range.length() : 0;
        to.inZeroGrad += which == OptimizerPart::ZeroGrad ? part.range.length() : 0;
    }

    void addWaits(IdleGroup group, const IdlePart& part)
    {
        if (group != IdleGroup::AfterSync)
            return;
        const Nanoseconds length = part.range.length();
        if (isMemoryCall(part.afterCall))
            m_groups[static_cast<std::size_t>(group)].afterMemory += length;
        if (m_copiesToHost.isAwaitedBy(part.afterCall))
            m_groups[static_cast<std::size_t>(group)].afterToHost += length;
        m_afterPlaces[m_callers.of(part.afterCall)] += length;
        if (part.cause == Cause::Synchronisation)
            m_lateReturns.add(part);
    }

    void addPlace(IdleGroup group, const IdlePart& part, SliceId about)
    {
        const bool isAfterSync = group == IdleGroup::AfterSync;
        if (!about.isValid() || m_callers.isStep(about) || (isAfterSync && part.cause == Cause::LaunchLatency))
            return; // of a step the name says nothing, and of work that is about to start it is not the host's
        const auto which = static_cast<std::size_t>(group);
        // How long a synchronisation takes is the GPU's doing, but where nothing runs.
        const bool isOfHost = part.cause != Cause::Synchronisation || !isAfterSync;
        if (isOfHost && !part.range.clippedTo(m_slowStep).isEmpty())
            noteInSlowStep(which, about);
        const NameInCaller place = m_callers.of(about);
        OfPlace& there = m_places[which].try_emplace(place, OfPlace { 0, about }).first->second;
        there.time += part.range.length();
        if (there.first != about && part.range.begin >= m_middle && !m_trace.slices().partner[about.index()].isValid())
            m_groups[which].again += part.range.length();
    }

    void noteInSlowStep(std::size_t which, SliceId about)
    {
        static_assert(kIdleGroupCount <= 16);
        if (m_groupsOfName.empty())
            m_groupsOfName.resize(m_trace.strings().size());
        const StringId name = m_trace.slices().name[about.index()];
        const auto bit = static_cast<std::uint16_t>(1U << which);
        std::uint16_t& groups = m_groupsOfName[name.index()];
        if ((groups & bit) == 0)
            m_groups[which].inSlowStep.push_back(name);
        groups |= bit;
    }

    /// What all groups have, when all parts are there.
    void finishAll()
    {
        for (std::size_t i = 0; i < kIdleGroupCount; ++i) {
            IdleOf& group = m_groups[i];
            group.inHalf = countInHalf(group.idle);
            sortUnique(m_lostLaunches[i]);
            group.lostKernels = m_lostLaunches[i].size();
            findFew(group);
            group.place = mainPlaceOf(m_trace, timesOf(m_places[i]), group.idle.time);
        }
    }

    void finishSome(const std::vector<TimeRange>& view)
    {
        IdleOf& busy = m_groups[static_cast<std::size_t>(IdleGroup::HostBusy)];
        m_inside.finish();
        if (!view.empty())
            busy.inside = m_inside.innermost(busy.idle.time, m_ledger.mainThread(),
                { m_rank.toTraceTime(view.front().begin), m_rank.toTraceTime(view.back().end) }, m_progress);
        for (const auto& [op, time] : m_firstLaunches.loading(CauseThresholds {}.slowCall, m_progress)) {
            busy.loading = saturatingAdd(busy.loading, time);
            ++busy.loadingOps;
        }
        if (!m_inPython.empty()) {
            const OtherPython other = otherPythonOf(m_trace, m_ledger.mainThread(), m_progress);
            std::pair<StringId, Nanoseconds> most { {}, 0 };
            busy.otherPython.there = other.timeIn(unionOf(std::move(m_inPython)), most);
            busy.inNamed = most.second;
            if (most.first.isValid())
                busy.otherPython.name = nameInSentence(m_trace.text(most.first));
        }
        IdleOf& firstUse = m_groups[static_cast<std::size_t>(IdleGroup::FirstUse)];
        firstUse.afterStart = m_doubts.started.time;
        firstUse.isOneAfterStart = m_doubts.started.longest.isValid() && !m_doubts.started.areSeveral;
        IdleOf& allocation = m_groups[static_cast<std::size_t>(IdleGroup::Allocation)];
        constexpr std::size_t kManyStretches = 20;
        allocation.isUncached = allocation.idle.count >= kManyStretches && allocatesUncached(m_trace, m_progress);
        IdleOf& loading = m_groups[static_cast<std::size_t>(IdleGroup::DataLoading)];
        loading.startsWorkersAgain = loading.startingWorkers > 0
            && m_workerStarts.areInSeveral([this](SliceId start) { return loaderIterationOf(start); }, m_progress);
        IdleOf& launching = m_groups[static_cast<std::size_t>(IdleGroup::LaunchCalls)];
        launching.holder = mainPlaceOf(m_trace, m_holderPlaces, launching.inLongCalls);
        IdleOf& afterSync = m_groups[static_cast<std::size_t>(IdleGroup::AfterSync)];
        afterSync.after = mainPlaceOf(m_trace, m_afterPlaces, afterSync.idle.time);
        const auto leastSaid = static_cast<Nanoseconds>(kLeastShareSaid * static_cast<double>(afterSync.idle.time));
        afterSync.toHostBytes = m_copiesToHost.averageBytes();
        afterSync.lateReturn = m_lateReturns.time(leastSaid, m_progress);
    }

    /// The frame that makes an iterator of a data loader and holds another one, where that is the outermost one of the
    /// loader; invalid for none.
    [[nodiscard]] SliceId loaderIterationOf(SliceId frame) const
    {
        SliceId outermost;
        for (SliceId up = frame; up.isValid() && m_ledger.rules().of(up) == Cause::DataLoading;
             up = m_trace.slices().parent[up.index()])
            outermost = up;
        return outermost.isValid() && makesIterator(m_trace.name(outermost)) ? outermost : SliceId {};
    }

    /// Whether a gap of this length may be put down to the blocking call before it.
    [[nodiscard]] bool mayBlame(SliceId call, Nanoseconds gapLength)
    {
        return gapLength < longAfterSync()
            && (gapLength < UsualLaunches::kShortest || gapLength < m_usualLaunches.unusualAfter(call));
    }
    /// As longestGapAfterSync(), which goes through all calls.
    [[nodiscard]] Nanoseconds longAfterSync()
    {
        if (!m_longAfterSync)
            m_longAfterSync = longestGapAfterSync(m_trace, m_ledger.blocking(), m_progress);
        return *m_longAfterSync;
    }

    [[nodiscard]] bool isMemoryCall(SliceId call)
    {
        const auto [known, isNew] = m_memoryCalls.try_emplace(m_trace.slices().name[call.index()], false);
        if (isNew)
            known->second = callNameOf(m_trace.name(call)) == CallName::Allocation;
        return known->second;
    }

    const RankTrace& m_rank;
    const Trace& m_trace;
    IdleLedger& m_ledger;
    Nanoseconds m_longCall;
    const GraphMaking& m_graphs;
    TimeRange m_slowStep;
    const std::vector<TimeRange>& m_unknown;
    const Progress& m_progress;

    CallerNames m_callers;
    RetriedAllocations m_retried;
    ProfilerFrames m_profiler;
    NamedSlices m_workerStarts;
    NamedSlices m_withoutWorkers;
    NamedSlices m_emptiedCaches;
    OptimizerTime m_optimizer;
    PythonNodes m_nodes;
    LateReturns m_lateReturns;
    CopiesToHost m_copiesToHost; ///< of AfterSync
    DriverHolders m_holders;
    HostFunctions m_hostFunctions;
    LostKernels m_lostKernels;
    TimeInside m_inside;
    FirstLaunches m_firstLaunches; ///< of HostBusy
    LoadingDoubts m_doubts;        ///< of FirstUse
    PythonWaits m_waits;
    HostCollectives m_collectives;
    std::vector<const Track*> m_mainThreads; ///< with the backward threads
    FirstWorks m_firstWorks;
    std::map<StringId, bool> m_memoryCalls; ///< by name
    std::optional<Nanoseconds> m_longAfterSync;
    StreamChanges m_streamChanges;
    UsualLaunches m_usualLaunches;

    IdleGroups m_groups;
    Timestamp m_middle = 0;                         ///< of the view, job time
    std::uint64_t m_gap = 0;                        ///< number of the gap
    std::array<bool, kIdleGroupCount> m_isInGap {}; ///< whether the gap has time in a group
    std::vector<std::uint16_t> m_groupsOfName;      ///< by StringId: a bit for each that has it in inSlowStep
    struct OfPlace {
        Nanoseconds time = 0;
        SliceId first; ///< whose it was
    };
    struct PlaceHash {
        [[nodiscard]] std::size_t operator()(const NameInCaller& place) const
        {
            const std::uint64_t both = std::uint64_t { place.first.value } << 32U | place.second.value;
            return static_cast<std::size_t>(both * 0x9E3779B97F4A7C15U >> 16U); // neighbours far from each other
        }
    };
    using Places = std::unordered_map<NameInCaller, OfPlace, PlaceHash>; ///< asked for with each part
    [[nodiscard]] static TimeByPlace timesOf(const Places& places)
    {
        TimeByPlace times;
        for (const auto& [place, ofPlace] : places)
            times.emplace(place, ofPlace.time);
        return times;
    }
    std::array<Places, kIdleGroupCount> m_places;
    std::array<std::vector<SliceId>, kIdleGroupCount> m_lostLaunches;
    TimeByPlace m_afterPlaces;         ///< of AfterSync, by the call before
    TimeByPlace m_holderPlaces;        ///< of LaunchCalls
    std::vector<TimeRange> m_inPython; ///< of HostBusy; trace time
};

} // namespace

IdleGroups idleGroupsOf(const RankTrace& rank, const RankIdle& idle, IdleLedger& ledger, Nanoseconds longCall,
    const GraphMaking& graphs, const TimeRange& slowStep, const std::vector<TimeRange>& unknown,
    const Progress& progress)
{
    return GroupMaker(rank, ledger, longCall, graphs, slowStep, unknown, progress).make(idle);
}

void addGrown(const Trace& trace, const StepGrowth& growth, IdleGroups& groups)
{
    for (IdleOf& group : groups) {
        for (const StringId name : group.inSlowStep) {
            const auto found = growth.byName.find(name);
            if (found != growth.byName.end() && found->second > group.grown.there)
                group.grown = { nameInSentence(trace.text(name)), {}, found->second };
        }
    }
}

} // namespace kinetoscope
