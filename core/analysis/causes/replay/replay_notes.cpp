// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/replay/replay_notes.h"

#include "core/analysis/causes/path/path_notes.h"
#include "core/analysis/causes/remarks/first_call.h"
#include "core/analysis/causes/replay/applied_changes.h"
#include "core/analysis/causes/replay/recording.h"
#include "core/analysis/collectives/cpu_collectives.h"
#include "core/analysis/gpu/waiting_work.h"
#include "core/base/display_name.h"
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

/// Whether time of a cause of the host changes; the standard changes have all causes.
bool changesHost(std::span<const NamedChange> changes, Cause cause)
{
    if (changes.empty())
        return true;
    return std::ranges::any_of(changes, [&](const NamedChange& each) {
        return each.kind == ChangeKind::Host && (each.target == toString(cause) || each.target == kAllTargets);
    });
}

/// Host time that changes take away because of what is around it, or because the host does nothing while a graph
/// launches.
struct TakenAway {
    using Causes = std::array<bool, kCauseCount>;
    Causes causes {};              ///< whether there is such time, of any thread
    Causes ofLine0 {};             ///< of the main thread and its backward threads
    std::vector<TimeRange> ranges; ///< of these, trace time, disjoint and ascending
};

/// Not complete if told to stop.
TakenAway takenAway(
    const Recording& recording, const NameTypes& types, std::span<const NamedChange> changes, const Progress& progress)
{
    TakenAway taken;
    std::vector<NamedChange> ofPlaces;
    for (const NamedChange& each : changes) {
        if (each.kind == ChangeKind::In || each.kind == ChangeKind::Graph || each.kind == ChangeKind::Keep)
            ofPlaces.push_back(each);
    }
    if (ofPlaces.empty())
        return taken;
    const Change change = changeOf(recording, types, ofPlaces, progress);
    StopCheck check(progress);
    for (std::size_t i = 0; i < change.isGone.size() && !check.after(1); ++i) {
        const auto operation = static_cast<OperationNumber>(i);
        if (!change.isGone[i] || recording.kinds[i] == OperationKind::Begin)
            continue;
        TakenAway::Causes causes {};
        if (recording.kinds[i] == OperationKind::Run)
            recording.eachPartOf(operation, [&](const RunPart& part) { causes[part.cause()] = true; });
        else
            causes[static_cast<std::size_t>(recording.causes[i])] = true;
        const bool isOfLine0 = operation < recording.endOfLine0();
        for (std::size_t cause = 0; cause < kCauseCount; ++cause) {
            taken.causes[cause] = taken.causes[cause] || causes[cause];
            taken.ofLine0[cause] = taken.ofLine0[cause] || (causes[cause] && isOfLine0);
        }
        const TimeRange range { recording.beginOf(operation), recording.ends[i] };
        if (!isOfLine0 || range.isEmpty())
            continue;
        if (!taken.ranges.empty() && taken.ranges.back().end == range.begin)
            taken.ranges.back().end = range.end;
        else
            taken.ranges.push_back(range);
    }
    return taken;
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
    notes.graphGrids = gridsOf(recording.trace(), launches.all, launches.again, progress);
}

Remark launchedAgain(const RankTrace& rank, const ReplayNotes& notes)
{
    const arg::Count works { notes.graphWorks };
    const arg::Count times { notes.graphTimes };
    switch (notes.graphGrids) {
    case RepeatedGrids::Same:
        return remarkOfRank(rank, "graphs",
            { KT_PHRASE("what-if",
                  "most of what is repeated are %1 GPU activities, launched %2 times in the same order and with the "
                  "same grids. A graph needs the same addresses, too, and nothing that the host has to do in "
                  "between, which the file does not tell; what it costs to launch one is not in the estimate."),
                works, times });
    case RepeatedGrids::Unknown:
        return remarkOfRank(rank, "graphs",
            { KT_PHRASE("what-if",
                  "most of what is repeated are %1 GPU activities, launched %2 times in the same order. A graph needs "
                  "the same shapes and addresses, and nothing that the host has to do in between, which the file does "
                  "not tell; what it costs to launch one is not in the estimate."),
                works, times });
    case RepeatedGrids::Other:
        break;
    }
    return remarkOfRank(rank, "graphs",
        { KT_PHRASE("what-if",
              "most of what is repeated are %1 GPU activities, launched %2 times in the same order, but with other "
              "grids, as other shapes give: a graph needs the same ones each time, so that less can be saved this "
              "way."),
            works, times });
}

Message shortWaitsForRoom(const QueueWaits& waits)
{
    return { KT_PLURAL("what-if",
                 "%1 launch call, shorter than %2, was made with %3 launches or more in its queue and may have waited "
                 "for room in it, for up to %4. A replay keeps it as long as it is: faster GPU work may save more than "
                 "is said here, and shorter launch calls less.",
                 "%1 launch calls, each shorter than %2, were made with %3 launches or more in their queue and may "
                 "have waited for room in it, for up to %4 together. A replay keeps them as long as they are: faster "
                 "GPU work may save more than is said here, and shorter launch calls less."),
        arg::Count { waits.calls }, arg::ExactDuration { waits.shorterThan },
        arg::Count { static_cast<std::size_t>(waits.queueLength) }, arg::Duration { waits.time } };
}

/// Waits that a replay keeps or takes away without knowing what they are for.
void addWaitRemarks(const RankTrace& rank, const ReplayNotes& notes, Nanoseconds wall, std::vector<Remark>& remarks)
{
    if (notes.waitsBeforeWork > 0) {
        const arg::Duration waited { notes.waitsBeforeWork };
        remarks.push_back(remarkOfRank(rank, "unrecorded-work",
            notes.isFirstCallAmongThem
                ? Message { KT_PHRASE("what-if",
                                "the host waited %1 for work that was not recorded, or for the GPU to be set up; no "
                                "change is said to save any of it."),
                    waited }
                : Message { KT_PHRASE("what-if",
                                "the host waited %1 for work that was not recorded; no change is said to save any of "
                                "it."),
                    waited }));
    }
    if (notes.otherWaits > 0)
        remarks.push_back(remarkOfRank(rank, "unexplained-waits",
            { KT_PHRASE("what-if",
                  "synchronisations took %1 although no recorded work was left to wait for; no change is said to save "
                  "any of it."),
                arg::Duration { notes.otherWaits } }));
    if (notes.waitsForRoom > 0)
        remarks.push_back(remarkOfRank(rank, "waits-for-room",
            { KT_PHRASE("what-if",
                  "launch calls took %1 in front of a full queue: a change that lets launch calls take no time takes "
                  "that waiting away, too, as if the queue had no end."),
                arg::Duration { notes.waitsForRoom } }));
    if (notes.queueWaits.time > wall / 100)
        remarks.push_back(remarkOfRank(rank, "short-waits-for-room", shortWaitsForRoom(notes.queueWaits)));
    if (notes.beforeCopies > wall / 100)
        remarks.push_back(remarkOfRank(rank, "before-copies",
            { KT_PHRASE("what-if",
                  "blocking copy calls take %1 until their copies begin, and a replay keeps that: without waits the "
                  "calls still take as long, and where calls take no time the host goes on, but the copies begin as "
                  "long after."),
                arg::Duration { notes.beforeCopies } }));
    if (notes.afterCopies > wall / 100)
        remarks.push_back(afterCopies(rank, notes.afterCopies));
    if (notes.afterWork > wall / 100)
        remarks.push_back(remarkOfRank(rank, "after-work",
            { KT_PHRASE("what-if",
                  "synchronisations go on for %1 after the recorded work that they wait for has ended, for 1 ms or "
                  "more each: they may wait for work that was not recorded. Where waiting is gone, that time is, "
                  "too."),
                arg::Duration { notes.afterWork } }));
    addRemarks(rank, notes.doubts, wall / 1000, remarks);
    if (notes.lateStarts > wall / 100)
        remarks.push_back(remarkOfRank(rank, "late-starts",
            { KT_PHRASE("what-if",
                  "for %1, %2 of the critical path, work that was launched in time waits for an event or for something "
                  "that was not recorded: a replay keeps these waits, whatever gets faster. Where they are for other "
                  "work, such as that of another device, a change that makes it faster may save more than is said "
                  "here."),
                arg::Duration { notes.lateStarts }, arg::Share { notes.lateStarts, wall } }));
}

/// What other threads do, or other ranks have to do first, that the main thread may wait for.
void addThreadRemarks(const RankTrace& rank, const ReplayNotes& notes, Nanoseconds wall, std::vector<Remark>& remarks)
{
    if (OtherThreads::isWorthSaying(notes.others.collectives, wall))
        remarks.push_back(remarkOfRank(rank, "collectives-beside",
            { KT_PHRASE("what-if",
                  "threads other than the main one are in collectives (%1) for %2: where the main thread waits for "
                  "them, what was not recorded of it cannot go while they stay."),
                arg::Name { std::string(rank.trace->text(notes.others.collective)) },
                arg::Duration { notes.others.collectives } }));
    if (OtherThreads::isWorthSaying(notes.others.anything, wall))
        remarks.push_back(remarkOfRank(rank, "threads-beside",
            { KT_PHRASE("what-if",
                  "for %1 nothing was recorded of the main thread while other threads do something: it may be waiting "
                  "for one of them, as threads of a pool do. Where it is, what was not recorded of it cannot go while "
                  "they stay, and what that would save is no saving to expect."),
                arg::Duration { notes.others.anything } }));
    if (OtherThreads::isWorthSaying(notes.others.calls, wall))
        remarks.push_back(remarkOfRank(rank, "launches-beside",
            { KT_PHRASE("what-if",
                  "threads other than the main one that launch kernels are in calls for %1: where the main thread "
                  "waits for them, as it does for the backward pass, shorter calls may save more than is said here. No "
                  "ops "
                  "were recorded, which would tell."),
                arg::Duration { notes.others.calls } }));
    if (notes.cpuCollectives > wall / 100)
        remarks.push_back(remarkOfRank(rank, "host-collectives",
            { KT_PHRASE("what-if",
                  "collectives of CPU backends run on the host for %1, until the other ranks have done their part. A "
                  "replay keeps the waiting for them as recorded, or shortens it like other host time: while the other "
                  "ranks stay as they are, changes may save less than is said here."),
                arg::Duration { notes.cpuCollectives } }));
}

Remark launchedAtOnce(const RankTrace& rank, std::size_t works)
{
    return remarkOfRank(rank, "graphs",
        { KT_PHRASE("what-if",
              "what is launched as graphs are %1 GPU activities, launched in this order once: the recording does not "
              "show that they come again. A graph needs that, with the same shapes and addresses, and nothing that "
              "the host has to do in between, which the file does not tell; what it costs to launch one is not in the "
              "estimate."),
            arg::Count { works } });
}

/// Work that only waits, work of which it is not known what it waits for, and work that is launched again and again.
void addWorkRemarks(const RankTrace& rank, const ReplayNotes& notes, std::vector<Remark>& remarks)
{
    if (notes.waitingWork.isValid())
        remarks.push_back(remarkOfRank(rank, "waits-in-computation",
            { KT_PHRASE("what-if",
                  "%1 counts as computation, though by its name it only waits. A change that shortens it says what it "
                  "would save if what it waits for came sooner: the wait itself cannot be made faster."),
                arg::Name { displayName(rank.trace->text(notes.waitingWork)) } }));
    if (notes.slippedNames)
        remarks.push_back(remarkOfRank(rank, "slipped-names", namesSlipped(*notes.slippedNames, *rank.trace)));
    if (notes.unlinked > notes.works / 100)
        remarks.push_back(remarkOfRank(rank, "unlinked-work",
            { KT_PHRASE("what-if",
                  "%1 of %2 GPU activities are linked to no launch: a replay keeps how long after what was before them "
                  "they start, however early the host would launch them."),
                arg::Count { notes.unlinked }, arg::Count { notes.works } }));
    if (notes.eventWaits > notes.works / 100)
        remarks.push_back(remarkOfRank(rank, "event-waits",
            { KT_PLURAL("what-if",
                  "%1 call makes a stream wait for an event; which work the event is of was not recorded. Where "
                  "nothing else shows such a wait, a replay lets work start too early, or as late as it did though "
                  "what it "
                  "waited for is over sooner: changes may save less or more than is said here, those that take waits "
                  "away less.",
                  "%1 calls make streams wait for events; which work the events are of was not recorded. Where "
                  "nothing else shows such a wait, a replay lets work start too early, or as late as it did though "
                  "what it "
                  "waited for is over sooner: changes may save less or more than is said here, those that take waits "
                  "away less."),
                arg::Count { notes.eventWaits } }));
    if (notes.graphWorks > 0)
        remarks.push_back(launchedAgain(rank, notes));
    if (notes.singleWorks > 0)
        remarks.push_back(launchedAtOnce(rank, notes.singleWorks));
}

void addPythonRemarks(const RankTrace& rank, const ReplayNotes& notes, Nanoseconds wall, std::vector<Remark>& remarks)
{
    if (notes.pythonWaits > wall / 100) {
        const arg::Duration waits { notes.pythonWaits };
        remarks.push_back(remarkOfRank(rank, "python-waits",
            notes.isPythonInPlaces
                ? Message { KT_PHRASE("what-if",
                                "the main thread sleeps or waits in Python for %1 where host time is taken away: for "
                                "another thread, a request or a timer, which the trace does not tell. That waiting "
                                "goes with it."),
                    waits }
                : Message { KT_PHRASE("what-if",
                                "the main thread sleeps or waits in Python for %1: for another thread, a request or a "
                                "timer, which the trace does not tell. Changes of Python or of all host time shorten "
                                "that, too."),
                    waits }));
    }
    if (notes.polling)
        remarks.push_back(asksAgainAndAgain(rank, *notes.polling));
    if (notes.costly)
        remarks.push_back(recordingPython(
            rank, *notes.costly, wall, notes.isPythonInPlaces ? FrameOf::ReplayOfPlaces : FrameOf::Replay));
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

void addRemarks(const RankTrace& rank, const ReplayNotes& notes, Nanoseconds wall, std::vector<Remark>& remarks)
{
    if (std::optional<Remark> unseen = gpuNotRecorded(rank))
        remarks.push_back(*std::move(unseen));
    addWaitRemarks(rank, notes, wall, remarks);
    addThreadRemarks(rank, notes, wall, remarks);
    addWorkRemarks(rank, notes, remarks);
    addPythonRemarks(rank, notes, wall, remarks);
}

} // namespace kinetoscope
