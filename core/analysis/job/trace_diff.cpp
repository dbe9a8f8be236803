// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/job/trace_diff.h"

#include "core/analysis/gpu/slipped_names.h"
#include "core/analysis/job/chosen_side.h"
#include "core/analysis/job/compared_inputs.h"
#include "core/analysis/job/compared_names.h"
#include "core/analysis/job/name_matching.h"
#include "core/analysis/job/other_steps.h"
#include "core/analysis/job/side_names.h"
#include "core/analysis/job/trace_side.h"
#include "core/analysis/names/classification.h"
#include "core/analysis/scope/recorded_elsewhere.h"
#include "core/analysis/types/column_names.h"
#include "core/analysis/types/columns.h"
#include "core/analysis/types/parameter_ids.h"
#include "core/analysis/types/parameter_makers.h"
#include "core/analysis/types/table.h"
#include "core/base/vectors.h"
#include "core/numeric/rounding.h"
#include "core/numeric/welch.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kinetoscope {

namespace {

constexpr const char* kEqual = "equal";
constexpr const char* kSimilar = "similar";

std::vector<ColumnDescriptor> columns()
{
    std::vector<ColumnDescriptor> all = opColumnsOfHta(ColumnType::Duration);
    const std::vector<ColumnDescriptor> own {
        percentColumn(column::kDurationChangePctg, "More time", "% of the time in control"),
        microsecondsColumn("control_mean", "Control mean", "Mean of one call in the control"),
        microsecondsColumn("test_mean", "Test mean", "Mean of one call in the test"),
        defined({ "mean_ratio", ColumnType::Float, Unit::Ratio, "Mean ratio" }, "Test to control, mean of one call"),
        microsecondsColumn("control_per_step", "Control per step", "Time in the control per rank and step"),
        microsecondsColumn("test_per_step", "Test per step", "Time in the test per rank and step"),
        difference(microsecondsColumn(
            "diff_per_step", "More per step", "How much more time the test takes per rank and step")),
        microsecondsColumn(
            "control_step_std", "Control deviation", "Standard deviation between the steps of the control"),
        microsecondsColumn("test_step_std", "Test deviation", "Standard deviation between the steps of the test"),
        defined({ "p_value", ColumnType::Float, Unit::None, "p-value" },
            "Chance of such a difference by accident (Welch's test)"),
        textColumn("matched_by", "Joined by", TextKind::Word, "How the other names were joined to this row"),
        defined({ "other_names", ColumnType::List, Unit::None, "Other names" }, "Other names joined to this row"),
    };
    append(all, own);
    return readFirst(
        { column::kName, column::kDiffDuration, column::kDurationChangePctg, column::kDiffCounts }, std::move(all));
}

/// The first step of each side where nothing was chosen, unless a side has none.
void chooseFirstSteps(ChosenSide& control, ChosenSide& test, std::vector<Remark>& remarks)
{
    const bool haveSteps = !control.stepNumbers.empty() && !test.stepNumbers.empty();
    for (ChosenSide* side : { &control, &test }) {
        if (!side->isChosen && haveSteps)
            side->input.scope.steps = { *side->stepNumbers.begin() };
    }
    const bool isWholeOfSteps = std::ranges::any_of(std::array { &control, &test },
        [](const ChosenSide* side) { return side->input.scope.steps.empty() && !side->stepNumbers.empty(); });
    if (haveSteps && isWholeOfSteps)
        remarks.push_back({ "whole-traces",
            { KT_PHRASE("trace-diff",
                "A side is compared as a whole though it has steps: the columns per step then divide by the number of "
                "ranks.") } });
    if (!haveSteps && !(control.isChosen && test.isChosen))
        remarks.push_back({ "no-steps",
            { KT_PHRASE("trace-diff",
                "A side has no steps: whole traces are compared. The columns per step then divide by the number of "
                "ranks.") } });
}

Cell meanOf(const OpTotals<Nanoseconds>& totals)
{
    if (totals.count == 0)
        return {};
    return static_cast<double>(totals.duration) / static_cast<double>(totals.count) / 1000.0;
}

Cell deviationCell(const SampleSummary& sample)
{
    return sample.count < 2 ? Cell {} : Cell { sample.deviation };
}

std::vector<std::string> otherNames(const JoinedName& joined, std::string_view rowName)
{
    std::set<std::string> names;
    for (const auto& side : joined.names)
        names.insert(side.begin(), side.end());
    names.erase(std::string(rowName));
    return { names.begin(), names.end() };
}

std::vector<Cell> cellsOf(
    const Comparison& comparison, const OpComparison<Nanoseconds>& row, const std::array<SideTotals, 2>& totals)
{
    std::vector<Cell> cells = htaCellsOf(row);
    const auto control = static_cast<double>(row.control.duration);
    const auto test = static_cast<double>(row.test.duration);
    cells.push_back(control > 0 ? Cell { roundHalfEven(100.0 * (test - control) / control, 2) } : Cell {});
    const Cell controlMean = meanOf(row.control);
    const Cell testMean = meanOf(row.test);
    cells.push_back(controlMean);
    cells.push_back(testMean);
    const double* mean = std::get_if<double>(&controlMean);
    const double* other = std::get_if<double>(&testMean);
    cells.push_back(mean && other && *mean > 0 ? Cell { *other / *mean } : Cell {});
    const double controlPart = control / static_cast<double>(comparison.sides[0]->parts()) / 1000.0;
    const double testPart = test / static_cast<double>(comparison.sides[1]->parts()) / 1000.0;
    cells.insert(cells.end(), { Cell { controlPart }, Cell { testPart }, Cell { testPart - controlPart } });

    const JoinedName& joined = comparison.names.find(row.name)->second;
    const SampleSummary before = sampleOf(totals[0], joined.names[0], comparison.sides[0]->parts());
    const SampleSummary after = sampleOf(totals[1], joined.names[1], comparison.sides[1]->parts());
    const std::optional<double> p = welchTest(before, after);
    cells.insert(cells.end(), { deviationCell(before), deviationCell(after), cellOrNothing(p) });
    cells.push_back(joined.matchedBy.empty() ? Cell {} : Cell { joined.matchedBy });
    cells.push_back(joined.matchedBy.empty() ? Cell {} : Cell { otherNames(joined, row.name) });
    return cells;
}

AnalysisResult resultOf(const std::shared_ptr<const Comparison>& comparison, const std::array<SideTotals, 2>& totals,
    const std::array<SideName, 2>& names, const Progress& progress)
{
    AnalysisResult result;
    StopCheck check(progress);
    Table ops("ops", kOpsTitle, columnsOfSides(columns(), names));
    for (const OpComparison<Nanoseconds>& row : comparison->rows) {
        if (check.after(kItemsPerName))
            return result;
        ops.addRow(cellsOf(*comparison, row, totals));
    }
    ops.setEvidence(kComparedSides.size(),
        [comparison, names = columns()](std::size_t row, std::size_t column, std::size_t input,
            const Progress& ofCell) { return comparison->evidence(row, names[column].name, input, ofCell); });
    std::vector<std::size_t> order;
    Table changes = changesTable(comparison->rows, columnsOfSides(changeColumns(), names), order);
    changes.setEvidence(kComparedSides.size(),
        [comparison, order = std::move(order), names = changeColumns()](std::size_t row, std::size_t column,
            std::size_t input,
            const Progress& ofCell) { return comparison->evidence(order[row], names[column].name, input, ofCell); });
    result.tables.push_back(std::move(ops));
    result.tables.push_back(std::move(changes));
    return result;
}

std::vector<ChartDescription> traceDiffCharts(const std::array<SideName, 2>& names)
{
    const Message control { KT_PHRASE("trace-diff", "Control: %1"), names[0].text };
    const Message test { KT_PHRASE("trace-diff", "Test: %1"), names[1].text };
    const std::string difference = "Difference: test minus control";
    ChartDescription durations { .id = "durations",
        .table = "ops",
        .title = "Time on both sides, largest difference first",
        .labelColumn = column::kName,
        .series = { { column::kControlTotalDuration, {}, {}, control }, { column::kTestTotalDuration, {}, {}, test },
            { column::kDiffDuration, difference, std::nullopt } },
        .form = GroupedBarChart { .totalColumn = column::kDiffDuration } };
    ChartDescription counts = durations;
    counts.id = "counts";
    counts.title = "Calls on both sides, largest difference first";
    counts.series = { { column::kControlCounts, {}, {}, control }, { column::kTestCounts, {}, {}, test },
        { column::kDiffCounts, difference, std::nullopt } };
    counts.form = GroupedBarChart { .totalColumn = column::kDiffCounts };
    return { durations, counts };
}

bool isEqual(const OpTotals<Nanoseconds>& one, const OpTotals<Nanoseconds>& other)
{
    return one.count == other.count && one.duration == other.duration;
}

/// Said where a table of zeros would say it: nothing differs, and what was compared. @return whether it was said.
bool sayIfNothingDiffers(
    const Comparison& comparison, const std::array<AnalysisInput, 2>& compared, std::vector<Remark>& remarks)
{
    std::int64_t calls = 0;
    Nanoseconds time = 0;
    for (const OpComparison<Nanoseconds>& row : comparison.rows) {
        if (!isEqual(row.control, row.test))
            return false;
        calls += row.control.count;
        time = saturatingAdd(time, row.control.duration);
    }
    if (comparison.rows.empty())
        return false;
    const arg::Count names { comparison.rows.size() };
    const arg::Count count { calls };
    const arg::Duration duration { time };
    const Message alike = names.value == 1
        ? Message { KT_PHRASE("trace-diff",
                        "the one name has as many calls (%1) and takes as long (%2, to the nanosecond) on both sides."),
              count, duration }
        : Message { KT_PHRASE("trace-diff",
                        "all %1 names have as many calls (%2) and take as long (%3, to the nanosecond) on both sides."),
              names, count, duration };
    const bool areJobs =
        std::ranges::any_of(compared, [](const AnalysisInput& side) { return side.traces->ranks().size() > 1; });
    const Message where =
        joined(areJobs ? ranksMessage(compared[0].scope.ranks) : Message(), stepsMessage(compared[0].scope.steps));
    const bool areOfOnePlace = !where.isEmpty() && compared[0].scope.steps == compared[1].scope.steps
        && (!areJobs || compared[0].scope.ranks == compared[1].scope.ranks);
    remarks.insert(remarks.begin(),
        { "nothing-differs",
            areOfOnePlace ? Message { KT_PHRASE("trace-diff", "In %1 nothing differs: %2"), where, alike }
                          : Message { KT_PHRASE("trace-diff", "Nothing differs: %1"), alike } });
    return true;
}

/// What is read first: that the sides are one and the same, that nothing differs, that what was compared is not
/// typical.
Result<Done> sayFirst(const Comparison& comparison, const std::vector<ChosenSide>& chosen, const ComparedOps* ops,
    const AnalysisContext& context, std::vector<Remark>& remarks)
{
    const std::array compared { chosen[0].input, chosen[1].input };
    if (areSameInputs(compared))
        return Done {};
    const bool isNothing = sayIfNothingDiffers(comparison, compared, remarks);
    KT_TRY(const std::optional<Remark> more,
        isNothing ? remarkOnOtherSteps(chosen[0], chosen[1], ops, context) : remarkOnFirstSteps(chosen[0], chosen[1]));
    if (more)
        // That others differ stands before that these do not.
        remarks.insert(remarks.begin() + (isNothing && more->code != kOtherStepsDiffer ? 1 : 0), *more);
    return Done {};
}

/// Of each input that kernels are compared of.
Result<Done> remarkOnNames(AnalysisInputs compared, const AnalysisContext& context, std::vector<Remark>& remarks)
{
    for (std::size_t i = 0; i < compared.size(); ++i) {
        std::vector<Remark> ofInput;
        KT_TRY_DONE(remarkOnSlippedNames(compared[i], ofInput, context));
        for (Remark& each : ofInput)
            each.message = saidOfInput(compared, i, std::move(each.message));
        append(remarks, ofInput);
        if (areSameInputs(compared))
            break;
    }
    return Done {};
}

Result<AnalysisResult> runTraceDiff(AnalysisInputs inputs, const Parameters& parameters, const AnalysisContext& context)
{
    std::vector<ChosenSide> chosen;
    for (std::size_t i = 0; i < kComparedSides.size(); ++i) {
        KT_TRY(ChosenSide side, chooseSide(inputs[i], parameters, kComparedSides[i]));
        chosen.push_back(std::move(side));
    }
    std::vector<Remark> remarks;
    chooseFirstSteps(chosen[0], chosen[1], remarks);
    ComparedOps ops { .host = parameters.text(parameter::kDeviceType) != "gpu",
        .device = parameters.text(parameter::kDeviceType) != "cpu",
        .useShortNames = parameters.boolean(parameter::kUseShortName) };

    const auto comparison = std::make_shared<Comparison>();
    for (std::size_t i = 0; i < kComparedSides.size(); ++i) {
        KT_TRY(comparison->sides[i], TraceSide::create(chosen[i].input, ops, *context.classifier));
    }
    KT_TRY(const auto totals, TraceSide::totalsOf(comparison->sides, context));
    const Error stopped = Error::stopped();
    comparison->names = joinEqualNames(totals, context.progress);
    if (context.progress.shouldStop())
        return stopped;
    if (parameters.text(parameter::kMatch) == kSimilar) {
        KT_TRY(comparison->names, joinSimilarKernels(comparison->sides, totals, context.progress));
    }
    KT_TRY_DONE(comparison->setRows(totals, context.progress));
    const std::array compared { chosen[0].input, chosen[1].input };
    const std::array<SideName, 2> sides = sideNames(compared);
    const std::array names { Message { KT_PHRASE("trace-diff", "Control") },
        Message { KT_PHRASE("trace-diff", "test") } };
    AnalysisResult result = resultOf(comparison, totals, sides, context.progress);
    if (context.progress.shouldStop())
        return stopped;
    result.charts = traceDiffCharts(sides);
    result.remarks = std::move(remarks);
    addComparedInputs(compared, names, result.remarks);
    KT_TRY_DONE(sayFirst(
        *comparison, chosen, parameters.text(parameter::kMatch) == kSimilar ? nullptr : &ops, context, result.remarks));
    if (ops.device) {
        KT_TRY_DONE(remarkOnNames(compared, context, result.remarks));
    }
    if (comparison->rows.empty() && std::ranges::any_of(inputs, mayBeRecordedElsewhere))
        result.remarks.push_back(
            { "nothing-to-compare", { KT_PHRASE("trace-diff", "Neither side has ops in this scope.") } });
    else if (comparison->rows.empty())
        result.remarks.push_back({ "nothing-to-compare",
            { KT_PHRASE("trace-diff", "Neither side has ops in this scope: record with %1."),
                arg::Text { kGpuRecordingOption } } });
    return result;
}

std::vector<ParameterDescriptor> parameterDescriptors()
{
    std::vector<ParameterDescriptor> all = sideParameters("the first");
    all.push_back(choiceParameter(
        parameter::kDeviceType, "Look at", "Ops of the host, work of the GPUs, or both", { "all", "cpu", "gpu" }));
    all.push_back(switchParameter(parameter::kUseShortName, "Compare short names",
        "Compare functions without their types, so that kernels of other builds meet", false));
    all.push_back(choiceParameter(parameter::kMatch, "Names that meet",
        "Equal names; or also similar kernels that only one side has: by short name, by name but for sizes and "
        "architecture, by the ops that launch them, by their place in the call tree",
        { kEqual, kSimilar }));
    return all;
}

} // namespace

AnalysisDescriptor traceDiff()
{
    return { .id = "trace-diff",
        .title = "Trace comparison",
        .question = "What differs between two runs, op by op?",
        .group = PanelGroup::Compare,
        .parameters = parameterDescriptors(),
        .tables = { { "ops", kOpsTitle, columns() }, { "changes", kChangesTitle, changeColumns() } },
        .recordingOption = kGpuRecordingOption,
        .inputCount = 2,
        .lowestRankByDefault = true,
        .run = runTraceDiff };
}

} // namespace kinetoscope
