// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/replay/what_if.h"

#include "core/analysis/causes/cause_parameters.h"
#include "core/analysis/causes/remarks/merged_remarks.h"
#include "core/analysis/causes/remarks/missing_steps.h"
#include "core/analysis/causes/replay/change_remarks.h"
#include "core/analysis/causes/replay/change_targets.h"
#include "core/analysis/causes/replay/rank_replay.h"
#include "core/analysis/causes/replay/replay_remarks.h"
#include "core/analysis/health/host_clock.h"
#include "core/analysis/names/classification.h"
#include "core/analysis/part_kinds.h"
#include "core/analysis/types/column_names.h"
#include "core/analysis/types/columns.h"
#include "core/analysis/types/parameter_makers.h"
#include "core/base/progress.h"
#include "core/base/sort_stably.h"
#include "core/base/vectors.h"
#include "core/model/kernel_names.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

namespace kinetoscope {

namespace {

constexpr const char* kSavingsTitle = "Estimated saving of each change";
constexpr const char* kChangesByStepTitle = "Estimated saving of each change in each step";
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
        "Host time, GPU work by type or name, work of an op, waiting calls, a chain made one, or what is inside of a "
        "name"));
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

/// Most saved first, of equals in the order of the changes.
std::vector<std::size_t> bySaving(const std::vector<Nanoseconds>& newWalls)
{
    std::vector<std::size_t> order(newWalls.size());
    std::iota(order.begin(), order.end(), std::size_t { 0 });
    sortStably(order, [&](std::size_t a, std::size_t b) { return newWalls[a] < newWalls[b]; });
    return order;
}

/// What a row is about.
struct ChangeRow {
    std::shared_ptr<const PathRank> rank;
    std::shared_ptr<const TriedChange> change;
    std::optional<Step> step; ///< trace time
};

using ChangeTable = KeyedTable<ChangeRow>;

/// @param naming  the cells that say which change it is.
void addChange(
    ChangeTable& table, ChangeRow row, const std::vector<Cell>& naming, Nanoseconds wall, Nanoseconds newWall)
{
    const Nanoseconds saved = saturatingSubtract(wall, newWall);
    std::vector<Cell> cells { row.rank->rank.rank };
    if (row.step)
        cells.emplace_back(row.step->number);
    append(cells, naming);
    append(cells, std::vector<Cell> { wall, newWall, saved, exactPercentCell(saved, wall) });
    table.add(std::move(cells), std::move(row));
}

/// What a change takes time from, so that its bar has the colour which that time has on the critical path.
PartKind kindOf(const TriedChange& tried, const KernelClassifier& classifier)
{
    if (tried.parts.size() != 1)
        return PartKind::Others;
    const NamedChange& change = tried.parts.front();
    switch (change.kind) {
    case ChangeKind::Host:
        for (std::size_t i = 0; i < kCauseCount; ++i) {
            if (change.target == toString(static_cast<Cause>(i)))
                return partKindOf(static_cast<Cause>(i));
        }
        return PartKind::HostOp;
    case ChangeKind::Work:
        for (const KernelType type : { KernelType::Communication, KernelType::Memory, KernelType::Other }) {
            if (change.target == wordOf(type))
                return partKindOf(type);
        }
        return PartKind::Compute;
    case ChangeKind::Kernel:
        return partKindOf(classifier.classify(EventKind::Kernel, change.target, false));
    case ChangeKind::Op:
        return namesCommunication(change.target) ? PartKind::Communication : PartKind::Compute;
    case ChangeKind::Wait:
        return PartKind::Sync;
    case ChangeKind::Graph:
        return PartKind::ApiCall;
    case ChangeKind::In:
    case ChangeKind::Keep:
        return PartKind::HostOp;
    case ChangeKind::Fuse:
    case ChangeKind::Listed:
        break;
    }
    return PartKind::Compute;
}

Table withTouchedLinks(ChangeTable made, const CauseThresholds& thresholds, const KernelClassifier& classifier)
{
    Table& table = made.table;
    std::unordered_map<const TriedChange*, PartKind> kinds; // a change has a row in each step
    table.setKinds(mapped(made.keys, [&](const ChangeRow& row) {
        const auto [known, isNew] = kinds.try_emplace(row.change.get());
        if (isNew)
            known->second = kindOf(*row.change, classifier);
        return std::optional(known->second);
    }));
    table.setEvidence([rows = std::move(made.keys), thresholds, first = table.columnIndex(column::kWall)](
                          std::size_t row, std::size_t column, const Progress& progress) {
        if (column < first)
            return Selection {};
        return touchedLinks(*rows[row].rank, rows[row].change->parts, rows[row].step, thresholds, progress);
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

Selection recordedLinks(const CriticalRow& row, const CauseThresholds& thresholds, const Progress& progress)
{
    const PathRank& rank = *row.rank;
    PathWalk walk(*rank.rank.trace, thresholds, rank.types, progress);
    if (progress.shouldStop())
        return {};
    const PathLinks links = walk.links(row.window ? *row.window : walk.whole());
    Selection selection;
    StopCheck check(progress);
    for (const PathLink& link : links) {
        if (check.after(1))
            break;
        if (link.cause == row.cause)
            selection.intervals.push_back(rank.interval(link.place, link.range));
    }
    return selection;
}

/// Of what was recorded: the links of the recorded path; of what was replayed: nothing, because it never happened.
Table withRecordedLinks(CriticalTable made, const CauseThresholds& thresholds)
{
    Table& table = made.table;
    table.setEvidence([rows = std::move(made.keys), thresholds, recorded = table.columnIndex(kRecorded)](
                          std::size_t row, std::size_t column, const Progress& progress) {
        return column == recorded ? recordedLinks(rows[row], thresholds, progress) : Selection {};
    });
    return std::move(made.table);
}

void addRows(ChangeTable& changes, CriticalTable& critical, ChangeTable& steps,
    const std::shared_ptr<const PathRank>& rank, const RankOutcomes& outcomes, const Scope& scope,
    const Progress& progress)
{
    constexpr std::size_t kItemsPerRow = 256; // to StopCheck: a row of texts takes some microseconds
    std::vector<std::shared_ptr<const TriedChange>> tried;
    std::vector<std::vector<Cell>> naming;
    for (std::size_t i = 0; i < outcomes.changes.size(); ++i) {
        TriedChange change = outcomes.changes[i];
        const bool isSaving = outcomes.replayed[i].wall < outcomes.unchanged.wall;
        change.isDoubtful = isSaving && outcomes.notes.costly && change.isOfPython();
        naming.push_back(change.naming());
        tried.push_back(std::make_shared<const TriedChange>(std::move(change)));
    }
    const auto addPath = [&](std::size_t change, Cell step, const CriticalTimes& recorded,
                             const CriticalTimes& replayed, const std::optional<PathWindow>& window) {
        std::vector<Cell> named { rank->rank.rank, std::move(step) };
        append(named, naming[change]);
        addCritical(critical, named, { .rank = rank, .window = window }, recorded, replayed);
    };
    std::vector<Nanoseconds> walls = mapped(outcomes.replayed, &ReplayOutcome::wall);
    for (const std::size_t i : bySaving(walls)) {
        addChange(changes, { rank, tried[i], std::nullopt }, naming[i], outcomes.unchanged.wall, walls[i]);
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
        walls = mapped(outcomes.replayed, [step](const ReplayOutcome& each) { return each.steps[step]; });
        for (const std::size_t i : bySaving(walls)) {
            addChange(
                steps, { rank, tried[i], outcomes.steps[step] }, naming[i], outcomes.unchanged.steps[step], walls[i]);
            if (scope.steps.empty())
                continue;
            const auto chosen = static_cast<std::size_t>(place - outcomes.chosen.begin());
            addPath(i, outcomes.steps[step].number, outcomes.unchanged.criticalOfSteps[chosen],
                outcomes.replayed[i].criticalOfSteps[chosen], outcomes.recorded[chosen]);
        }
    }
}

/// @param ofSteps  steps were chosen: their savings, since those of the whole trace may be longer than a step.
ChartDescription whatIfChart(bool ofSteps)
{
    ChartDescription chart;
    chart.id = "what-if";
    chart.form = BarChart {};
    chart.table = ofSteps ? "steps" : "changes";
    chart.title = ofSteps ? kChangesByStepTitle : kSavingsTitle;
    chart.labelColumn = kDescription;
    chart.groupColumn = ofSteps ? "rank,step" : column::kRank;
    chart.series = { { column::kSaved, "", {} } };
    chart.kindOfRow = kindInTable;
    return chart;
}

Result<AnalysisResult> runWhatIf(AnalysisInputs inputs, const Parameters& parameters, const AnalysisContext& context)
{
    const AnalysisInput& input = inputs[0];
    WhatIfQuestion question;
    question.thresholds = causeThresholdsFrom(parameters);
    question.kernels = parameters.integer(kTopKernelsParameter);
    KT_TRY(question.changes, parseChanges(parameters.list(kChangeParameter)));
    AnalysisResult result;
    remarkOnHostClock(input, context.progress, context.threads, result.remarks);
    remarkOnMergedRanks(input, context.progress, result.remarks);
    AnalysisInput whole = input; // as what is replayed
    whole.scope.steps.clear();
    whole.scope.range.reset();
    remarkOnMissingSteps(whole, context.progress, result.remarks);
    ChangeTable changeRows { { "changes", kSavingsTitle, changeColumns(false) } };
    CriticalTable criticalRows { { "critical", kCriticalTitle, criticalColumns() } };
    ChangeTable stepRows { { "steps", kChangesByStepTitle, changeColumns(true) } };
    MetChanges met { std::vector<bool>(question.changes.size()), std::vector<bool>(question.changes.size()) };
    const std::size_t onClock = result.remarks.size();
    std::vector<Remark> nothing;
    std::vector<SlowOpsOfRank> slowOps;
    for (const std::shared_ptr<const PathRank>& rank : pathRanks(input, *context.classifier)) {
        KT_TRY(const RankOutcomes outcomes, replayRank(*rank, input, question, context));
        const Nanoseconds span = rank->rank.trace->range().length();
        if (outcomes.isEmpty && span > Recording::kLongest)
            result.remarks.push_back(remarkOfRank(rank->rank, "no-replay",
                { KT_PHRASE(
                      "what-if", "its first and last times are %1 apart, which cannot be right: it is not replayed."),
                    arg::Duration { span } }));
        else if (outcomes.isEmpty)
            result.remarks.push_back(remarkOfRank(
                rank->rank, "no-replay", { KT_PHRASE("what-if", "there is no recorded time to replay.") }));
        else
            addRemarks(rank->rank, outcomes.notes, outcomes.unchanged.wall, result.remarks);
        if (outcomes.notes.slowOps)
            slowOps.push_back({ rank->rank.rank, *outcomes.notes.slowOps });
        if (!question.changes.empty() && !outcomes.isEmpty && isSavingNothing(question, outcomes))
            nothing.push_back(remarkOfRank(
                rank->rank, "saves-nothing", savesNothing(*rank, outcomes, question.thresholds, context.progress)));
        for (std::size_t i = 0; i < outcomes.meets.size(); ++i) {
            met.here[i] = met.here[i] || outcomes.meets[i];
            met.beside[i] = met.beside[i] || outcomes.isBeside[i];
        }
        addRows(changeRows, criticalRows, stepRows, rank, outcomes, input.scope, context.progress);
        KT_TRY_DONE(context.progress.carryOn());
    }
    remarkOnSlowOps(slowOps, SlowOpsOf::Replay, result.remarks);
    addRemarksOnChanges(question, met, std::move(nothing), input.scope, result.remarks, onClock);
    result.tables = tableList(withTouchedLinks(std::move(changeRows), question.thresholds, *context.classifier),
        withTouchedLinks(std::move(stepRows), question.thresholds, *context.classifier),
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
            "work:compute=0.5 (or elementwise_runs), kernel:NAME=0.5, op:NAME=0.5 (op:NAME[[8,16],[16,8]]: calls of "
            "these sizes), wait:CALL=0, fuse:NAME|NAME=1, graph:repeated=1 (or single), in:NAME=0 (no host time "
            "inside), keep:NAME=1 (host time inside stays; of both, graph_making: while graphs are made). Empty: "
            "usual ones, each alone")));
    parameters.push_back(countParameter(kTopKernelsParameter, "Kernels tried",
        "How many names of GPU work are tried at half their time, those with most time first", 5, { 0.0, 1000.0 }));
    append(parameters, causeParameters());
    return { .id = "what-if",
        .title = "What if",
        .question = "What would a change save?",
        .group = PanelGroup::Causes,
        .parameters = std::move(parameters),
        .tables = { { "changes", kSavingsTitle, changeColumns(false) },
            { "steps", kChangesByStepTitle, changeColumns(true) }, { "critical", kCriticalTitle, criticalColumns() } },
        .recordingOption = kGpuRecordingOption,
        .isOfWholeTraces = true,
        .run = runWhatIf };
}

} // namespace kinetoscope
