// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/replay/replay_remarks.h"

#include "core/analysis/causes/path/path_notes.h"
#include "core/base/display_name.h"

#include <cstddef>
#include <optional>
#include <utility>

namespace kinetoscope {

namespace {

Remark launchedAgain(const RankTrace& rank, const ReplayNotes& notes)
{
    const arg::Count works { notes.graphWorks };
    const arg::Count times { notes.graphTimes };
    if (!notes.isGraphMost)
        return remarkOfRank(rank, "graphs",
            { KT_PHRASE("what-if",
                  "among what is repeated are %1 GPU activities, launched %2 times in the same order. A graph needs "
                  "the same shapes and addresses, and nothing that the host has to do in between, which the file does "
                  "not tell; what it costs to launch one is not in the estimate."),
                works, times });
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
                 "%1 launch call, shorter than %2, was made with %3 or more launches in its queue and may have waited "
                 "for room in it, for up to %4. A replay keeps it as long as it is: faster GPU work may save more than "
                 "is said here, and shorter launch calls less.",
                 "%1 launch calls, each shorter than %2, were made with %3 or more launches in their queue and may "
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
    if (notes.gapsOfLaunches > wall / 20)
        remarks.push_back(remarkOfRank(rank, "gaps-of-launches",
            { KT_PHRASE("what-if",
                  "for %1 the GPU is idle before kernels that start no later after their launch than on an idle GPU, "
                  "though they were launched while it was busy: a replay keeps these gaps, but a faster host may "
                  "shorten them and save more than is said here."),
                arg::Duration { notes.gapsOfLaunches } }));
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
