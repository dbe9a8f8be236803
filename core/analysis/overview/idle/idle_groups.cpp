// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/idle/idle_groups.h"

#include "core/analysis/causes/idle/idle_figures.h"
#include "core/analysis/causes/owners/loading_doubts.h"
#include "core/analysis/causes/remarks/lost_kernels.h"
#include "core/analysis/causes/work/call_names.h"
#include "core/analysis/causes/work/first_works.h"
#include "core/analysis/causes/work/hand_over.h"
#include "core/analysis/causes/work/launch_delays.h"
#include "core/analysis/overview/idle/after_waits.h"
#include "core/analysis/overview/idle/allocation_time.h"
#include "core/analysis/overview/idle/busy_host.h"
#include "core/analysis/overview/idle/driver_holders.h"
#include "core/analysis/overview/idle/group_finder.h"
#include "core/analysis/overview/idle/group_places.h"
#include "core/analysis/overview/idle/host_functions.h"
#include "core/analysis/overview/idle/host_waits.h"
#include "core/analysis/overview/idle/loader_time.h"
#include "core/analysis/overview/idle/optimizer_time.h"
#include "core/analysis/overview/idle/stream_changes.h"
#include "core/base/vectors.h"
#include "core/numeric/intervals.h"

#include <algorithm>
#include <bit>
#include <cstdint>
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

/// Calls `visit` for the pieces of a part, which is not empty, in time order, with whether they lie in the ranges,
/// which are disjoint and sorted.
template <typename Visit> void splitBy(const std::vector<TimeRange>& ranges, const IdlePart& part, Visit visit)
{
    auto range = std::ranges::upper_bound(ranges, part.range.begin, {}, &TimeRange::end);
    if (range == ranges.end() || range->begin >= part.range.end)
        return visit(part, false); // as a rule: a copy of a part that was just made takes long
    IdlePart rest = part;
    for (; range != ranges.end() && range->begin < part.range.end; ++range) {
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
        , m_unknown(unknown)
        , m_progress(progress)
        , m_callers(m_trace)
        , m_waits(m_trace)
        , m_collectives(rank, m_waits)
        , m_lostKernels(m_trace, progress)
        , m_finder(rank, ledger, m_callers, m_waits, progress)
        , m_places(m_trace, m_callers, slowStep)
        , m_loading(m_trace, ledger.rules())
        , m_allocation(m_trace)
        , m_afterWaits(rank, ledger, m_callers)
        , m_busy(rank, ledger)
        , m_optimizer(m_trace, progress)
        , m_holders(m_trace, longCall, progress)
        , m_hostFunctions(m_trace, progress)
        , m_firstWorks(m_trace)
        , m_streamChanges(m_trace, ledger.blocking())
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
    void addGap(const IdleGap& gap)
    {
        m_lost =
            m_lostKernels.before(gap.after, { m_rank.toTraceTime(gap.range.begin), m_rank.toTraceTime(gap.range.end) });
        m_lost.range = m_rank.toJobTime(m_lost.range);
        m_ledger.explain(gap, [&](const IdlePart& whole) {
            splitBy(m_unknown, whole, [&](const IdlePart& part, bool isUnknown) {
                if (!isUnknown)
                    addKnown(part, gap);
            });
        });
    }

    void addKnown(const IdlePart& known, const IdleGap& gap)
    {
        m_collectives.split(known, [&](const IdlePart& part, SliceId collective) {
            splitBy(m_graphs.all, part,
                [&](const IdlePart& piece, bool areGraphsMade) { add(piece, collective, areGraphsMade, gap); });
        });
    }

    /// @param collective  that is the reason of it; invalid for none.
    void add(const IdlePart& part, SliceId collective, bool areGraphsMade, const IdleGap& gap)
    {
        const auto [group, isAfterProfiler] = m_finder.of(part, gap, collective, areGraphsMade);
        const auto which = static_cast<std::size_t>(group);
        const Nanoseconds length = part.range.length();
        const bool isLate = part.range.begin >= m_middle;
        IdleOf& to = m_groups[which];
        to.gaps += m_isInGap[which] ? 0 : 1;
        m_isInGap[which] = true;
        to.idle.add(part.range);
        to.byCause[static_cast<std::size_t>(part.cause)] += length;
        to.afterProfiler += isAfterProfiler ? length : 0;
        to.late += isLate ? length : 0;
        to.beforeFirst += m_firstWorks.has(part.owner) ? length : 0;
        addLost(which, part);
        addOwner(part, to);
        addOfGroup(group, part, gap, to);
        m_places.add(group, part, collective.isValid() ? collective : part.owner, isLate, to);
    }

    void addLost(std::size_t which, const IdlePart& part)
    {
        const Nanoseconds mayRun = part.range.clippedTo(m_lost.range).length();
        if (mayRun <= 0)
            return;
        m_groups[which].lost += mayRun;
        std::vector<SliceId>& all = m_lostLaunches[which];
        if (all.empty() || all.back() != m_lost.launches.back())
            append(all, m_lost.launches);
    }

    /// What the owner of a part tells of it in any group.
    void addOwner(const IdlePart& part, IdleOf& to) const
    {
        if (!part.owner.isValid())
            return;
        if (part.cause == Cause::Unrecorded && !m_callers.isStep(part.owner))
            to.inAnnotations += part.range.length();
        if (part.cause == Cause::Collective && isWaitForRanks(m_trace.name(part.owner)))
            to.forRanks += part.range.length();
        if (isLongLaunch(part))
            to.inLongCalls += part.range.length();
    }

    [[nodiscard]] bool isLongLaunch(const IdlePart& part) const
    {
        return part.cause == Cause::Launch && part.owner.isValid()
            && m_trace.slices().duration(part.owner) > m_longCall;
    }

    void addOfGroup(IdleGroup group, const IdlePart& part, const IdleGap& gap, IdleOf& to)
    {
        switch (group) {
        case IdleGroup::DataLoading:
            return m_loading.add(part, to);
        case IdleGroup::Allocation:
            return m_allocation.add(part, to);
        case IdleGroup::FirstUse:
            return addFirstUse(part);
        case IdleGroup::AfterSync:
            addAwaited(part);
            m_busy.addAfterSync(part);
            return m_afterWaits.add(part, to);
        case IdleGroup::LaunchCalls:
            addAwaited(part);
            addHolder(part);
            return addOptimizer(part, to);
        case IdleGroup::HostBusy:
            m_busy.add(part);
            return addOptimizer(part, to);
        case IdleGroup::PythonWait:
            return m_busy.addWait(part);
        case IdleGroup::KernelGaps:
            return addKernelGap(part, gap, to);
        case IdleGroup::LateStart:
            return addLateStart(part, to);
        default:
            return;
        }
    }

    void addFirstUse(const IdlePart& part)
    {
        if (part.cause == Cause::CodeLoading && part.owner.isValid())
            m_doubts.add(m_trace, m_ledger.rules().doubtfulLoading(), part.owner,
                { m_rank.toTraceTime(part.range.begin), m_rank.toTraceTime(part.range.end) });
    }

    void addAwaited(const IdlePart& part)
    {
        if (part.cause == Cause::LaunchLatency && isLaunchedKernel(part.owner))
            m_launchDelays.addAwaited(delayOf(part.owner));
    }

    [[nodiscard]] bool isLaunchedKernel(SliceId work) const
    {
        return work.isValid() && m_trace.kind(work) == EventKind::Kernel && isLaunchRecorded(m_trace, work);
    }

    [[nodiscard]] Nanoseconds delayOf(SliceId work) const
    {
        return m_trace.slices().start[work.index()] - handedOver(m_trace, work);
    }

    void addHolder(const IdlePart& part)
    {
        if (!isLongLaunch(part))
            return;
        if (const StringId holder = m_holders.beside(part.owner); holder.isValid())
            m_holderPlaces[{ holder, StringId {} }] += part.range.length();
    }

    void addOptimizer(const IdlePart& part, IdleOf& to)
    {
        const OptimizerPart which = m_optimizer.of(part.owner);
        to.inOptimizer += which == OptimizerPart::Step ? part.range.length() : 0;
        to.inZeroGrad += which == OptimizerPart::ZeroGrad ? part.range.length() : 0;
    }

    void addKernelGap(const IdlePart& part, const IdleGap& gap, IdleOf& to)
    {
        const Nanoseconds length = part.range.length();
        const StreamChange change = m_streamChanges.of(gap.before, gap.after, gap.whole.length());
        to.betweenStreams += change == StreamChange::Known ? length : 0;
        to.mayWait += change == StreamChange::Possible ? length : 0;
        to.unlaunched += isLaunchRecorded(m_trace, part.owner) ? 0 : length;
        if (isLaunchedKernel(part.owner))
            m_launchDelays.addGap(delayOf(part.owner), length);
    }

    void addLateStart(const IdlePart& part, IdleOf& to) const
    {
        const SliceId call = m_hostFunctions.before(part.owner);
        if (!call.isValid())
            return;
        to.hostFunction.name = m_trace.name(call);
        to.hostFunction.there += part.range.length();
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
            group.place = m_places.mainOf(static_cast<IdleGroup>(i), group.idle.time);
        }
    }

    void finishSome(const std::vector<TimeRange>& view)
    {
        IdleOf& busy = groupOf(IdleGroup::HostBusy);
        busy.inPlaceAlone = m_places.timeInPlaceAlone(IdleGroup::HostBusy, m_progress);
        const TimeRange whole = view.empty()
            ? TimeRange {}
            : TimeRange { m_rank.toTraceTime(view.front().begin), m_rank.toTraceTime(view.back().end) };
        m_busy.finish(busy, groupOf(IdleGroup::AfterSync), groupOf(IdleGroup::PythonWait), whole, m_progress);
        IdleOf& firstUse = groupOf(IdleGroup::FirstUse);
        firstUse.afterStart = m_doubts.started.time;
        firstUse.isOneAfterStart = m_doubts.started.longest.isValid() && !m_doubts.started.areSeveral;
        m_allocation.finish(groupOf(IdleGroup::Allocation), m_progress);
        m_loading.finish(groupOf(IdleGroup::DataLoading), m_progress);
        IdleOf& launching = groupOf(IdleGroup::LaunchCalls);
        launching.holder = mainPlaceOf(m_trace, m_holderPlaces, launching.inLongCalls);
        m_afterWaits.finish(groupOf(IdleGroup::AfterSync), whole, m_progress);
        groupOf(IdleGroup::KernelGaps).forLaunches = m_launchDelays.waitForLaunches();
    }

    [[nodiscard]] IdleOf& groupOf(IdleGroup group) { return m_groups[static_cast<std::size_t>(group)]; }

    const RankTrace& m_rank;
    const Trace& m_trace;
    IdleLedger& m_ledger;
    Nanoseconds m_longCall;
    const GraphMaking& m_graphs;
    const std::vector<TimeRange>& m_unknown;
    const Progress& m_progress;

    CallerNames m_callers;
    PythonWaits m_waits;
    HostCollectives m_collectives;
    LostKernels m_lostKernels;
    GroupFinder m_finder;
    GroupPlaces m_places;
    LoaderTime m_loading;
    AllocationTime m_allocation;
    AfterWaits m_afterWaits;
    BusyHost m_busy;
    OptimizerTime m_optimizer;
    DriverHolders m_holders;
    HostFunctions m_hostFunctions;
    LoadingDoubts m_doubts; ///< of FirstUse
    FirstWorks m_firstWorks;
    StreamChanges m_streamChanges;
    LaunchDelays m_launchDelays; ///< of LaunchCalls and KernelGaps

    IdleGroups m_groups;
    Timestamp m_middle = 0;                         ///< of the view, job time
    std::uint64_t m_gap = 0;                        ///< number of the gap
    LostKernels::InGap m_lost;                      ///< of the gap; job time
    std::array<bool, kIdleGroupCount> m_isInGap {}; ///< whether the gap has time in a group
    std::array<std::vector<SliceId>, kIdleGroupCount> m_lostLaunches;
    TimeByPlace m_holderPlaces; ///< of LaunchCalls
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
    PlainNames plain(trace);
    for (IdleOf& group : groups) {
        if (growth.otherSteps > 0) {
            const Nanoseconds usual = totalLength(intersectionOf(group.idle.ranges, growth.frameElsewhere))
                / static_cast<Nanoseconds>(growth.otherSteps);
            group.inGrownFrame = totalLength(intersectionOf(group.idle.ranges, growth.frameRanges)) - usual;
        }
        std::map<StringId, Nanoseconds> idleByPlain; // growth is of these, too
        for (const auto& [name, idle] : group.inSlowStep)
            idleByPlain[plain.of(name)] += idle;
        Nanoseconds most = 0;
        for (const auto& [name, ofName] : group.inSlowStep) {
            const auto found = growth.byName.find(name);
            const Nanoseconds idle = idleByPlain[plain.of(name)];
            // A call that waits for the GPU is long for what runs meanwhile: that is no idle time.
            if (found == growth.byName.end() || std::min(idle, found->second) <= most)
                continue;
            most = std::min(idle, found->second);
            group.grown = { nameInSentence(trace.text(name)), {}, found->second };
        }
    }
}

} // namespace kinetoscope
