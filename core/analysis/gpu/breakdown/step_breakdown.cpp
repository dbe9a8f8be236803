// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/gpu/breakdown/step_breakdown.h"

#include "core/analysis/causes/remarks/merged_remarks.h"
#include "core/analysis/efficiency/peak_shares.h"
#include "core/analysis/efficiency/step_mfu.h"
#include "core/analysis/gpu/breakdown/part_columns.h"
#include "core/analysis/job/rank_step_table.h"
#include "core/analysis/scope/per_rank.h"
#include "core/analysis/scope/recorded_elsewhere.h"
#include "core/analysis/scope/summary_parameters.h"
#include "core/analysis/scope/timeless_steps.h"
#include "core/analysis/types/column_names.h"
#include "core/analysis/types/columns.h"
#include "core/analysis/types/known_figures.h"
#include "core/analysis/words/remark_codes.h"
#include "core/base/vectors.h"
#include "core/numeric/nearest_decimal.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace kinetoscope {

namespace {

constexpr const char* kTitle = "Work and idle time of each step";

/// Of the wall time: what is less changes no reading of it.
constexpr double kLateShare = 0.05;

constexpr std::size_t kFirstBusy = 5;
constexpr std::size_t kFirstIdle = kFirstBusy + kBusyColumns.size();
constexpr std::size_t kFirstLaunched = kFirstIdle + kIdleColumns.size();
constexpr std::size_t kEndLag = kFirstLaunched + 2;
constexpr std::size_t kSpan = kEndLag + 1;
constexpr int kMfuDecimals = 4;

std::vector<ColumnDescriptor> stepBreakdownColumns()
{
    std::vector<ColumnDescriptor> all {
        numberColumn(column::kRank, "Rank"),
        numberColumn(column::kStep, "Step"),
        textColumn(column::kName, "Annotation"),
        { column::kTs, ColumnType::Time, Unit::Microseconds, "Start" },
        stepWallColumn(),
    };
    for (const PartColumn& part : kBusyColumns)
        all.push_back(columnOf(part));
    for (const PartColumn& part : kIdleColumns)
        all.push_back(columnOf(part));
    all.push_back(countColumn("launched", "Launched work", "GPU activities launched in the step"));
    all.push_back(durationColumn(
        column::kLaunchedBusy, "Launched busy", "Time that work launched in the step covers, wherever it runs"));
    all.push_back(durationColumn("end_lag", "End lag", "From the end of the step on the host to the end of its work"));
    all.push_back(durationColumn(
        column::kLaunchedSpan, "Launched span", "From the first start to the last end of the step's work"));
    all.push_back(mfuColumn());
    return all;
}

/// What a row is about.
struct StepBreakdownRowKey {
    std::size_t rank = 0; ///< in ScopedSteps
    std::uint32_t rankIndex = 0;
    bool hasGpuWork = false;
    StepTimes step;
    std::optional<double> mfu; ///< %
};

Selection stepBreakdownEvidenceOf(
    const ScopedSteps& source, const StepBreakdownRowKey& key, std::size_t column, const Progress& progress)
{
    if (column == 0 || (column >= kFirstBusy && !key.hasGpuWork))
        return {};
    if (source.rankTrace(key.rank).readsFrom() != nullptr) // of a summary nothing tells when in the step
        return intervalOfRank(key.rankIndex, key.step.wall);
    if (column == kEndLag) {
        const Timestamp end = key.step.step.range.end;
        const Timestamp last = saturatingAdd(end, key.step.endLag);
        return intervalOfRank(key.rankIndex, { std::min(end, last), std::max(end, last) });
    }
    if (column == kSpan)
        return key.step.launched > 0 ? intervalOfRank(key.rankIndex, key.step.span) : Selection {};
    if (column >= kFirstLaunched)
        return source.launchedEvidence(key.rank, key.step, progress);
    if (column >= kFirstIdle)
        return source.idleEvidence(key.rank, key.step, static_cast<IdleCause>(column - kFirstIdle), progress);
    if (column >= kFirstBusy)
        return source.busyEvidence(key.rank, key.step, static_cast<TimePart>(column - kFirstBusy), progress);
    if (key.step.wall == key.step.step.range)
        return { { { key.rankIndex, key.step.step.slice } } };
    return intervalOfRank(key.rankIndex, key.step.wall);
}

void addRow(Table& table, const RankTrace& rank, const StepBreakdownRowKey& key)
{
    const StepTimes& step = key.step;
    const RankSummary* summary = rank.readsFrom();
    const std::string_view name =
        summary != nullptr ? summary->names.view(step.step.name) : rank.trace->text(step.step.name);
    std::vector<Cell> cells { rank.rank, step.step.number, std::string(name), step.wall.begin, step.wall.length() };
    if (!key.hasGpuWork) {
        cells.resize(table.columnCount());
        table.addRow(std::move(cells));
        return;
    }
    for (const Nanoseconds time : step.busy)
        cells.emplace_back(time);
    for (const Nanoseconds time : step.idle)
        cells.emplace_back(time);
    cells.emplace_back(static_cast<std::int64_t>(step.launched));
    cells.emplace_back(step.launchedBusy);
    cells.push_back(step.launched > 0 ? Cell { step.endLag } : Cell {});
    cells.push_back(step.launched > 0 ? Cell { step.span.length() } : Cell {});
    cells.push_back(key.mfu ? Cell { nearestDecimal(*key.mfu, kMfuDecimals) } : Cell {});
    table.addRow(std::move(cells));
}

/// Not complete if told to stop.
void addRemarks(const RankTrace& rank, const RankSteps& steps, const Scope& scope, const Progress& progress,
    std::vector<Remark>& remarks)
{
    const std::string& pattern =
        rank.readsFrom() != nullptr ? rank.readsFrom()->meta.stepPattern : rank.trace->stepPattern();
    const auto timeless =
        steps.steps.empty() && rank.isLoaded() ? timelessSteps(*rank.trace, scope, progress) : std::nullopt;
    if (timeless && timeless->isOfNoLength)
        remarks.push_back(remarkOfRank(rank, std::string(kNothingFits),
            { KT_PHRASE("steps", "its steps, such as %1, have no length: there is no time in them."),
                arg::Name { std::string(timeless->name) } }));
    else if (timeless)
        remarks.push_back(remarkOfRank(rank, std::string(kNothingFits),
            { KT_PHRASE("steps", "its steps, such as %1, have no duration that can be used: they are left out."),
                arg::Name { std::string(timeless->name) } }));
    else if (steps.steps.empty() && scope.stepPattern.empty() && rank.isLoaded()
        && (!rank.trace->steps().empty() || isPartOfRecording(*rank.trace)))
        remarks.push_back(remarkOfRank(rank, "no-steps", { KT_PHRASE("steps", "no steps in this scope.") }));
    else if (steps.steps.empty())
        remarks.push_back(remarkOfRank(rank, "no-steps",
            { KT_PHRASE("steps",
                  "no steps in this scope; give the profiler a schedule and call prof.step() in the training loop, or "
                  "name the annotations that are steps with %1."),
                arg::Option { "step-pattern" } }));
    else if (!steps.hasGpuWork)
        remarks.push_back(noGpuWork(rank)); // only the wall time is known then
    if (!steps.steps.empty() && scope.stepPattern.empty() && pattern != "ProfilerStep#N")
        remarks.push_back(remarkOfRank(rank, "steps-by-pattern",
            { KT_PHRASE("steps", "there is no ProfilerStep; the steps are the annotations %1."),
                arg::Name { pattern } }));
}

double stepBreakdownShareOf(Nanoseconds part, Nanoseconds whole)
{
    return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0;
}

/// Of the split of a step, which is about its time on the host, what would be taken for something else.
void addRemarksOnLaunches(const RankTrace& rank, const RankSteps& steps, std::vector<Remark>& remarks)
{
    Nanoseconds latest = 0;
    std::size_t later = 0;
    for (const StepTimes& step : steps.steps) {
        // The last kernels of nearly every step end a little after it.
        if (step.launched == 0 || stepBreakdownShareOf(step.endLag, step.wall.length()) < kLateShare)
            continue;
        ++later;
        latest = std::max(latest, step.endLag);
    }
    if (later > 0)
        remarks.push_back(remarkOfRank(rank, "work-after-step",
            { KT_PHRASE("steps",
                  "the GPU still runs work of %1 of %2 steps after they have ended on the host, up to %3 later. Wall "
                  "time and its parts are about what runs while the host is in the step, whichever step launched it; "
                  "launched work, launched busy, launched span and end lag are about the work of the step itself."),
                arg::Count { later }, arg::Count { steps.steps.size() }, arg::Duration { latest } }));
}

ChartDescription chart()
{
    ChartDescription chart { .id = "steps-split",
        .table = "steps",
        .title = kTitle,
        .labelColumn = column::kStep,
        .groupColumn = column::kRank,
        .form = StackedBarChart { .totalColumn = column::kWall, .sortByValue = false } };
    for (const PartColumn& part : kBusyColumns)
        chart.series.push_back({ part.name, part.title, part.kind });
    for (const PartColumn& part : kIdleColumns)
        chart.series.push_back({ part.name, part.title, part.kind });
    return chart;
}

/// How long the GPU takes for each step, whenever it does so.
ChartDescription launchedChart()
{
    return { .id = "steps-launched",
        .table = "steps",
        .title = "How long the GPU works for what each step launched, and from when to when",
        .labelColumn = column::kStep,
        .series = { { column::kLaunchedBusy, "Works", {} },
            { column::kLaunchedSpan, "From its first start to its last end", {} } },
        .groupColumn = column::kRank,
        .form = GroupedBarChart { .sortByValue = false } };
}

/// The same job at one look: the rank or the step that differs stands out.
ChartDescription rankChart()
{
    std::vector<const char*> figures { kBusyColumns[0].name, column::kWall, kBusyColumns[1].name };
    for (const PartColumn& part : kIdleColumns)
        figures.push_back(part.name);
    return rankStepMap("steps-ranks", "steps", "What each rank does in each step", figures);
}

/// What of the peaks the matrix work of each step uses, over its wall time, and why that is not known.
Result<Done> addMfu(const AnalysisInput& input, std::size_t rank, const RankSteps& steps,
    const AnalysisContext& context, const RankTrace& trace, std::vector<std::optional<double>>& mfu,
    std::vector<Remark>& remarks)
{
    mfu.assign(steps.steps.size(), std::nullopt);
    if (steps.steps.empty() || !steps.hasGpuWork || trace.readsFrom() != nullptr) // a summary has no shapes
        return Done {};
    if (const MfuLack lack = PeakShares::lackOf(*trace.trace, *context.classifier); lack == MfuLack::NoShapes) {
        remarks.push_back(remarkOfRank(trace, "no-mfu", whyNoMfu(lack)));
        return Done {};
    }
    AnalysisInput all = input;
    all.scope.steps.clear(); // the work of a step is what it launched, whenever it runs
    KT_TRY(const auto work, ScopedGpuWork::create(all, *context.classifier));
    KT_TRY(const PeakShares shares, PeakShares::of(all, *work, rank, *context.classifier, context.progress));
    std::vector<TimeRange> ranges = mapped(steps.steps, [](const StepTimes& step) { return step.step.range; });
    const std::vector<MfuSums> sums = mfuOf(trace, shares.work(), shares.peaks(), ranges);
    MfuSums together;
    StepsLeftEarly leftEarly;
    for (std::size_t i = 0; i < sums.size(); ++i) {
        mfu[i] = sums[i].mfuPercent(steps.steps[i].wall.length());
        if (mfu[i])
            leftEarly.add(steps.steps[i].wall.length(), steps.steps[i].launchedBusy);
        together.add(sums[i]);
    }
    leftEarly.addRemark(trace, remarks);
    const bool hasAny = std::ranges::any_of(mfu, [](const std::optional<double>& each) { return each.has_value(); });
    if (!hasAny)
        remarks.push_back(remarkOfRank(trace, "no-mfu", whyNoMfu(lackOf(together))));
    return Done {};
}

Result<AnalysisResult> runStepBreakdown(
    AnalysisInputs inputs, const Parameters& parameters, const AnalysisContext& context)
{
    KT_TRY(const std::shared_ptr<const ScopedSteps> source,
        ScopedSteps::create(inputs[0], *context.classifier, parameters.integer(kKernelDelayParameter)));

    if (const auto wrong = wrongDeviceRule(*context.classifier))
        return *wrong;
    struct RankPart {
        RankSteps steps;
        std::vector<std::optional<double>> mfu; ///< by step
        std::vector<Remark> remarks;
    };
    auto ranks = forEachRank(source->rankCount(), context, [&](std::size_t i) -> Result<RankPart> {
        KT_TRY(RankSteps steps, source->rank(i, context.progress));
        RankPart part;
        addRemarksOnLaunches(source->rankTrace(i), steps, part.remarks); // first: a panel has room for one
        addRemarks(source->rankTrace(i), steps, source->scope(), context.progress, part.remarks);
        KT_TRY_DONE(context.progress.carryOn());
        KT_TRY_DONE(addMfu(inputs[0], i, steps, context, source->rankTrace(i), part.mfu, part.remarks));
        part.steps = std::move(steps);
        return part;
    });
    if (!ranks)
        return ranks.error();
    AnalysisResult result;
    remarkOnSummaryParameters(
        inputs[0], parameters.integer(kKernelDelayParameter), *context.classifier, result.remarks);
    remarkOnMergedRanks(inputs[0], context.progress, result.remarks);
    Table table("steps", kTitle, stepBreakdownColumns());
    // A job has many ranks and each many steps: the rows say where their figures are, which lie there once.
    const auto parts = std::make_shared<const std::vector<RankPart>>(std::move(ranks).value());
    const auto keyOf = [parts](std::size_t rank, std::size_t step) {
        const RankPart& part = (*parts)[rank];
        return StepBreakdownRowKey { rank, part.steps.rankIndex, part.steps.hasGpuWork, part.steps.steps[step],
            part.mfu[step] };
    };
    std::vector<std::pair<std::uint32_t, std::uint32_t>> rows; // rank and step
    for (std::size_t i = 0; i < parts->size(); ++i) {
        for (std::size_t k = 0; k < (*parts)[i].steps.steps.size(); ++k)
            rows.emplace_back(static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(k));
        const std::vector<Remark>& remarks = (*parts)[i].remarks;
        append(result.remarks, remarks);
    }
    table.reserve(rows.size());
    for (const auto& [rank, step] : rows)
        addRow(table, source->rankTrace(rank), keyOf(rank, step));
    table.setEvidence(
        [source, keyOf, rows = std::move(rows)](std::size_t row, std::size_t column, const Progress& progress) {
            return stepBreakdownEvidenceOf(*source, keyOf(rows[row].first, rows[row].second), column, progress);
        });
    result.tables.push_back(std::move(table));
    result.charts = { chart(), launchedChart(), rankChart() };
    keepKnownFigures(result.charts.back(), result.tables.back());
    return result;
}

} // namespace

AnalysisDescriptor stepBreakdown()
{
    return { .id = "steps",
        .title = "Steps",
        .question = "Where does the time of each step go?",
        .group = PanelGroup::GpuTime,
        .parameters = { kernelDelayParameter() },
        .tables = { { "steps", kTitle, stepBreakdownColumns() } },
        .recordingOption = "schedule=torch.profiler.schedule(...), and prof.step() in the training loop",
        .readsSummaries = true,
        .run = runStepBreakdown };
}

} // namespace kinetoscope
