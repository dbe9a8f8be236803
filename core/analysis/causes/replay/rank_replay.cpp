// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/replay/rank_replay.h"

#include "core/analysis/causes/remarks/collective_notes.h"
#include "core/analysis/causes/replay/applied_changes.h"
#include "core/analysis/causes/replay/change_targets.h"
#include "core/analysis/causes/replay/step_walls.h"
#include "core/analysis/collectives/cpu_collectives.h"
#include "core/analysis/launch/graph_making.h"
#include "core/analysis/scope/steps.h"
#include "core/base/display_name.h"
#include "core/base/parallel.h"
#include "core/base/progress.h"
#include "core/base/text.h"
#include "core/base/vectors.h"
#include "core/numeric/intervals.h"
#include "core/query/op_names.h"

#include <algorithm>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <utility>

namespace kinetoscope {

std::string TriedChange::kind() const
{
    return parts.size() == 1 ? std::string(toString(parts.front().kind)) : std::string("several");
}

std::string TriedChange::target() const
{
    return parts.size() == 1 ? parts.front().target : joined(mapped(parts, written), " + ");
}

Message TriedChange::description() const
{
    std::vector<Message> all = mapped(parts, describe);
    Message named =
        all.size() == 1 ? all.front() : Message { KT_PHRASE("what-if", "%1"), arg::List { std::move(all) } };
    if (isOfFrames)
        return { KT_PHRASE("what-if", "%1 (Python of distributed_c10d.py; none was recorded)"), std::move(named) };
    if (isOfSlippedNames)
        return { KT_PHRASE("what-if", "%1 (names of these kernels are not sure)"), std::move(named) };
    return isDoubtful
        ? Message { KT_PHRASE("what-if", "%1 (part may be the cost of recording Python)"), std::move(named) }
        : named;
}

bool TriedChange::isOfCollectives() const
{
    return parts.size() == 1 && parts.front().kind == ChangeKind::Host
        && parts.front().target == toString(Cause::Collective);
}

bool TriedChange::isOfPython() const
{
    return std::ranges::any_of(parts, [](const NamedChange& each) {
        return each.kind == ChangeKind::In || each.kind == ChangeKind::Graph
            || (each.kind == ChangeKind::Host
                && (each.target == toString(Cause::Python) || each.target == kAllTargets));
    });
}

std::vector<Cell> TriedChange::naming() const
{
    return { description(), kind(), target(), parts.size() == 1 ? Cell { parts.front().factor.value() } : Cell {} };
}

namespace {

/// Kernels that are changed with the names that the trace has them shown by: those of two may differ by a number alone.
std::vector<NamedChange> namedAsShown(std::vector<NamedChange> changes, const Trace& trace)
{
    std::optional<DisplayNames> shown;
    for (NamedChange& change : changes) {
        const StringId name = change.kind == ChangeKind::Kernel ? trace.strings().find(change.target) : StringId {};
        if (!name.isValid())
            continue;
        if (!shown)
            shown.emplace(trace.strings(), sliceNames(trace));
        change.shown = shown->view(name);
    }
    return changes;
}

/// Those asked for as one, else the standard ones.
std::vector<TriedChange> changesOf(const WhatIfQuestion& question, const Recording& recording)
{
    if (!question.changes.empty())
        return { { namedAsShown(question.changes, recording.trace()), false } };
    std::vector<TriedChange> changes;
    for (NamedChange& each : standardChanges(recording, question.kernels))
        changes.push_back({ { std::move(each) }, false });
    return changes;
}

/// Whether there is something of the host that a place means, which no operation of the recording is in.
bool isBeside(const Trace& trace, const NamedChange& change, const Progress& progress)
{
    if (change.kind != ChangeKind::In && change.kind != ChangeKind::Keep)
        return false;
    if (change.target == kGraphMaking)
        return !graphMakingOf(trace).all.empty();
    const std::vector<bool> isInside = inSlicesOf(trace, change.target, progress);
    return std::ranges::find(isInside, true) != isInside.end();
}

/// How long nothing was recorded of line 0, but something of other threads.
/// @param line0  its threads.
Nanoseconds nothingBeside(const Recording& recording, std::span<const TrackId> line0, const Progress& progress)
{
    const std::vector<TimeRange> inRange = intersectionOf(
        hostActivityBut(recording.trace(), line0, progress), { recording.parts()->lines().mainRange() }, progress);
    if (!OtherThreads::isWorthSaying(totalLength(inRange), recording.range().length())) // nor is what is left of it
        return 0;
    const std::vector<TimeRange> both =
        intersectionOf(inRange, hostActivityOf(recording.trace(), line0, progress), progress);
    return totalLength(inRange) - totalLength(both);
}

/// What may be waited for where nothing was recorded.
OtherThreads otherThreads(
    const Recording& recording, const NameTypes& types, const WhatIfQuestion& question, const Progress& progress)
{
    const Trace& trace = recording.trace();
    std::vector<TrackId> line0 = recording.parts()->lines().backwardThreads();
    line0.push_back(recording.parts()->lines().mainThread());
    const auto lengthIn = [&](const std::vector<TimeRange>& ranges) {
        return totalLength(intersectionOf(ranges, { recording.range() }, progress));
    };
    OtherThreads others;
    others.calls = lengthIn(callsOfOtherLaunchers(trace, line0, progress));
    const auto changed = changedCauses(recording, types, question.changes, progress);
    if (changed[static_cast<std::size_t>(Cause::Unrecorded)]) {
        const CollectivesBeside beside = collectivesBeside(trace, cpuCollectivesOf(trace, progress), line0, progress);
        others.collectives = lengthIn(beside.ranges);
        others.collective = beside.name;
        const Nanoseconds wall = recording.range().length();
        if (!OtherThreads::isWorthSaying(others.collectives, wall) && !OtherThreads::isWorthSaying(others.calls, wall))
            others.anything = nothingBeside(recording, line0, progress);
    }
    return others;
}

/// What savings are looked at of: all, or the chosen steps, each from when the annotation of the one before ends.
std::vector<TimeRange> windowsOf(
    const Recording& recording, std::span<const Step> steps, std::span<const std::size_t> chosen)
{
    if (chosen.empty())
        return { recording.range() };
    return mapped(chosen, [steps](std::size_t step) {
        const TimeRange range = steps[step].range;
        return TimeRange { step > 0 ? std::min(steps[step - 1].range.end, range.begin) : range.begin, range.end };
    });
}

/// Marks what goes by the names of kernels where these are not sure.
void markSlippedNames(const Trace& trace, const SlippedNames& slipped, std::vector<TriedChange>& changes)
{
    const auto goesByThem = [&](const NamedChange& change) {
        if (change.kind != ChangeKind::Kernel)
            return false;
        const std::vector<bool> isMeant = namesMeant(trace, change.target);
        return std::ranges::any_of(
            slipped.kernels, [&](SliceId kernel) { return isMeant[trace.slices().name[kernel.index()].index()]; });
    };
    for (TriedChange& each : changes)
        each.isOfSlippedNames = std::ranges::any_of(each.parts, goesByThem);
}

/// Memory of replays that are done, for those that follow. Thread-safe.
class RoomOfReplays {
public:
    [[nodiscard]] ReplayTimes take()
    {
        const std::scoped_lock lock(m_mutex);
        if (m_free.empty())
            return {};
        ReplayTimes room = std::move(m_free.back());
        m_free.pop_back();
        return room;
    }
    void giveBack(ReplayTimes room)
    {
        const std::scoped_lock lock(m_mutex);
        m_free.push_back(std::move(room));
    }

private:
    std::mutex m_mutex;
    std::vector<ReplayTimes> m_free;
};

} // namespace

Result<RankOutcomes> replayRank(
    const PathRank& rank, const AnalysisInput& input, const WhatIfQuestion& question, const AnalysisContext& context)
{
    const Trace& trace = *rank.rank.trace;
    RankOutcomes outcomes;
    KT_TRY(outcomes.steps, stepsOf(trace, input.scope, input.stop));
    Recording recording(
        trace, question.thresholds, context.progress, outcomes.steps, grainFor(question.changes), context.threads);
    if (context.progress.shouldStop())
        return Error::stopped();
    const TimeRange range = recording.range();
    outcomes.isEmpty = range.isEmpty();
    if (outcomes.isEmpty) {
        outcomes.meets.assign(question.changes.size(), true); // that there is nothing is said anyway
        outcomes.isBeside.assign(question.changes.size(), false);
        return outcomes;
    }
    for (const NamedChange& each : question.changes) {
        if (each.kind == ChangeKind::Op) { // changeOf() cannot say what fails
            KT_TRY_DONE(recording.launchedIn(each.target, context.threads, context.progress));
        }
        outcomes.meets.push_back(touchesAnything(recording, rank.types, each, context.progress));
        outcomes.isBeside.push_back(!outcomes.meets.back() && isBeside(trace, each, context.progress));
    }
    for (std::size_t i = 0; i < outcomes.steps.size(); ++i) {
        if (std::ranges::find(input.scope.steps, outcomes.steps[i].number) != input.scope.steps.end())
            outcomes.chosen.push_back(i);
    }
    std::optional<StepWalls> walls;
    std::optional<WorkCauses> causes;
    RoomOfReplays rooms;
    // Critical paths of the unchanged one are those of the recording, which evidence shows and critical-path tells.
    const auto outcomeOf = [&](const Change& change, bool isChanged) {
        Replay replay(recording, change, context.progress, rooms.take());
        ReplayOutcome outcome;
        if (!context.progress.shouldStop()) {
            outcome.wall = saturatingSubtract(replay.end(), range.begin);
            const std::vector<StepWindow> windows = walls->in(replay);
            for (const StepWindow& step : windows)
                outcome.steps.push_back(saturatingSubtract(step.range.end, step.range.begin));
            if (isChanged)
                outcome.critical = criticalTimesOf(recording, change, replay, *causes, context.progress);
            for (const std::size_t step : outcomes.chosen) {
                if (isChanged)
                    outcome.criticalOfSteps.push_back(
                        criticalTimesOf(recording, change, replay, *causes, windows[step], context.progress));
                else
                    outcomes.recorded.push_back({ windows[step].range, windows[step].work, windows[step].thread });
            }
        }
        rooms.giveBack(replay.takeRoom());
        return outcome;
    };
    PathWalk recorded(trace, recording.parts(), rank.types, context.progress);
    OperationNumber near = kNoOperation;
    const PassLine pass = [&](TrackId thread, Timestamp time, Timestamp from, TimesByCause& times) {
        return recording.passLine0(thread, time, from, near, times);
    };
    bool areFrames = false; // what is put down to collectives
    parallelFor(4, context.threads, [&](std::size_t i) {
        if (i == 0)
            outcomes.changes = changesOf(question, recording);
        else if (i == 1)
            areFrames = recording.operationsOf(Cause::Collective) > 0
                && !recordsCollective(trace, rank.types, context.progress);
        else if (i == 2)
            causes.emplace(recording, rank.types, context.progress);
        else
            walls.emplace(recording, outcomes.steps);
    });
    for (TriedChange& each : outcomes.changes)
        each.isOfFrames = areFrames && each.isOfCollectives();
    CriticalTimes recordedTimes {};
    OtherThreads others; // the notes are made meanwhile
    std::vector<std::optional<ReplayOutcome>> replayed(outcomes.changes.size());
    constexpr std::size_t kBefore = 3;
    parallelFor(kBefore + replayed.size(), context.threads, [&](std::size_t i) {
        if (context.progress.shouldStop())
            return;
        if (i == 0) {
            recordedTimes = recorded.times(recorded.whole(), pass);
            if (outcomes.chosen.empty())
                recording.forgetWalks();
            if (OtherThreads::isWorthSaying(recordedTimes[static_cast<std::size_t>(Cause::Unrecorded)], range.length()))
                others = otherThreads(recording, rank.types, question, context.progress);
        } else if (i == 1) {
            outcomes.notes = notesOf(recording, rank.types, question.changes,
                windowsOf(recording, outcomes.steps, outcomes.chosen), context.progress);
        } else if (i == 2) {
            outcomes.unchanged = outcomeOf({}, false);
        } else {
            const Change change =
                changeOf(recording, rank.types, outcomes.changes[i - kBefore].parts, context.progress);
            if (!change.changesNothingOf(recording))
                replayed[i - kBefore] = outcomeOf(change, true);
        }
    });
    if (context.progress.shouldStop())
        return Error::stopped();
    for (const Cause late : { Cause::EventWait, Cause::LateStart })
        outcomes.notes.lateStarts += recordedTimes[static_cast<std::size_t>(late)];
    outcomes.notes.others = others;
    if (outcomes.notes.slippedNames)
        markSlippedNames(trace, *outcomes.notes.slippedNames, outcomes.changes);
    std::vector<CriticalTimes> recordedOfSteps;
    for (const PathWindow& window : outcomes.recorded)
        recordedOfSteps.push_back(recorded.times(window, pass));
    outcomes.unchanged.critical = recordedTimes;
    outcomes.unchanged.criticalOfSteps = std::move(recordedOfSteps);
    for (std::optional<ReplayOutcome>& each : replayed)
        outcomes.replayed.push_back(each ? std::move(*each) : outcomes.unchanged);
    if (context.progress.shouldStop())
        return Error::stopped();
    return outcomes;
}

} // namespace kinetoscope
