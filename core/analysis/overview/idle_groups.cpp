// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/idle_groups.h"

#include "core/analysis/causes/call_names.h"
#include "core/analysis/causes/idle_figures.h"
#include "core/analysis/causes/lost_kernels.h"
#include "core/analysis/causes/owner_labels.h"
#include "core/analysis/causes/path/path_notes.h"
#include "core/analysis/causes/slices_around.h"
#include "core/analysis/overview/driver_holders.h"
#include "core/analysis/overview/host_functions.h"
#include "core/analysis/overview/host_waits.h"
#include "core/analysis/overview/late_returns.h"
#include "core/analysis/overview/other_python.h"
#include "core/analysis/overview/profiler_frames.h"
#include "core/analysis/overview/retried_allocations.h"
#include "core/analysis/overview/time_inside.h"
#include "core/base/display_name.h"
#include "core/base/sort_stably.h"
#include "core/base/vectors.h"
#include "core/words/english.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <map>
#include <utility>

namespace kinetoscope {

namespace {

/// A smaller share of a group is not worth its word.
constexpr double kLeastShareSaid = 0.1;
constexpr std::size_t kMostSaid = 3;

/// No allocation on the device takes so long: while the GPU is idle, such a call brings up the driver or a library.
constexpr Nanoseconds kSetUpCall = 100'000'000;

/// Pinning much memory of the host does take long.
bool isSetUp(const Trace& trace, const IdlePart& part)
{
    return part.cause == Cause::MemoryAllocation && part.owner.isValid()
        && trace.slices().duration(part.owner) >= kSetUpCall
        && trace.name(part.owner).find("Host") == std::string_view::npos;
}

/// The ledger calls each short gap in front of work that was not queued a latency, also where no launch is in the file.
bool isLaunchRecorded(const Trace& trace, SliceId work)
{
    return work.isValid() && trace.slices().partner[work.index()].isValid();
}

/// Names without the addresses in them: many objects have one method.
class PlainNames {
public:
    explicit PlainNames(const Trace& trace)
        : m_trace(trace)
        , m_known(trace.strings().size())
    {
    }
    /// The first name that reads the same without its address. O(1) but for the first time.
    [[nodiscard]] StringId of(StringId name)
    {
        StringId& known = m_known[name.index()];
        if (!known.isValid()) {
            std::string plain = withoutAddress(m_trace.text(name));
            known = plain == m_trace.text(name) ? name : m_byPlain.try_emplace(std::move(plain), name).first->second;
        }
        return known;
    }

private:
    const Trace& m_trace;
    std::vector<StringId> m_known; ///< by StringId; invalid: not asked for yet
    std::map<std::string, StringId> m_byPlain;
};

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
    std::vector<Nanoseconds> lengths = mapped(group.idle.ranges, &TimeRange::length);
    const auto third = lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() / 3);
    std::nth_element(lengths.begin(), third, lengths.end(), std::greater());
    std::sort(lengths.begin(), third, std::greater());
    Nanoseconds time = 0;
    for (auto length = lengths.begin(); length != third; ++length) {
        time = saturatingAdd(time, *length);
        if (time < group.idle.time - group.idle.time / 10)
            continue;
        group.few = static_cast<std::size_t>(length - lengths.begin()) + 1;
        group.inFew = time;
        return;
    }
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

/// @param longAfterSync  as longestGapAfterSync().
IdleGroup groupOf(const Trace& trace, PythonWaits& waits, const IdlePart& part, Nanoseconds gapLength,
    const std::function<Nanoseconds()>& longAfterSync)
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
    if (part.afterCall.isValid() && gapLength < longAfterSync() && !(isInSync && part.range.length() >= kLongInSync))
        return IdleGroup::AfterSync;
    if (isInSync)
        return IdleGroup::InSync;
    return part.cause == Cause::Launch || part.cause == Cause::LaunchLatency ? IdleGroup::LaunchCalls
                                                                             : IdleGroup::HostBusy;
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

/// Names of host slices and of the innermost op or annotation around them. A step says nothing of all the steps.
class CallerNames {
public:
    explicit CallerNames(const Trace& trace)
        : m_trace(trace)
        , m_steps(trace)
        , m_callers(trace)
    {
    }
    [[nodiscard]] bool isStep(SliceId slice) const { return m_steps.contains(slice); }
    /// Invalid for none.
    [[nodiscard]] StringId of(SliceId slice)
    {
        const SliceId parent = m_trace.slices().parent[slice.index()];
        return !parent.isValid() ? StringId {} : m_callers.of(parent, [this](StringId caller, SliceId inner) {
            const EventKind kind = m_trace.kind(inner);
            const bool calls = (kind == EventKind::CpuOp || kind == EventKind::UserAnnotation) && !isStep(inner);
            return calls ? m_trace.slices().name[inner.index()] : caller;
        });
    }

private:
    const Trace& m_trace;
    StepSlices m_steps;
    SlicesAround<StringId, 1'000> m_callers; ///< real trees are some hundred deep
};

using TimeByName = std::map<StringId, Nanoseconds>;
/// A name and that of the op or annotation around it; the second one is invalid for none.
using TimeByPlace = std::map<std::pair<StringId, StringId>, Nanoseconds>;

/// The key with most time, of equals the smaller one; end() of none.
template <typename Times> auto mostOf(const Times& times)
{
    return std::ranges::max_element(times, {}, &Times::value_type::second);
}

/// @param all  the time of which the places have parts.
HostPlace mainPlaceOf(const Trace& trace, const TimeByPlace& places, Nanoseconds all)
{
    const auto most = mostOf(places);
    if (most == places.end())
        return {};
    auto [name, caller] = most->first;
    Nanoseconds there = most->second;
    // Where many call it, the one with most of it is not where most of it is.
    TimeByName byName;
    for (const auto& [place, time] : places)
        byName[place.first] += time;
    const auto mostNamed = mostOf(byName);
    if (there <= all / 2 && mostNamed->second > there) {
        name = mostNamed->first;
        caller = {};
        there = mostNamed->second;
    }
    return { nameInSentence(trace.text(name)), caller.isValid() ? nameInSentence(trace.text(caller)) : std::string(),
        there };
}

/// Keeps what grew more.
void noteGrown(const Trace& trace, const StepGrowth& growth, SliceId about, HostPlace& grown)
{
    const StringId name = trace.slices().name[about.index()];
    const auto found = growth.byName.find(name);
    if (found != growth.byName.end() && found->second > grown.there)
        grown = { nameInSentence(trace.text(name)), {}, found->second };
}

Message wordOf(Cause cause)
{
    switch (cause) {
    case Cause::Graph:
        return { KT_PHRASE("overview", "graph calls") };
    case Cause::Launch:
        return { KT_PHRASE("overview", "launch calls") };
    case Cause::CopyCall:
        return { KT_PHRASE("overview", "copy calls") };
    case Cause::OtherCall:
        return { KT_PHRASE("overview", "other API calls") };
    case Cause::Synchronisation:
        return { KT_PHRASE("overview", "synchronisation") };
    case Cause::Collective:
        return { KT_PHRASE("overview", "the host's part of collectives") };
    case Cause::Op:
        return { KT_PHRASE("overview", "ops") };
    case Cause::Python:
        return { KT_PHRASE("overview", "Python") };
    case Cause::Unrecorded:
        return { KT_PHRASE("overview", "code that was not recorded") };
    default:
        return { KT_PHRASE("overview", "other work") };
    }
}

} // namespace

std::string nameInSentence(std::string_view name)
{
    constexpr std::size_t kLong = 60;
    return name.size() > kLong && namesALine(name) ? displayName(name) : withoutAddress(name);
}

IdleGroups idleGroupsOf(const RankTrace& rank, const RankIdle& idle, IdleLedger& ledger, Nanoseconds longCall,
    const GraphMaking& graphs, const StepGrowth& growth, const Progress& progress)
{
    const Trace& trace = *rank.trace;
    IdleGroups groups;
    std::array<TimeByPlace, kIdleGroupCount> places;
    TimeByPlace afterPlaces;
    std::array<std::map<std::pair<StringId, StringId>, SliceId>, kIdleGroupCount> firsts; // by place: whose it was
    std::array<bool, kIdleGroupCount> isInGap {};
    std::array<std::vector<SliceId>, kIdleGroupCount> lostLaunches;
    CallerNames callers(trace);
    PlainNames plain(trace);
    RetriedAllocations retried(trace);
    ProfilerFrames profiler(trace);
    std::vector<TimeRange> inPython; // of HostBusy, of the main thread; trace time
    LateReturns lateReturns(rank, ledger);
    DriverHolders holders(trace, longCall, progress);
    TimeByPlace holderPlaces;
    const HostFunctions hostFunctions(trace);
    const LostKernels lostKernels(trace);
    TimeInside inside(trace);
    PythonWaits waits(trace);
    const HostCollectives collectives(rank, waits);
    const std::vector<TimeRange> view = idle.viewOf(RankIdle::wholeRank());
    const Timestamp middle =
        view.empty() ? 0 : view.front().begin + saturatingSubtract(view.back().end, view.front().begin) / 2;
    std::map<StringId, bool> memoryCalls; // by name
    const auto isMemoryCall = [&](SliceId call) {
        const auto [known, isNew] = memoryCalls.try_emplace(trace.slices().name[call.index()], false);
        if (isNew)
            known->second = callNameOf(trace.name(call)) == CallName::Allocation;
        return known->second;
    };
    const auto placeOf = [&](SliceId about) {
        const StringId name = plain.of(trace.slices().name[about.index()]);
        StringId caller = isHostCallTree(trace.kind(about)) ? callers.of(about) : StringId {};
        if (caller.isValid())
            caller = plain.of(caller);
        return std::pair<StringId, StringId> { name, caller == name ? StringId {} : caller };
    };
    std::optional<Nanoseconds> knownLength;
    const auto longAfterSync = [&] {
        if (!knownLength)
            knownLength = longestGapAfterSync(trace, ledger.blocking(), progress);
        return *knownLength;
    };
    const auto visit = [&](const IdlePart& part, SliceId collective, Nanoseconds gapLength,
                           const LostKernels::InGap& lost, bool areGraphsMade) {
        IdleGroup group =
            collective.isValid() ? IdleGroup::Collective : groupOf(trace, waits, part, gapLength, longAfterSync);
        if (areGraphsMade && isOfGraphMaking(group, part.cause))
            group = IdleGroup::Capture;
        const bool isInProfiler = mayBeOfProfiler(group, part.cause) && profiler.has(part.owner);
        const bool isAfterProfiler = group == IdleGroup::AfterSync && !isInProfiler && profiler.has(part.afterCall);
        if (isInProfiler || isAfterProfiler)
            group = IdleGroup::Profiler;
        const auto which = static_cast<std::size_t>(group);
        const Nanoseconds length = part.range.length();
        groups[which].gaps += isInGap[which] ? 0 : 1;
        isInGap[which] = true;
        if (const Nanoseconds mayRun = part.range.clippedTo(lost.range).length(); mayRun > 0) {
            groups[which].lost += mayRun;
            if (std::vector<SliceId>& all = lostLaunches[which]; all.empty() || all.back() != lost.launches.back())
                append(all, lost.launches);
        }
        groups[which].idle.add(part.range);
        groups[which].byCause[static_cast<std::size_t>(part.cause)] += length;
        if (part.cause == Cause::Unrecorded && part.owner.isValid() && !callers.isStep(part.owner))
            groups[which].inAnnotations += length;
        if (which == static_cast<std::size_t>(IdleGroup::HostBusy))
            inside.add(part.owner, length);
        groups[which].afterProfiler += isAfterProfiler ? length : 0;
        if (group == IdleGroup::HostBusy && part.cause == Cause::Python && part.owner.isValid()
            && trace.trackOf(part.owner) == ledger.mainThread())
            inPython.push_back({ rank.toTraceTime(part.range.begin), rank.toTraceTime(part.range.end) });
        groups[which].late += part.range.begin >= middle ? length : 0;
        const bool isLaunch = part.cause == Cause::Launch && part.owner.isValid();
        if (isLaunch && trace.slices().duration(part.owner) > longCall) {
            groups[which].inLongCalls += length;
            if (const StringId holder = holders.beside(part.owner);
                holder.isValid() && which == static_cast<std::size_t>(IdleGroup::LaunchCalls))
                holderPlaces[{ holder, StringId {} }] += length;
        }
        const bool isAllocation = which == static_cast<std::size_t>(IdleGroup::Allocation);
        groups[which].retried += isAllocation && part.owner.isValid() && retried.has(part.owner) ? length : 0;
        const bool isLateStart = which == static_cast<std::size_t>(IdleGroup::LateStart);
        if (const SliceId call = isLateStart ? hostFunctions.before(part.owner) : SliceId {}; call.isValid()) {
            groups[which].hostFunction.name = trace.name(call);
            groups[which].hostFunction.there += length;
        }
        if (which == static_cast<std::size_t>(IdleGroup::KernelGaps) && !isLaunchRecorded(trace, part.owner))
            groups[which].unlaunched += length;
        groups[which].beforeFirst += isFirstOfStream(trace, part.owner) ? length : 0;
        const bool isAfterSync = which == static_cast<std::size_t>(IdleGroup::AfterSync);
        groups[which].afterMemory += isAfterSync && isMemoryCall(part.afterCall) ? length : 0;
        if (isAfterSync)
            afterPlaces[placeOf(part.afterCall)] += length;
        if (isAfterSync && part.cause == Cause::Synchronisation)
            lateReturns.add(part);
        const SliceId about = collective.isValid() ? collective : part.owner;
        if (!about.isValid() || callers.isStep(about) || (isAfterSync && part.cause == Cause::LaunchLatency))
            return; // of a step the name says nothing, and of work that is about to start it is not the host's
        // How long a synchronisation takes is the GPU's doing, but where nothing runs.
        const bool isOfHost = part.cause != Cause::Synchronisation || !isAfterSync;
        if (isOfHost && !part.range.clippedTo(growth.step).isEmpty())
            noteGrown(trace, growth, about, groups[which].grown);
        const std::pair<StringId, StringId> place = placeOf(about);
        places[which][place] += length;
        const SliceId first = firsts[which].try_emplace(place, about).first->second;
        if (first != about && part.range.begin >= middle && !trace.slices().partner[about.index()].isValid())
            groups[which].again += length;
    };
    eachGapOf(idle, RankIdle::wholeRank(), progress, [&](const IdleGap& gap, std::uint64_t) {
        isInGap.fill(false);
        LostKernels::InGap lost =
            lostKernels.before(gap.after, { rank.toTraceTime(gap.range.begin), rank.toTraceTime(gap.range.end) });
        lost.range = rank.toJobTime(lost.range);
        ledger.explain(gap, [&](const IdlePart& whole) {
            collectives.split(whole, [&](const IdlePart& part, SliceId collective) {
                splitBy(graphs.all, part, [&](const IdlePart& piece, bool areGraphsMade) {
                    visit(piece, collective, gap.whole.length(), lost, areGraphsMade);
                });
            });
        });
    });
    for (std::size_t i = 0; i < kIdleGroupCount; ++i) {
        groups[i].inHalf = countInHalf(groups[i].idle);
        sortUnique(lostLaunches[i]);
        groups[i].lostKernels = lostLaunches[i].size();
        findFew(groups[i]);
        groups[i].place = mainPlaceOf(trace, places[i], groups[i].idle.time);
    }
    if (IdleOf& busy = groups[static_cast<std::size_t>(IdleGroup::HostBusy)]; !view.empty())
        busy.inside = inside.innermost(busy.idle.time, ledger.mainThread(),
            { rank.toTraceTime(view.front().begin), rank.toTraceTime(view.back().end) }, progress);
    IdleOf& launching = groups[static_cast<std::size_t>(IdleGroup::LaunchCalls)];
    launching.holder = mainPlaceOf(trace, holderPlaces, launching.inLongCalls);
    if (!inPython.empty()) {
        const OtherPython other = otherPythonOf(trace, ledger.mainThread(), progress);
        std::pair<StringId, Nanoseconds> most { {}, 0 };
        IdleOf& busy = groups[static_cast<std::size_t>(IdleGroup::HostBusy)];
        busy.otherPython.there = other.timeIn(unionOf(std::move(inPython)), most);
        busy.inNamed = most.second;
        if (most.first.isValid())
            busy.otherPython.name = nameInSentence(trace.text(most.first));
    }
    IdleOf& afterSync = groups[static_cast<std::size_t>(IdleGroup::AfterSync)];
    afterSync.after = mainPlaceOf(trace, afterPlaces, afterSync.idle.time);
    const auto leastSaid = static_cast<Nanoseconds>(kLeastShareSaid * static_cast<double>(afterSync.idle.time));
    afterSync.lateReturn = lateReturns.time(leastSaid, progress);
    return groups;
}

std::vector<HostPart> mainHostParts(const IdleOf& group)
{
    std::map<std::string, HostPart> byWord; // several causes have one word
    const auto add = [&byWord](const Message& word, Cause cause, Nanoseconds time) {
        if (time <= 0)
            return;
        HostPart& part = byWord[english(word)];
        part.word = word;
        part.causes.push_back(cause);
        part.time += time;
    };
    const auto isSaid = [&group](Nanoseconds time) {
        return static_cast<double>(time) >= kLeastShareSaid * static_cast<double>(group.idle.time);
    };
    const Nanoseconds lateReturn = isSaid(group.lateReturn) ? group.lateReturn : 0;
    for (std::size_t i = 0; isHostCause(static_cast<Cause>(i)); ++i) {
        const auto cause = static_cast<Cause>(i);
        const Nanoseconds aside = cause == Cause::Unrecorded ? group.inAnnotations
            : cause == Cause::Synchronisation                ? lateReturn
                                                             : 0;
        add(wordOf(cause), cause, group.byCause[i] - aside);
    }
    add({ KT_PHRASE("overview", "the same call even after the recorded work that it waits for had ended") },
        Cause::Synchronisation, lateReturn);
    add({ KT_PHRASE("overview", "annotations in which no op or call runs") }, Cause::Unrecorded, group.inAnnotations);
    std::vector<HostPart> parts;
    for (auto& [text, part] : byWord) {
        if (isSaid(part.time))
            parts.push_back(std::move(part));
    }
    sortStably(parts, std::greater(), &HostPart::time);
    parts.resize(std::min(parts.size(), kMostSaid));
    return parts;
}

Message meanwhileOf(const IdleOf& group)
{
    Message words;
    for (HostPart& part : mainHostParts(group)) {
        Message said { KT_PHRASE("overview", "%1 (%2)"), std::move(part.word),
            arg::Share { part.time, group.idle.time } };
        words = words.isEmpty() ? std::move(said)
                                : Message { KT_PHRASE("overview", "%1, %2"), std::move(words), std::move(said) };
    }
    return words;
}

namespace {

/// How long the first GPU work of all had been launched before it started; 0 where its launch is not known.
Nanoseconds queuedBeforeFirstWork(const Trace& trace, Nanoseconds recordedBefore)
{
    const SliceTable& slices = trace.slices();
    SliceId first;
    for (const Track& track : trace.tracks()) {
        if (track.kind != TrackKind::Stream)
            continue;
        for (std::uint32_t row = track.firstSlice; row < track.endSlice(); ++row) {
            if (!isGpuWork(slices.kind[row]) || !slices.isSound(SliceTable::at(row)))
                continue;
            if (!first.isValid() || slices.start[row] < slices.start[first.index()])
                first = SliceTable::at(row);
            break; // rows of a track are by start
        }
    }
    const SliceId launch = first.isValid() ? slices.partner[first.index()] : SliceId {};
    if (!launch.isValid())
        return 0;
    const Nanoseconds queued = saturatingSubtract(slices.start[first.index()], slices.end(launch));
    return std::clamp<Nanoseconds>(queued, 0, recordedBefore);
}

/// A launch with nothing around it, whose work waits longer after it than it took: a part of a trace keeps the launches
/// of its work, which may lie long before it with nothing between. Nothing was recorded there.
bool isLoneLaunchAhead(const Trace& trace, SliceId outermost)
{
    const SliceTable& slices = trace.slices();
    const SliceId work = slices.partner[outermost.index()]; // the first piece
    return isApiCall(trace.kind(outermost)) && work.isValid() && isGpuWork(trace.kind(work))
        && saturatingSubtract(slices.start[work.index()], slices.end(outermost)) > slices.duration(outermost);
}

} // namespace

OutsideView outsideViewOf(const RankTrace& rank, const TimeRange& view, const Progress& progress)
{
    const Trace& trace = *rank.trace;
    const SliceTable& slices = trace.slices();
    TimeRange recorded = view;
    StopCheck check(progress);
    for (const Track& track : trace.tracks()) {
        if (track.kind != TrackKind::HostThread)
            continue;
        for (std::uint32_t row = track.firstSlice; row < track.endSlice() && !check.after(1); ++row) {
            // Outermost slices hold the others; what the profiler writes about itself is no work.
            if (!isHostCallTree(slices.kind[row]) || slices.depth[row] > 0 || !slices.isSound(SliceTable::at(row)))
                continue;
            if (isLoneLaunchAhead(trace, SliceTable::at(row)))
                continue;
            recorded.begin = std::min(recorded.begin, rank.toJobTime(slices.start[row]));
            recorded.end = std::max(recorded.end, rank.toJobTime(slices.end(SliceTable::at(row))));
        }
    }
    // What reaches beyond the part that a trimmed trace is has nothing around it there.
    if (const std::optional<TimeRange> part = trace.metadata().trimmedTo()) {
        const TimeRange own = rank.toJobTime(*part);
        recorded = { std::min(view.begin, std::max(recorded.begin, own.begin)),
            std::max(view.end, std::min(recorded.end, own.end)) };
    }
    OutsideView outside;
    outside.recorded = recorded.length();
    ThreadLines lines(trace, progress);
    TimeByName names; // of the invalid one, what was not recorded
    TimeByName annotations;
    PlainNames plain(trace);
    const StepSlices steps(trace);
    const auto add = [&](TimeRange range, Stretches& stretches) {
        if (range.isEmpty())
            return;
        stretches.add(range);
        const TimeRange own { rank.toTraceTime(range.begin), rank.toTraceTime(range.end) };
        for (const LineSegment& segment : lines.within(lines.mainThread(), own)) {
            const bool isAnnotation = segment.owner.isValid() && trace.kind(segment.owner) == EventKind::UserAnnotation;
            if (isAnnotation && !steps.contains(segment.owner))
                annotations[plain.of(slices.name[segment.owner.index()])] += segment.range.length();
            const bool isNamed = segment.owner.isValid() && !isAnnotation && !steps.contains(segment.owner);
            // Before its first slice and after its last one nothing says that the thread does anything.
            const TimeRange known =
                segment.owner.isValid() ? segment.range : segment.range.clippedTo(lines.mainRange());
            if (!known.isEmpty())
                names[isNamed ? plain.of(slices.name[segment.owner.index()]) : StringId {}] += known.length();
        }
    };
    add({ recorded.begin, view.begin }, outside.before);
    add({ view.end, recorded.end }, outside.after);
    outside.queued = queuedBeforeFirstWork(trace, outside.before.time);
    if (const auto most = mostOf(names); most != names.end()) {
        outside.there = most->second;
        if (most->first.isValid()) {
            outside.name = nameInSentence(trace.text(most->first));
            outside.isSync =
                callNameOf(trace.text(most->first)) == CallName::Synchronisation && outside.there > outside.after.time;
        } else if (const auto around = mostOf(annotations);
                   around != annotations.end() && around->second > outside.there / 2) {
            outside.annotation = nameInSentence(trace.text(around->first));
        }
    }
    return outside;
}

} // namespace kinetoscope
