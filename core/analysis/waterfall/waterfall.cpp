// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/waterfall/waterfall.h"

#include "core/analysis/gpu/idle/idle_gaps.h"
#include "core/analysis/job/chosen_side.h"
#include "core/analysis/job/compared_inputs.h"
#include "core/analysis/ranks/rank_times.h"
#include "core/analysis/ranks/wait_facts.h"
#include "core/analysis/scope/recorded_elsewhere.h"
#include "core/analysis/scope/summary_parameters.h"
#include "core/analysis/types/parameter_ids.h"
#include "core/analysis/types/parameter_makers.h"
#include "core/analysis/waterfall/waterfall_tables.h"
#include "core/analysis/waterfall/waterfall_words.h"
#include "core/numeric/covered_time.h"
#include "core/numeric/intervals.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace kinetoscope {

namespace {

constexpr std::size_t kExposedCommunication = 1 + static_cast<std::size_t>(TimePart::CommunicationExposed);

/// Nothing where no collective of the rank is known on another one, or where it is not known of most of the time
/// whether it waits, and that time is not small beside the exposed communication: of a rank that hardly waits it is
/// known enough.
std::optional<Nanoseconds> exposedWaitsIn(
    const SideWindows& side, const SideWindow& window, const WaitFacts& facts, const Progress& progress)
{
    constexpr Nanoseconds kSmall = 10; // one in so many
    const std::int64_t rank = side.rankTrace(window).rank;
    std::vector<TimeRange> waits;
    bool isInAny = false;
    Nanoseconds all = 0;
    Nanoseconds untold = 0;
    StopCheck check(progress);
    for (const WaitInstance& instance : facts.ledger.instances) {
        if (check.after(instance.ranks.size()))
            return std::nullopt;
        for (const RankWait& each : instance.ranks) {
            const CommunicationRun& run = facts.matching->runs[each.run];
            if (facts.rankOf(run.rank) != rank || run.stream() == Track::kNoStream || !instance.isCharged)
                continue;
            isInAny = true;
            const Timestamp begin = facts.traces->ranks()[run.rank].toJobTime(run.range.begin);
            const TimeRange wait = TimeRange { begin, saturatingAdd(begin, each.wait) }.clippedTo(window.range);
            if (wait.isEmpty())
                continue;
            waits.push_back(wait);
            all += wait.length();
            untold += instance.areEndsApart ? wait.length() : 0;
        }
    }
    if (!isInAny || (untold > all / 2 && untold > window.times[kExposedCommunication] / kSmall))
        return std::nullopt;
    std::vector<TimeRange> compute;
    if (const RankSummary* summary = side.rankTrace(window).readsFrom()) // waits lie inside runs
        compute = computeUnderRuns(*summary, side.rankTrace(window));
    else
        for (const IntervalRef& interval :
            side.evidence(window, 1 + static_cast<std::size_t>(TimePart::Compute), progress).intervals)
            compute.push_back(interval.range);
    const CoveredTime computed(unionOf(std::move(compute)));
    Nanoseconds exposed = 0;
    for (const TimeRange& wait : unionOf(std::move(waits)))
        exposed += wait.length() - computed.within(wait);
    return exposed;
}

/// How much of the exposed communication of the windows that stand for the sides is waiting for other ranks (ranks.md
/// 3.1), ns. Nothing unless both sides are jobs of which the collectives of the window's rank are known on another one,
/// and where neither waits. @param traces  of the sides, all their ranks.
/// Errors: Cancelled.
Result<std::optional<std::array<Nanoseconds, 2>>> exposedWaitsOf(const WaterfallFacts& facts,
    const std::array<std::shared_ptr<const TraceSet>, 2>& traces, const AnalysisContext& context)
{
    std::optional<std::array<Nanoseconds, 2>> none;
    if (traces[0]->ranks().size() < 2 || traces[1]->ranks().size() < 2)
        return none;
    std::array<Nanoseconds, 2> waits {};
    std::shared_ptr<const WaitFacts> read;
    for (std::size_t side = 0; side < waits.size(); ++side) {
        if (side == 0 || traces[1] != traces[0]) {
            KT_TRY(read, readWaits({ traces[side], {} }, {}, context));
        }
        const std::optional<Nanoseconds> exposed =
            exposedWaitsIn(*facts.sides[side], facts.chosen[side], *read, context.progress);
        KT_TRY_DONE(context.progress.carryOn());
        if (!exposed)
            return none;
        waits[side] = *exposed;
    }
    return waits[0] == 0 && waits[1] == 0 ? none : std::optional(waits);
}

/// The same as a sentence.
Remark exposedWaitsInWords(const WaterfallFacts& facts, const std::array<Nanoseconds, 2>& waits)
{
    const std::array<Nanoseconds, 2>& all = facts.parts[kExposedCommunication].times;
    return { "exposed-waits",
        { KT_PHRASE("waterfall",
              "The control's rank waits for other ranks in %1 of its %2 of exposed communication, the test's in %3 of "
              "%4; the rest is %5 and %6."),
            arg::Duration { waits[0] }, arg::Duration { all[0] }, arg::Duration { waits[1] }, arg::Duration { all[1] },
            arg::Duration { all[0] - waits[0] }, arg::Duration { all[1] - waits[1] } } };
}

constexpr const char* kWindowOption = "window";
constexpr const char* kGpuWindow = "gpu";
constexpr const char* kHostWindow = "host";

/// What the numbers of steps stand for on the GPU: a step in which the host takes longer need not be the one that the
/// host has under this number.
void remarkOnGpuSteps(
    const WaterfallFacts& facts, const std::array<AnalysisInput, 2>& inputs, std::vector<Remark>& remarks)
{
    const auto isLast = [](const SideWindow& window) { return window.isLastStep; };
    const bool areChosen = std::ranges::any_of(inputs, [](const auto& input) { return !input.scope.steps.empty(); });
    if (areChosen
        && std::ranges::none_of(facts.used, [&](const auto& used) { return std::ranges::any_of(used, isLast); }))
        remarks.push_back({ "gpu-steps",
            { KT_PHRASE("waterfall",
                  "Steps are those of the GPU, each from its first work to the first work of the next: where the GPU "
                  "waits for the host before the first work of a step, that wait belongs to the step before. Set %1 to "
                  "host for the steps of the host."),
                arg::Option { kWindowOption } } });
}

/// Leaves last steps out, which end nowhere on the GPU, unless all there is are such. Refused where one was asked for.
Result<Done> chooseWindows(
    WaterfallFacts& facts, const std::array<AnalysisInput, 2>& inputs, std::vector<Remark>& remarks)
{
    const auto isLast = [](const SideWindow& window) { return window.isLastStep; };
    bool areAllLast = true;
    for (std::size_t side = 0; side < inputs.size(); ++side) {
        facts.used[side] = facts.sides[side]->windows();
        areAllLast = areAllLast && std::ranges::all_of(facts.used[side], isLast);
    }
    if (areAllLast)
        return Done {};
    bool isAnyLeftOut = false;
    for (std::size_t side = 0; side < inputs.size(); ++side) {
        const auto last = std::ranges::find_if(facts.used[side], isLast);
        if (last == facts.used[side].end())
            continue;
        if (!inputs[side].scope.steps.empty())
            return invalidArgument({ KT_PHRASE("waterfall",
                                         "Step %1 has no end on the GPU, where a step lasts until the work of the next "
                                         "one begins: choose another step, or the host's steps with %2."),
                arg::Number { *last->step }, arg::Option { kWindowOption } });
        std::erase_if(facts.used[side], isLast);
        isAnyLeftOut = true;
    }
    if (isAnyLeftOut)
        remarks.push_back({ "last-step",
            { KT_PHRASE("waterfall",
                "The last step of a rank is left out: on the GPU a step lasts until the work of the next one "
                "begins.") } });
    return Done {};
}

ChartDescription waterfallChart()
{
    return { .id = "waterfall",
        .table = "parts",
        .title = "From control to test, part by part",
        .labelColumn = "part",
        .series = { { "control", {}, {} }, { "test", {}, {} }, { "delta", {}, {} } },
        .form = GroupedBarChart { .totalColumn = "delta", .sortByValue = false } };
}

Remark whyNoWindow(AnalysisInputs inputs)
{
    if (std::ranges::any_of(inputs, mayBeRecordedElsewhere))
        return { "nothing-to-compare",
            { KT_PHRASE("waterfall",
                  "A side has no window: no GPU work in this scope, or one step that has no end on the GPU, which %1 "
                  "set to host does without."),
                arg::Option { kWindowOption } } };
    return { "nothing-to-compare",
        { KT_PHRASE("waterfall",
              "A side has no window: no GPU work in this scope, or one step that has no end on the GPU, which %2 "
              "set "
              "to host does without. Record several steps, with %1."),
            arg::Text { kGpuRecordingOption }, arg::Option { kWindowOption } } };
}

Result<AnalysisResult> runWaterfall(AnalysisInputs inputs, const Parameters& parameters, const AnalysisContext& context)
{
    std::array<AnalysisInput, 2> chosen;
    auto facts = std::make_shared<WaterfallFacts>();
    facts->useShortNames = parameters.boolean(parameter::kUseShortName);
    const Nanoseconds delay = parameters.integer(kKernelDelayParameter);
    AnalysisResult result;
    bool readsSummary = false;
    for (std::size_t side = 0; side < chosen.size(); ++side) {
        KT_TRY(const ChosenSide own, chooseSide(inputs[side], parameters, kComparedSides[side], true));
        chosen[side] = own.input;
        readsSummary = readsSummary || readsAnySummary(chosen[side]);
        remarkOnSummaryParameters(chosen[side], delay, *context.classifier, result.remarks);
    }
    if (readsSummary)
        result.remarks.push_back({ "host-windows",
            { KT_PHRASE("waterfall",
                  "Of a rank of which only a summary is there the windows are its steps on the host, and kernels below "
                  "the summary's threshold are one row, %1."),
                arg::Text { kRestName } } });
    for (std::size_t side = 0; side < chosen.size(); ++side) {
        KT_TRY(facts->sides[side],
            SideWindows::create(
                chosen[side], readsSummary || parameters.text(kWindowOption) == kHostWindow, delay, context));
    }
    KT_TRY_DONE(chooseWindows(*facts, chosen, result.remarks));
    if (!readsSummary && parameters.text(kWindowOption) == kGpuWindow)
        remarkOnGpuSteps(*facts, chosen, result.remarks);
    const std::array names { Message { KT_PHRASE("trace-diff", "Control") },
        Message { KT_PHRASE("trace-diff", "test") } };
    addComparedInputs(chosen, names, result.remarks);
    result.charts = { waterfallChart() };
    if (facts->used[0].empty() || facts->used[1].empty()) {
        result.tables = emptyWaterfallTables();
        result.remarks.push_back(whyNoWindow(inputs));
        return result;
    }
    compareWindows(*facts);
    for (std::size_t side = 0; side < chosen.size(); ++side) {
        KT_TRY(facts->names[side],
            facts->sides[side]->namesIn(facts->chosen[side], facts->useShortNames, context.progress));
    }
    if (!areSameInputs(chosen)) {
        KT_TRY(const auto waits, exposedWaitsOf(*facts, { chosen[0].traces, chosen[1].traces }, context));
        if (waits)
            result.remarks.insert(result.remarks.begin(), exposedWaitsInWords(*facts, *waits));
        result.remarks.insert(result.remarks.begin(), waterfallInWords(*facts));
    }
    result.tables.push_back(waterfallPartsTable(facts));
    result.tables.push_back(waterfallKernelsTable(facts));
    return result;
}

} // namespace

AnalysisDescriptor waterfall()
{
    AnalysisDescriptor analysis { .id = "waterfall",
        .title = "Waterfall",
        .question = "Where does the time go that one step takes longer than another?",
        .group = PanelGroup::Compare,
        .parameters = sideParameters("all that have an end") };
    analysis.parameters.push_back(choiceParameter(kWindowOption, "Step windows",
        "gpu: from the first work of a step to that of the next; host: as the annotation on the host",
        { kGpuWindow, kHostWindow }));
    analysis.parameters.push_back(switchParameter(parameter::kUseShortName, "Compare short names",
        "Compare functions without their types, so that kernels of other builds meet", false));
    analysis.parameters.push_back(kernelDelayParameter());
    analysis.tables = waterfallTables();
    analysis.recordingOption = kGpuRecordingOption;
    analysis.inputCount = 2;
    analysis.lowestRankByDefault = true;
    analysis.readsSummaries = true;
    analysis.run = runWaterfall;
    return analysis;
}

} // namespace kinetoscope
