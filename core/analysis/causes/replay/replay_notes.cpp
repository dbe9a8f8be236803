// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/replay/replay_notes.h"

#include "core/analysis/causes/path/path_notes.h"

#include <algorithm>

namespace kinetoscope {

namespace {

/// Long synchronisations for which no recorded work was left. Before the first work of all they waited for what ran
/// before the recording; later ones may be slow by themselves.
void addUnexplainedWaits(const Recording& recording, ReplayNotes& notes)
{
    const Timestamp firstWork = recording.works().size() > 0 ? recording.works().startOf(0) : kMinTimestamp;
    for (const Blocking& each : recording.blocking) {
        if (!each.waitsForUnrecorded)
            continue;
        const TimeRange range { recording.beginOf(each.operation), recording.ends[each.operation] };
        Nanoseconds& sum = range.end <= firstWork ? notes.waitsBeforeWork : notes.otherWaits;
        sum = saturatingAdd(sum, range.length());
    }
}

Nanoseconds waitsForRoomIn(const Recording& recording)
{
    Nanoseconds sum = 0;
    for (const Blocking& each : recording.blocking) {
        if (each.way == BlockingWay::FullQueue)
            sum = saturatingAdd(
                sum, saturatingSubtract(recording.ends[each.operation], recording.beginOf(each.operation)));
    }
    return sum;
}

/// Of copies whose start waits for nothing but their call, which a replay keeps that far behind its begin.
Nanoseconds beforeCopiesIn(const Recording& recording)
{
    Nanoseconds sum = 0;
    for (const Blocking& each : recording.blocking) {
        if (each.way != BlockingWay::Copy || !each.isBoundByLaunch)
            continue;
        const Timestamp begin = recording.beginOf(each.operation);
        const Timestamp copied = std::min(recording.works().startOf(each.work), recording.ends[each.operation]);
        sum = saturatingAdd(sum, std::max(Nanoseconds { 0 }, saturatingSubtract(copied, begin)));
    }
    return sum;
}

/// What blocking copy calls take behind their copies.
Nanoseconds afterCopiesIn(const Recording& recording)
{
    Nanoseconds sum = 0;
    for (const Blocking& each : recording.blocking) {
        if (each.way != BlockingWay::Copy || each.work == kNoWork)
            continue;
        const Timestamp copied = std::max(recording.works().endOf(each.work), recording.beginOf(each.operation));
        sum =
            saturatingAdd(sum, std::max(Nanoseconds { 0 }, saturatingSubtract(recording.ends[each.operation], copied)));
    }
    return sum;
}

/// What synchronisations take behind the last work that they wait for, where it is more than a late return.
Nanoseconds afterWorkIn(const Recording& recording)
{
    Nanoseconds sum = 0;
    for (const Blocking& each : recording.blocking) {
        if (each.way != BlockingWay::Sync || each.work == kNoWork || each.waitsForUnrecorded
            || recording.causeOfCall(each.call) != Cause::Synchronisation) // what frees memory stays
            continue;
        const Timestamp done = std::max(recording.works().endOf(each.work), recording.beginOf(each.operation));
        if (const Nanoseconds rest = saturatingSubtract(recording.ends[each.operation], done); rest >= kLongInSync)
            sum = saturatingAdd(sum, rest);
    }
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
    const NamedChange ofCause = hostTimeGone(cause);
    const NamedChange ofAll = hostTwiceAsFast();
    return std::ranges::any_of(changes, [&](const NamedChange& each) {
        return each.kind == ChangeKind::Host && (each.target == ofCause.target || each.target == ofAll.target);
    });
}

} // namespace

ReplayNotes notesOf(const Recording& recording, std::span<const NamedChange> changes, const Progress& progress)
{
    ReplayNotes notes;
    addUnexplainedWaits(recording, notes);
    if (changesHost(changes, Cause::Launch))
        notes.waitsForRoom = waitsForRoomIn(recording);
    if (changesHost(changes, Cause::CopyCall))
        notes.beforeCopies = beforeCopiesIn(recording);
    if (changes.empty() || std::ranges::find(changes, ChangeKind::Wait, &NamedChange::kind) != changes.end()) {
        notes.afterCopies = afterCopiesIn(recording);
        notes.afterWork = afterWorkIn(recording);
    }
    notes.works = recording.works().size();
    notes.unlinked = unlinkedIn(recording.works());
    const TrackId main = recording.parts()->lines().mainThread();
    if (main.isValid() && recording.operationsOf(Cause::Python) > 0 && changesHost(changes, Cause::Python)) {
        const std::vector<FrameTime> frames = frameTimes(recording.trace(), main, recording.rules(), progress);
        notes.pythonWaits = waitsAmong(recording.trace(), frames);
        notes.costly = costlyFrame(frames, recording.range().length());
    }
    return notes;
}

void addRemarks(const RankTrace& rank, const ReplayNotes& notes, Nanoseconds wall, std::vector<Remark>& remarks)
{
    if (notes.waitsBeforeWork > 0)
        remarks.push_back(remarkOfRank(rank, "unrecorded-work",
            { KT_PHRASE(
                  "what-if", "the host waited %1 for work that was not recorded; no change is said to save any of it."),
                arg::Duration { notes.waitsBeforeWork } }));
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
    if (notes.beforeCopies > wall / 100)
        remarks.push_back(remarkOfRank(rank, "before-copies",
            { KT_PHRASE("what-if",
                  "blocking copy calls take %1 until their copies begin: a replay keeps that where the calls are "
                  "faster; where they are gone it is gone, and so is the wait for the copies."),
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
    if (notes.unlinked > notes.works / 100)
        remarks.push_back(remarkOfRank(rank, "unlinked-work",
            { KT_PHRASE("what-if",
                  "%1 of %2 GPU activities are linked to no launch: a replay keeps how long after what was before them "
                  "they start, however early the host would launch them."),
                arg::Count { notes.unlinked }, arg::Count { notes.works } }));
    if (notes.pythonWaits > wall / 100)
        remarks.push_back(remarkOfRank(rank, "python-waits",
            { KT_PHRASE("what-if",
                  "the main thread sleeps or waits in Python for %1: for another thread, a request or a timer, which "
                  "the trace does not tell. Changes of Python or of all host time shorten that, too."),
                arg::Duration { notes.pythonWaits } }));
    if (notes.costly)
        remarks.push_back(recordingPython(rank, *notes.costly, wall, FrameOf::MainThread));
}

} // namespace kinetoscope
