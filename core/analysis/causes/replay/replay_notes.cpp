// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/replay/replay_notes.h"

#include "core/analysis/causes/path/path_notes.h"
#include "core/analysis/causes/remarks/first_call.h"
#include "core/analysis/causes/replay/recording.h"
#include "core/analysis/causes/replay/taken_away.h"
#include "core/analysis/causes/work/launch_delays.h"
#include "core/analysis/collectives/cpu_collectives.h"
#include "core/analysis/gpu/waiting_work.h"
#include "core/numeric/intervals.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <utility>

namespace kinetoscope {

namespace {

/// Long synchronisations for which no recorded work was left. Before the first work of all they waited for what ran
/// before the recording, or for the GPU to be set up; later ones may be slow by themselves.
void addUnexplainedWaits(const Recording& recording, ReplayNotes& notes)
{
    const Timestamp firstWork = recording.works().size() > 0 ? recording.works().startOf(0) : kMinTimestamp;
    SliceId firstCall;
    for (const Blocking& each : recording.blocking) {
        if (!each.waitsForUnrecorded)
            continue;
        const TimeRange range { recording.beginOf(each.operation), recording.ends[each.operation] };
        const bool isBeforeWork = range.end <= firstWork;
        Nanoseconds& sum = isBeforeWork ? notes.waitsBeforeWork : notes.otherWaits;
        sum = saturatingAdd(sum, range.length());
        if (isBeforeWork && !firstCall.isValid())
            firstCall = firstApiCall(recording.trace());
        notes.isFirstCallAmongThem = notes.isFirstCallAmongThem || (isBeforeWork && each.call == firstCall);
    }
}

Nanoseconds waitForRoom(const Recording& /*recording*/, const Blocking& call, const TimeRange& range)
{
    return call.way == BlockingWay::FullQueue ? range.length() : 0;
}

/// Of a copy whose start waits for nothing but its call, which a replay keeps that far behind its begin.
Nanoseconds beforeCopy(const Recording& recording, const Blocking& call, const TimeRange& range)
{
    if (call.way != BlockingWay::Copy || !call.isBoundByLaunch)
        return 0;
    return TimeRange { range.begin, std::min(recording.works().startOf(call.work), range.end) }.length();
}

/// What a blocking copy call takes behind its copy.
Nanoseconds afterCopy(const Recording& recording, const Blocking& call, const TimeRange& range)
{
    if (call.way != BlockingWay::Copy || call.work == kNoWork)
        return 0;
    return TimeRange { std::max(recording.works().endOf(call.work), range.begin), range.end }.length();
}

/// What a synchronisation takes behind the last work that it waits for, where it is more than a late return.
Nanoseconds afterWork(const Recording& recording, const Blocking& call, const TimeRange& range)
{
    if (call.way != BlockingWay::Sync || call.work == kNoWork || call.waitsForUnrecorded
        || recording.causeOfCall(call.call) != Cause::Synchronisation) // what frees memory stays
        return 0;
    const TimeRange rest { std::max(recording.works().endOf(call.work), range.begin), range.end };
    return rest.length() >= kLongInSync ? rest.length() : 0;
}

/// Of all blocking calls. @param timeOf  gets each with when it was recorded.
template <typename TimeOf> Nanoseconds sumOfCalls(const Recording& recording, TimeOf timeOf)
{
    Nanoseconds sum = 0;
    for (const Blocking& call : recording.blocking)
        sum = saturatingAdd(sum,
            timeOf(recording, call, TimeRange { recording.beginOf(call.operation), recording.ends[call.operation] }));
    return sum;
}

std::size_t unlinkedIn(const WorkOrder& works)
{
    std::size_t count = 0;
    for (std::size_t i = 0; i < works.size(); ++i)
        count += works.launchOf(static_cast<WorkNumber>(i)).isValid() ? 0 : 1;
    return count;
}

/// Between kernels of a rank with one stream: of several, others may run in the gaps of one.
/// @param gap  ns; longer ones are none that a replay keeps.
Nanoseconds gapsOfLaunches(const Recording& recording, Nanoseconds gap, const Progress& progress)
{
    const WorkOrder& works = recording.works();
    if (works.streamCount() != 1)
        return 0;
    LaunchDelays delays;
    StopCheck check(progress);
    for (std::uint32_t stream = 0; stream < works.streamCount(); ++stream) {
        Timestamp free = kMaxTimestamp; // when all before had ended; before the first nothing is known
        for (const WorkNumber work : works.worksOf(stream)) {
            if (check.after(1))
                return 0;
            const Timestamp start = works.startOf(work);
            if (start > free && works.launchOf(work).isValid()
                && recording.trace().kind(works.slice(work)) == EventKind::Kernel) {
                const Timestamp handed = works.handedOver(work);
                if (handed > free)
                    delays.addAwaited(start - handed);
                else if (start - free < gap)
                    delays.addGap(start - handed, start - free);
            }
            free = free == kMaxTimestamp ? works.endOf(work) : std::max(free, works.endOf(work));
        }
    }
    return delays.waitForLaunches();
}

/// Whether time of a cause of the host changes; the standard changes have all causes.
bool changesHost(std::span<const NamedChange> changes, Cause cause)
{
    if (changes.empty())
        return true;
    return std::ranges::any_of(changes, [&](const NamedChange& each) {
        return each.kind == ChangeKind::Host && (each.target == toString(cause) || each.target == kAllTargets);
    });
}

bool changesComputation(std::span<const NamedChange> changes)
{
    return changes.empty() || std::ranges::any_of(changes, [](const NamedChange& each) {
        return each.kind == ChangeKind::Work && each.target == wordOf(KernelType::Computation);
    });
}

bool changesWork(std::span<const NamedChange> changes)
{
    return changes.empty() || std::ranges::any_of(changes, [](const NamedChange& each) {
        return each.kind == ChangeKind::Work || each.kind == ChangeKind::Kernel || each.kind == ChangeKind::Op
            || each.kind == ChangeKind::Fuse;
    });
}

/// Of work that is no kernel, the wait with most time among what counts as computation.
StringId waitingWorkIn(const Recording& recording, const NameTypes& types)
{
    const Trace& trace = recording.trace();
    const SliceTable& slices = trace.slices();
    std::map<StringId, Nanoseconds> times; // -1: no wait
    for (WorkNumber work = 0; work < recording.works().size(); ++work) {
        const SliceId slice = recording.works().slice(work);
        const EventKind kind = slices.kind[slice.index()];
        if (kind == EventKind::Kernel) // nearly all work is
            continue;
        const StringId name = slices.name[slice.index()];
        const auto [known, isNew] = times.try_emplace(name, 0);
        if (isNew && !isWaitInComputation(kind, types.of(slices, slice.index()), trace.text(name)))
            known->second = -1;
        if (known->second >= 0)
            known->second = saturatingAdd(known->second, slices.duration(slice));
    }
    const auto most = std::ranges::max_element(times, {}, &decltype(times)::value_type::second);
    return most != times.end() && most->second > 0 ? most->first : StringId {};
}

void addDoubts(const Recording& recording, ReplayNotes& notes)
{
    const Trace& trace = recording.trace();
    const ThreadLines& lines = recording.parts()->lines();
    const std::vector<DoubtfulCall>& calls = recording.rules().doubtfulLoading();
    for (const DoubtfulCall& each : calls) {
        const TrackId thread = trace.trackOf(each.call);
        if (thread != lines.mainThread()
            && std::ranges::find(lines.backwardThreads(), thread) == lines.backwardThreads().end())
            continue;
        notes.doubts.add(trace, calls, each.call, trace.slices().range(each.call));
    }
}

void addGraphs(const Recording& recording, const Progress& progress, ReplayNotes& notes)
{
    const LaunchesOfTrace& launches = recording.launches(progress);
    if (launches.again.most.empty())
        return;
    notes.graphWorks = launches.again.most.front().works();
    notes.graphTimes = launches.again.most.size();
    notes.isGraphMost = launches.again.isMost;
    notes.graphGrids = gridsOf(recording.trace(), launches.all, launches.again, progress);
}

} // namespace

std::array<bool, kCauseCount> changedCauses(
    const Recording& recording, const NameTypes& types, std::span<const NamedChange> changes, const Progress& progress)
{
    std::array<bool, kCauseCount> changed = takenAway(recording, types, changes, progress).ofLine0;
    for (std::size_t cause = 0; cause < kCauseCount; ++cause)
        changed[cause] = changed[cause] || changesHost(changes, static_cast<Cause>(cause));
    return changed;
}

ReplayNotes notesOf(const Recording& recording, const NameTypes& types, std::span<const NamedChange> changes,
    std::vector<TimeRange> windows, const Progress& progress)
{
    ReplayNotes notes;
    addUnexplainedWaits(recording, notes);
    const auto launches = [&](std::string_view which) {
        return std::ranges::any_of(
            changes, [&](const NamedChange& each) { return each.kind == ChangeKind::Graph && each.target == which; });
    };
    if (launches(kRepeated))
        addGraphs(recording, progress, notes);
    if (launches(kSingle) && !recording.launches(progress).again.stretchesOfSingle.empty())
        notes.singleWorks = recording.launches(progress).again.single.works();
    const TakenAway taken = takenAway(recording, types, changes, progress);
    const auto isTouched = [&](const TakenAway::Causes& causes, Cause cause) {
        return changesHost(changes, cause) || causes[static_cast<std::size_t>(cause)];
    };
    const auto touches = [&](Cause cause) { return isTouched(taken.causes, cause); };
    const auto touchesLine0 = [&](Cause cause) { return isTouched(taken.ofLine0, cause); };
    if (touches(Cause::Launch))
        notes.waitsForRoom = sumOfCalls(recording, waitForRoom);
    if (touchesLine0(Cause::Op) || touchesLine0(Cause::Python) || touchesLine0(Cause::Launch))
        notes.gapsOfLaunches = gapsOfLaunches(recording, recording.blockingCalls().gapThreshold(), progress);
    if (changesWork(changes) || touches(Cause::Launch))
        notes.queueWaits = queueWaitsOf(recording.trace(), recording.blockingCalls(), progress);
    const bool takesWaitsAway = changes.empty()
        || std::ranges::find(changes, ChangeKind::Wait, &NamedChange::kind) != changes.end()
        || taken.causes[static_cast<std::size_t>(Cause::Synchronisation)];
    if (takesWaitsAway || touches(Cause::CopyCall))
        notes.beforeCopies = sumOfCalls(recording, beforeCopy);
    if (takesWaitsAway) {
        notes.afterCopies = sumOfCalls(recording, afterCopy);
        notes.afterWork = sumOfCalls(recording, afterWork);
    }
    notes.cpuCollectives = totalLength(timeInCpuCollectives(recording.trace(), progress));
    if (touchesLine0(Cause::CodeLoading))
        addDoubts(recording, notes);
    if (changesComputation(changes))
        notes.waitingWork = waitingWorkIn(recording, types);
    notes.slippedNames = slippedNames(recording.trace(), progress);
    notes.works = recording.works().size();
    notes.unlinked = unlinkedIn(recording.works());
    if (recording.works().streamCount() > 1)
        notes.eventWaits = recording.blockingCalls().eventWaitsWithoutRows();
    const TrackId main = recording.parts()->lines().mainThread();
    if (main.isValid() && recording.operationsOf(Cause::Python) > 0 && touchesLine0(Cause::Python)) {
        const std::vector<FrameTime> frames = frameTimes(recording.trace(), main, recording.rules(), progress);
        notes.pythonWaits = waitsAmong(recording.trace(), frames);
        notes.costly = costlyFrame(frames, recording.range().length());
        notes.isPythonInPlaces = !changesHost(changes, Cause::Python);
        if (notes.isPythonInPlaces && (notes.pythonWaits > 0 || notes.costly)) {
            const std::vector<FrameTime> gone =
                frameTimesIn(taken.ranges, recording.trace(), main, recording.rules(), progress);
            notes.pythonWaits = waitsAmong(recording.trace(), gone);
            if (notes.costly && (gone.empty() || gone[notes.costly->name.index()].time == 0))
                notes.costly.reset();
        }
    }
    if (recording.operationsOf(Cause::Op) > 0 && touchesLine0(Cause::Op))
        notes.slowOps =
            slowOpsOf(recording.trace(), recording.parts()->lines().mainThreads(), std::move(windows), progress);
    notes.polling = pollingOf(recording.trace(), main, { recording.range() }, progress);
    return notes;
}

} // namespace kinetoscope
