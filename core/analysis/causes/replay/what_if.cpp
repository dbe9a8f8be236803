// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/replay/what_if.h"

#include "core/analysis/causes/cause_parameters.h"
#include "core/analysis/causes/collective_notes.h"
#include "core/analysis/causes/path/rank_path.h"
#include "core/analysis/causes/replay/changes.h"
#include "core/analysis/causes/replay/replay_notes.h"
#include "core/analysis/causes/replay/replay_path.h"
#include "core/analysis/causes/replay/step_walls.h"
#include "core/analysis/health/host_clock.h"
#include "core/analysis/scope/steps.h"
#include "core/analysis/types/column_names.h"
#include "core/analysis/types/columns.h"
#include "core/analysis/types/parameter_makers.h"
#include "core/base/parallel.h"
#include "core/base/progress.h"
#include "core/base/sort_stably.h"
#include "core/base/text.h"
#include "core/base/vectors.h"
#include "core/numeric/intervals.h"

#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace kinetoscope {

namespace {

constexpr const char* kChangesTitle = "Estimated saving of each change";
constexpr const char* kStepsTitle = "Estimated saving of each change in each step";
constexpr const char* kChangeParameter = "change";
constexpr const char* kTopKernelsParameter = "top-kernels";

constexpr const char* kCriticalTitle = "What is critical then";
constexpr const char* kDescription = "description";
constexpr const char* kRecorded = "recorded";

/// What says which change a row is about.
std::vector<ColumnDescriptor> namingColumns(bool ofSteps)
{
    std::vector<ColumnDescriptor> all { numberColumn(column::kRank, "Rank") };
    if (ofSteps)
        all.push_back(numberColumn(column::kStep, "Step"));
    all.push_back({ .name = kDescription,
        .type = ColumnType::String,
        .title = "What if",
        .text = TextKind::Sentence,
        .place = -1 });
    // For files: a screen has them in words.
    all.push_back(defined({ .name = "change", .type = ColumnType::String, .title = "Change of", .isInFilesOnly = true },
        "Host time, GPU work by type or name, work of an op, waiting calls, or a chain made one"));
    all.push_back({ .name = "target", .type = ColumnType::String, .title = "What changes", .isInFilesOnly = true });
    all.push_back(defined({ .name = "factor", .type = ColumnType::Float, .title = "Factor", .isInFilesOnly = true },
        "Of its time; empty for several changes"));
    return all;
}

std::vector<ColumnDescriptor> changeColumns(bool ofSteps)
{
    std::vector<ColumnDescriptor> all = namingColumns(ofSteps);
    // Of a step the annotation alone would get longer where the host gets faster.
    all.push_back(ofSteps ? durationColumn(column::kWall, "Step-to-step",
                      "As recorded, from when the step before is complete, its annotation and its GPU work, "
                      "until this one is; of the first step from its own beginning")
                          : durationColumn(column::kWall, "Wall time", "As recorded"));
    all.push_back(durationColumn("new_wall", ofSteps ? "New step-to-step" : "New wall", "As replayed with the change"));
    all.push_back(mainFigure(durationColumn(column::kSaved, "Saved")));
    all.push_back(
        percentColumn("saved_pctg", "Saved share", ofSteps ? "% of the time from step to step" : "% of the wall time"));
    return readFirst({ kDescription, column::kSaved, "saved_pctg" }, std::move(all));
}

std::vector<ColumnDescriptor> criticalColumns()
{
    std::vector<ColumnDescriptor> all = namingColumns(true);
    all.push_back(textColumn(column::kKind, "Spent in", TextKind::Category));
    all.push_back(durationColumn(kRecorded, "As recorded", "Time on the critical path of the recording"));
    // No main figure: a screen opens the table in its own order, the rows of a change together, the best change first.
    all.push_back(durationColumn("replayed", "Then", "Time on the critical path of the replay with the change"));
    all.push_back(percentColumn("replayed_pctg", "Then, share", "% of the new wall time"));
    return all;
}

/// As a person writes it.
std::string textOf(const NamedChange& change)
{
    return fmt::format("{}:{}={}", toString(change.kind), change.target, change.factorText);
}

/// One row's change: what it is made of and what it is called.
struct TriedChange {
    std::vector<NamedChange> parts;
    bool isDoubtful = false; ///< it saves time of Python, much of which may be the cost of recording it
    bool isOfFrames = false; ///< of collectives, and only Python frames of torch.distributed were recorded

    [[nodiscard]] std::string kind() const
    {
        return parts.size() == 1 ? std::string(toString(parts.front().kind)) : std::string("several");
    }
    [[nodiscard]] std::string target() const
    {
        return parts.size() == 1 ? parts.front().target : joined(mapped(parts, textOf), " + ");
    }
    [[nodiscard]] Message description() const
    {
        std::vector<Message> all = mapped(parts, describe);
        Message named =
            all.size() == 1 ? all.front() : Message { KT_PHRASE("what-if", "%1"), arg::List { std::move(all) } };
        if (isOfFrames)
            return { KT_PHRASE("what-if", "%1 (Python of distributed_c10d.py; none was recorded)"), std::move(named) };
        return isDoubtful
            ? Message { KT_PHRASE("what-if", "%1 (part may be the cost of recording Python)"), std::move(named) }
            : named;
    }
    [[nodiscard]] bool isOfCollectives() const
    {
        return parts.size() == 1 && parts.front().kind == ChangeKind::Host
            && parts.front().target == toString(Cause::Collective);
    }
    [[nodiscard]] bool isOfPython() const
    {
        return std::ranges::any_of(parts, [](const NamedChange& each) {
            return each.kind == ChangeKind::Host
                && (each.target == toString(Cause::Python) || each.target == kAllTargets);
        });
    }
    /// Of the columns that say which change a row is about, behind rank and step.
    void appendTo(std::vector<Cell>& cells) const
    {
        cells.emplace_back(description());
        cells.emplace_back(kind());
        cells.emplace_back(target());
        cells.push_back(parts.size() == 1 ? Cell { parts.front().factor.value() } : Cell {});
    }
};

/// What a replay came to.
struct Outcome {
    Nanoseconds wall = 0;
    std::vector<Nanoseconds> steps; ///< by position in the steps of the trace
    CriticalTimes critical {};
    std::vector<CriticalTimes> criticalOfSteps; ///< by position in RankOutcomes::chosen
};

struct RankOutcomes {
    std::vector<Step> steps;          ///< trace time
    std::vector<std::size_t> chosen;  ///< of them, those that the scope names
    std::vector<PathWindow> recorded; ///< by position in `chosen`
    std::vector<TriedChange> changes;
    Outcome unchanged;
    std::vector<Outcome> replayed; ///< by change
    ReplayNotes notes;
    std::vector<bool> meets; ///< by change that was asked for: whether anything here is meant by it
    bool isEmpty = false;
};

/// Most saved first, of equals in the order of the changes.
std::vector<std::size_t> bySaving(const std::vector<Nanoseconds>& newWalls)
{
    std::vector<std::size_t> order(newWalls.size());
    std::iota(order.begin(), order.end(), std::size_t { 0 });
    sortStably(order, [&](std::size_t a, std::size_t b) { return newWalls[a] < newWalls[b]; });
    return order;
}

/// What every rank is asked.
struct Question {
    CauseThresholds thresholds;
    std::vector<NamedChange> changes; ///< taken together; none: the standard ones, each alone
    std::int64_t kernels = 5;
};

/// Those asked for as one, else the standard ones.
std::vector<TriedChange> changesOf(const Question& question, const Recording& recording)
{
    if (!question.changes.empty())
        return { { question.changes, false } };
    std::vector<TriedChange> changes;
    for (NamedChange& each : standardChanges(recording, question.kernels))
        changes.push_back({ { std::move(each) }, false });
    return changes;
}

bool changesUnrecorded(std::span<const NamedChange> changes)
{
    return changes.empty() || std::ranges::any_of(changes, [](const NamedChange& each) {
        return each.kind == ChangeKind::Host
            && (each.target == toString(Cause::Unrecorded) || each.target == kAllTargets);
    });
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

Result<RankOutcomes> replayRank(
    const PathRank& rank, const AnalysisInput& input, const Question& question, const AnalysisContext& context)
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
        return outcomes;
    }
    for (const NamedChange& each : question.changes)
        outcomes.meets.push_back(touchesAnything(recording, rank.types, each));
    for (std::size_t i = 0; i < outcomes.steps.size(); ++i) {
        if (std::ranges::find(input.scope.steps, outcomes.steps[i].number) != input.scope.steps.end())
            outcomes.chosen.push_back(i);
    }
    std::optional<StepWalls> walls;
    std::vector<Cause> causes;
    RoomOfReplays rooms;
    // Critical paths of the unchanged one are those of the recording, which evidence shows and critical-path tells.
    const auto outcomeOf = [&](const Change& change, bool isChanged) {
        Replay replay(recording, change, context.progress, rooms.take());
        Outcome outcome;
        if (!context.progress.shouldStop()) {
            outcome.wall = saturatingSubtract(replay.end(), range.begin);
            const std::vector<StepWindow> windows = walls->in(replay);
            for (const StepWindow& step : windows)
                outcome.steps.push_back(saturatingSubtract(step.range.end, step.range.begin));
            if (isChanged)
                outcome.critical = criticalTimesOf(recording, change, replay, causes, context.progress);
            for (const std::size_t step : outcomes.chosen) {
                if (isChanged)
                    outcome.criticalOfSteps.push_back(
                        criticalTimesOf(recording, change, replay, causes, windows[step], context.progress));
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
    CriticalTimes recordedTimes {};
    parallelFor(3, context.threads, [&](std::size_t i) {
        if (i == 0) {
            recordedTimes = recorded.times(recorded.whole(), pass);
            return;
        }
        if (i == 1) {
            outcomes.notes = notesOf(recording, rank.types, question.changes, context.progress);
            return;
        }
        causes = causesOfWork(recording, rank.types);
        walls.emplace(recording, outcomes.steps);
        outcomes.unchanged = outcomeOf({}, false);
        outcomes.changes = changesOf(question, recording);
        const bool areFrames = recording.operationsOf(Cause::Collective) > 0
            && std::ranges::any_of(outcomes.changes, &TriedChange::isOfCollectives)
            && !recordsCollective(trace, rank.types, context.progress);
        for (TriedChange& each : outcomes.changes)
            each.isOfFrames = areFrames && each.isOfCollectives();
    });
    outcomes.unchanged.critical = recordedTimes;
    for (const Cause late : { Cause::EventWait, Cause::LateStart })
        outcomes.notes.lateStarts += recordedTimes[static_cast<std::size_t>(late)];
    if (changesUnrecorded(question.changes)
        && recordedTimes[static_cast<std::size_t>(Cause::Unrecorded)] > outcomes.unchanged.wall / 20) {
        std::vector<TrackId> line0 = recording.parts()->lines().backwardThreads();
        line0.push_back(recording.parts()->lines().mainThread());
        const CollectivesBeside beside = collectivesBeside(trace, line0, context.progress);
        outcomes.notes.besideUnrecorded = totalLength(intersectionOf(beside.ranges, { range }));
        outcomes.notes.besideName = beside.name;
    }
    for (const PathWindow& window : outcomes.recorded)
        outcomes.unchanged.criticalOfSteps.push_back(recorded.times(window, pass));
    recording.forgetWalks();
    outcomes.replayed.resize(outcomes.changes.size());
    parallelFor(outcomes.changes.size(), context.threads, [&](std::size_t i) {
        if (context.progress.shouldStop())
            return;
        const Change change = changeOf(recording, rank.types, outcomes.changes[i].parts);
        outcomes.replayed[i] = change.changesNothingOf(recording) ? outcomes.unchanged : outcomeOf(change, true);
    });
    if (context.progress.shouldStop())
        return Error::stopped();
    return outcomes;
}

/// What a row is about.
struct ChangeRow {
    std::shared_ptr<const PathRank> rank;
    std::shared_ptr<const TriedChange> change;
    std::optional<Step> step; ///< trace time
};

using ChangeTable = KeyedTable<ChangeRow>;

void addChange(ChangeTable& table, ChangeRow row, Nanoseconds wall, Nanoseconds newWall)
{
    const Nanoseconds saved = saturatingSubtract(wall, newWall);
    std::vector<Cell> cells { row.rank->rank.rank };
    if (row.step)
        cells.emplace_back(row.step->number);
    row.change->appendTo(cells);
    append(cells, std::vector<Cell> { wall, newWall, saved, exactPercentCell(saved, wall) });
    table.add(std::move(cells), std::move(row));
}

Table withTouchedLinks(ChangeTable made, const CauseThresholds& thresholds)
{
    Table& table = made.table;
    table.setEvidence([rows = std::move(made.keys), thresholds, first = table.columnIndex(column::kWall)](
                          std::size_t row, std::size_t column) {
        if (column < first)
            return Selection {};
        return touchedLinks(*rows[row].rank, rows[row].change->parts, rows[row].step, thresholds);
    });
    return std::move(made.table);
}

/// What a row is about of the table of what the critical path is made of, as recorded and with each change: the times
/// of a change add up to its two wall times.
struct CriticalRow {
    std::shared_ptr<const PathRank> rank;
    Cause cause = Cause::Unrecorded;
    std::optional<PathWindow> window; ///< of a step in the recording; none: it is about the whole
};
using CriticalTable = KeyedTable<CriticalRow>;

/// A row a cause, most time with the change first.
/// @param ofChange  cells of the columns that say which change it is, and of which step.
void addCritical(CriticalTable& table, const std::vector<Cell>& ofChange, CriticalRow row,
    const CriticalTimes& recorded, const CriticalTimes& replayed)
{
    std::array<std::size_t, kCauseCount> order {};
    std::iota(order.begin(), order.end(), std::size_t { 0 });
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return replayed[a] > replayed[b]; });
    const Nanoseconds wall = std::accumulate(replayed.begin(), replayed.end(), Nanoseconds { 0 });
    for (const std::size_t i : order) {
        if (recorded[i] == 0 && replayed[i] == 0)
            continue;
        row.cause = static_cast<Cause>(i);
        std::vector<Cell> cells = ofChange;
        append(cells,
            std::vector<Cell> {
                std::string(toString(row.cause)), recorded[i], replayed[i], exactPercentCell(replayed[i], wall) });
        table.add(std::move(cells), row);
    }
}

Selection recordedLinks(const CriticalRow& row, const CauseThresholds& thresholds)
{
    const PathRank& rank = *row.rank;
    const Progress none;
    PathWalk walk(*rank.rank.trace, thresholds, rank.types, none);
    Selection selection;
    for (const PathLink& link : walk.links(row.window ? *row.window : walk.whole())) {
        if (link.cause == row.cause)
            selection.intervals.push_back(rank.interval(link.place, link.range));
    }
    return selection;
}

/// Of what was recorded: the links of the recorded path; of what was replayed: nothing, because it never happened.
Table withRecordedLinks(CriticalTable made, const CauseThresholds& thresholds)
{
    Table& table = made.table;
    table.setEvidence(
        [rows = std::move(made.keys), thresholds, recorded = table.columnIndex(kRecorded)](std::size_t row,
            std::size_t column) { return column == recorded ? recordedLinks(rows[row], thresholds) : Selection {}; });
    return std::move(made.table);
}

void addRows(ChangeTable& changes, CriticalTable& critical, ChangeTable& steps,
    const std::shared_ptr<const PathRank>& rank, const RankOutcomes& outcomes, const Scope& scope,
    const Progress& progress)
{
    constexpr std::size_t kItemsPerRow = 256; // to StopCheck: a row of texts takes some microseconds
    std::vector<std::shared_ptr<const TriedChange>> tried;
    for (std::size_t i = 0; i < outcomes.changes.size(); ++i) {
        TriedChange change = outcomes.changes[i];
        const bool isSaving = outcomes.replayed[i].wall < outcomes.unchanged.wall;
        change.isDoubtful = isSaving && outcomes.notes.costly && change.isOfPython();
        tried.push_back(std::make_shared<const TriedChange>(std::move(change)));
    }
    const auto addPath = [&](std::size_t change, Cell step, const CriticalTimes& recorded,
                             const CriticalTimes& replayed, const std::optional<PathWindow>& window) {
        std::vector<Cell> named { rank->rank.rank, std::move(step) };
        tried[change]->appendTo(named);
        addCritical(critical, named, { .rank = rank, .window = window }, recorded, replayed);
    };
    std::vector<Nanoseconds> walls = mapped(outcomes.replayed, &Outcome::wall);
    for (const std::size_t i : bySaving(walls)) {
        addChange(changes, { rank, tried[i], std::nullopt }, outcomes.unchanged.wall, walls[i]);
        if (scope.steps.empty())
            addPath(i, {}, outcomes.unchanged.critical, outcomes.replayed[i].critical, std::nullopt);
    }
    StopCheck check(progress);
    for (std::size_t step = 0; step < outcomes.steps.size(); ++step) {
        const auto place = std::ranges::lower_bound(outcomes.chosen, step);
        if (!scope.steps.empty() && (place == outcomes.chosen.end() || *place != step))
            continue;
        if (check.after(outcomes.replayed.size() * kItemsPerRow))
            return;
        walls = mapped(outcomes.replayed, [step](const Outcome& each) { return each.steps[step]; });
        for (const std::size_t i : bySaving(walls)) {
            addChange(steps, { rank, tried[i], outcomes.steps[step] }, outcomes.unchanged.steps[step], walls[i]);
            if (scope.steps.empty())
                continue;
            const auto chosen = static_cast<std::size_t>(place - outcomes.chosen.begin());
            addPath(i, outcomes.steps[step].number, outcomes.unchanged.criticalOfSteps[chosen],
                outcomes.replayed[i].criticalOfSteps[chosen], outcomes.recorded[chosen]);
        }
    }
}

Message meetsNothing(const NamedChange& change)
{
    const arg::Name named { textOf(change) };
    switch (change.kind) {
    case ChangeKind::Kernel:
    case ChangeKind::Wait:
        return { KT_PHRASE("what-if",
                     "Nothing that was recorded is meant by %1, so it saves nothing. Names count as a whole; /part/ is "
                     "looked for anywhere in them."),
            named };
    case ChangeKind::Op:
        return { KT_PHRASE("what-if",
                     "Nothing that was recorded is meant by %1, so it saves nothing. Names count as a whole; /part/ is "
                     "looked for anywhere in them. Annotations are no ops."),
            named };
    case ChangeKind::Fuse:
        return { KT_PHRASE("what-if",
                     "No chain that was recorded is meant by %1, so it saves nothing. Names count as a whole."),
            named };
    case ChangeKind::Host:
    case ChangeKind::Work:
    case ChangeKind::Listed:
        break;
    }
    return { KT_PHRASE("what-if", "Nothing that was recorded is meant by %1, so it saves nothing."), named };
}

/// Of one's own changes that save nothing: why, as far as a replay knows.
Message savesNothing(const PathRank& rank, const RankOutcomes& outcomes, const CauseThresholds& thresholds)
{
    Nanoseconds touched = 0;
    for (const IntervalRef& link :
        touchedLinks(rank, outcomes.changes.front().parts, std::nullopt, thresholds).intervals)
        touched = saturatingAdd(touched, link.range.length());
    if (touched > 0)
        return {
            KT_PHRASE("what-if",
                "nothing is saved, although what changes has %1 of the critical path: the replay keeps that time, or "
                "something else takes as long."),
            arg::Duration { touched }
        };
    constexpr std::size_t kMostNamed = 3;
    constexpr Nanoseconds kLeastShare = 20; // one in so many of the path
    const CriticalTimes& critical = outcomes.unchanged.critical;
    std::vector<std::size_t> order(critical.size());
    std::iota(order.begin(), order.end(), std::size_t { 0 });
    sortStably(order, [&](std::size_t a, std::size_t b) { return critical[a] > critical[b]; });
    arg::List parts;
    for (std::size_t i = 0; i < kMostNamed; ++i) {
        const Nanoseconds time = critical[order[i]];
        if (time > outcomes.unchanged.wall / kLeastShare || i == 0)
            parts.parts.push_back(
                { KT_PHRASE("what-if", "%1 (%2)"), causeInSentence(toString(static_cast<Cause>(order[i]))),
                    arg::Share { time, outcomes.unchanged.wall } });
    }
    return { KT_PHRASE("what-if",
                 "nothing is saved: what changes is nowhere on the critical path, which leads above all through %1."),
        std::move(parts) };
}

/// Whether one's own changes are known to save nothing of what was recorded in a rank.
bool isSavingNothing(const Question& question, const RankOutcomes& outcomes)
{
    const auto shortens = [](const NamedChange& each) {
        return each.kind == ChangeKind::Fuse || each.factor.value() < 1;
    };
    return std::ranges::all_of(question.changes, shortens)
        && std::ranges::find(outcomes.meets, true) != outcomes.meets.end()
        && outcomes.replayed.front().wall == outcomes.unchanged.wall;
}

/// A panel shows the first remark alone: what is wrong with the question, else what of it does not count here, else
/// that the answer is an estimate.
/// @param met     by change of the question, whether anything is meant by it in any rank.
/// @param before  how many remarks matter more.
/// @param nothing  what there is to say of changes that save nothing.
void addRemarksOnChanges(const Question& question, const std::vector<bool>& met, std::vector<Remark> nothing,
    const Scope& scope, std::vector<Remark>& remarks, std::size_t before)
{
    std::vector<Remark> first;
    for (std::size_t i = 0; i < question.changes.size(); ++i) {
        if (!met[i])
            first.push_back({ "change-meets-nothing", meetsNothing(question.changes[i]) });
    }
    append(first, nothing);
    if (scope.range || !scope.streams.empty())
        first.push_back({ "replays-of-the-whole",
            { KT_PHRASE("what-if",
                "Replays are of the whole trace: a chosen range or chosen streams change nothing here.") } });
    first.push_back({ "estimate",
        { KT_PHRASE("what-if",
            "An estimate, no promise: the recording is replayed with the dependencies and gaps that it shows. What "
            "kernels that share the device, other ranks, clocks, the allocator or a lock would do is not known, nor "
            "whether a value is needed that a removed wait waited for.") } });
    remarks.insert(remarks.begin() + static_cast<std::ptrdiff_t>(before), first.begin(), first.end());
    if (!scope.steps.empty())
        remarks.push_back({ "changes-of-the-whole",
            { KT_PHRASE("what-if",
                "The first table is of the whole trace; the chart and the other tables are of the chosen steps.") } });
}

/// @param ofSteps  steps were chosen: their savings, since those of the whole trace may be longer than a step.
ChartDescription whatIfChart(bool ofSteps)
{
    ChartDescription chart;
    chart.id = "what-if";
    chart.form = BarChart {};
    chart.table = ofSteps ? "steps" : "changes";
    chart.title = ofSteps ? kStepsTitle : kChangesTitle;
    chart.labelColumn = kDescription;
    chart.groupColumn = ofSteps ? "rank,step" : column::kRank;
    chart.series = { { column::kSaved, "", PartKind::Compute } };
    return chart;
}

Result<AnalysisResult> runWhatIf(AnalysisInputs inputs, const Parameters& parameters, const AnalysisContext& context)
{
    const AnalysisInput& input = inputs[0];
    Question question;
    question.thresholds = causeThresholdsFrom(parameters);
    question.kernels = parameters.integer(kTopKernelsParameter);
    KT_TRY(question.changes, parseChanges(parameters.list(kChangeParameter)));
    AnalysisResult result;
    remarkOnHostClock(input, context.progress, result.remarks);
    ChangeTable changeRows { { "changes", kChangesTitle, changeColumns(false) } };
    CriticalTable criticalRows { { "critical", kCriticalTitle, criticalColumns() } };
    ChangeTable stepRows { { "steps", kStepsTitle, changeColumns(true) } };
    std::vector<bool> met(question.changes.size());
    const std::size_t onClock = result.remarks.size();
    std::vector<Remark> nothing;
    for (const std::shared_ptr<const PathRank>& rank : pathRanks(input, *context.classifier)) {
        KT_TRY(const RankOutcomes outcomes, replayRank(*rank, input, question, context));
        if (outcomes.isEmpty)
            result.remarks.push_back(remarkOfRank(
                rank->rank, "no-replay", { KT_PHRASE("what-if", "there is no recorded time to replay.") }));
        else
            addRemarks(rank->rank, outcomes.notes, outcomes.unchanged.wall, result.remarks);
        if (!question.changes.empty() && !outcomes.isEmpty && isSavingNothing(question, outcomes))
            nothing.push_back(
                remarkOfRank(rank->rank, "saves-nothing", savesNothing(*rank, outcomes, question.thresholds)));
        for (std::size_t i = 0; i < outcomes.meets.size(); ++i)
            met[i] = met[i] || outcomes.meets[i];
        addRows(changeRows, criticalRows, stepRows, rank, outcomes, input.scope, context.progress);
        KT_TRY_DONE(context.progress.carryOn());
    }
    addRemarksOnChanges(question, met, std::move(nothing), input.scope, result.remarks, onClock);
    result.tables = tableList(withTouchedLinks(std::move(changeRows), question.thresholds),
        withTouchedLinks(std::move(stepRows), question.thresholds),
        withRecordedLinks(std::move(criticalRows), question.thresholds));
    result.charts = { whatIfChart(!input.scope.steps.empty()) };
    return result;
}

} // namespace

AnalysisDescriptor whatIf()
{
    std::vector<ParameterDescriptor> parameters;
    parameters.push_back(naming(NamedThing::Change,
        listParameter(kChangeParameter, "Changes",
            "WHAT:TARGET=FACTOR, several with commas between them, taken together: host:op=0.5 (op: a cause, or all), "
            "work:compute=0.5, kernel:NAME=0.5, op:NAME=0.5, wait:CALL=0, fuse:NAME|NAME=1. Empty: usual ones, each "
            "alone")));
    parameters.push_back(countParameter(kTopKernelsParameter, "Kernels tried",
        "How many names of GPU work are tried at half their time, those with most time first", 5, { 0.0, 1000.0 }));
    append(parameters, causeParameters());
    return { .id = "what-if",
        .title = "What if",
        .question = "What would a change save?",
        .group = PanelGroup::Causes,
        .parameters = std::move(parameters),
        .tables = { { "changes", kChangesTitle, changeColumns(false) }, { "steps", kStepsTitle, changeColumns(true) },
            { "critical", kCriticalTitle, criticalColumns() } },
        .recordingOption = kGpuRecordingOption,
        .isOfWholeTraces = true,
        .run = runWhatIf };
}

} // namespace kinetoscope
