// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/run_analysis.h"

#include "core/analysis/job/compared_inputs.h"
#include "core/analysis/names/classification.h"
#include "core/analysis/ranks/ranks_together.h"
#include "core/analysis/scope/recorded_range.h"
#include "core/analysis/scope/scope_text.h"
#include "core/analysis/scope/steps.h"
#include "core/analysis/types/parameter_ids.h"
#include "core/analysis/words/remark_codes.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace kinetoscope {

namespace {

const ParameterDescriptor* findParameter(std::span<const ParameterDescriptor> parameters, std::string_view id)
{
    const auto it = std::ranges::find(parameters, id, &ParameterDescriptor::id);
    return it == parameters.end() ? nullptr : &*it;
}

/// HTA always looks at the whole of what it loaded; only its own step rule cuts.
std::optional<Error> scopeRefusedByHta(const Scope& scope)
{
    if (scope.hasWindow())
        return invalidArgument({ KT_PHRASE("run-analysis",
                                     "The hta mode always looks at the whole trace: %1 and %2 belong to exact mode."),
            arg::Option { "steps" }, arg::Option { "range" } });
    return std::nullopt;
}

/// Whether an analysis can answer for a rank: its trace is there, or its summary is enough.
bool canBeRead(const AnalysisDescriptor& analysis, const RankTrace& rank, const Scope& scope, Mode mode)
{
    return rank.isLoaded()
        || (rank.readsFrom() != nullptr && analysis.readsSummaries && mode == Mode::Exact && scope.stepPattern.empty());
}

/// Figures are about the ranks that can be read: of a job of which not all can, and of chosen ones that are only listed
/// or failed, the others are left out. An error where none of the chosen ones can be read, and where one was chosen of
/// which a summary is there that is not enough.
/// @param leftOut  set where ranks of a whole job are left out though summaries of them are there.
std::optional<Error> leaveOutUnread(
    const AnalysisDescriptor& analysis, AnalysisInput& input, Mode mode, std::size_t& leftOut)
{
    std::vector<std::int64_t> there;
    const RankTrace* first = nullptr;
    const RankTrace* chosen = nullptr;
    for (const RankTrace& rank : input.traces->ranks()) {
        if (!isChosen(input.scope.ranks, rank.rank))
            continue;
        if (canBeRead(analysis, rank, input.scope, mode)) {
            there.push_back(rank.rank);
            continue;
        }
        first = first ? first : &rank;
        if (rank.readsFrom() && !chosen)
            chosen = &rank;
    }
    if (!first)
        return std::nullopt;
    if (there.empty() || (chosen && !input.scope.ranks.empty()))
        return needsTrace(chosen ? *chosen : *first);
    leftOut = chosen ? input.traces->ranks().size() - there.size() : 0;
    input.scope.ranks = std::move(there);
    return std::nullopt;
}

void chooseLowestRank(const AnalysisDescriptor& analysis, AnalysisInput& input, Mode mode)
{
    if (!input.scope.ranks.empty() || input.traces->ranks().empty())
        return;
    for (const RankTrace& rank : input.traces->ranks()) {
        if (input.scope.ranks.empty() && canBeRead(analysis, rank, input.scope, mode))
            input.scope.ranks = { rank.rank };
    }
    if (input.scope.ranks.empty())
        input.scope.ranks = { input.traces->ranks().front().rank };
}

/// Nothing is known of the time before and after a recording: in a window that reaches beyond, it counts as idle, but
/// nobody was seen to wait then. That ranks begin and end at about the same time is not worth a word.
std::optional<Remark> rangeBeyondRecording(const AnalysisInput& input)
{
    constexpr double kWorthSaying = 0.01;
    const std::optional<TimeRange> recorded =
        input.scope.range ? recordedRange(*input.traces, input.scope.ranks) : std::nullopt;
    if (!recorded)
        return std::nullopt;
    if (input.scope.range->clippedTo(*recorded) == *input.scope.range) {
        const std::size_t fewer =
            ranksNotRecordedIn(*input.traces, input.scope.ranks, *input.scope.range, kWorthSaying);
        if (fewer == 0)
            return std::nullopt;
        return Remark { "range-beyond-recording",
            { KT_PLURAL("run-analysis",
                  "%2: %3 reaches beyond what was recorded of %1 rank. Nothing is known of the rest there, also where "
                  "it counts as idle.",
                  "%2: %3 reaches beyond what was recorded of %1 ranks. Nothing is known of the rest there, also where "
                  "it counts as idle."),
                arg::Count { fewer }, arg::Option { "range" }, arg::Text { formatTimeRange(*input.scope.range) } } };
    }
    return Remark { "range-beyond-recording",
        { KT_PHRASE("run-analysis",
              "%1: %2 reaches beyond what was recorded, from %3 to %4. Nothing is known of the rest, also where it "
              "counts as idle."),
            arg::Option { "range" }, arg::Text { formatTimeRange(*input.scope.range) },
            arg::Text { formatDuration(recorded->begin) }, arg::Text { formatDuration(recorded->end) } } };
}

/// What was found on clocks without drift is shown where the timeline draws it.
void putEvidenceOn(AnalysisInputs inputs, const std::vector<AnalysisInput>& looked, AnalysisResult& result)
{
    std::vector<std::pair<std::shared_ptr<const TraceSet>, std::shared_ptr<const TraceSet>>> clocks;
    bool isAnyOther = false;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        clocks.emplace_back(looked[i].traces, inputs[i].traces);
        isAnyOther = isAnyOther || looked[i].traces != inputs[i].traces;
    }
    if (!isAnyOther)
        return;
    for (Table& table : result.tables)
        table.convertEvidence([clocks](Selection& selection, std::size_t input) {
            for (IntervalRef& interval : selection.intervals)
                interval.range = movedTo(clocks[input].second->ranks()[interval.rank],
                    clocks[input].first->ranks()[interval.rank], interval.range);
        });
}

/// What analyses of slices advise to record misses the point where a file is of a kind that has no slices, or has
/// nothing in it.
void sayOfOtherFiles(const AnalysisDescriptor& analysis, AnalysisInputs inputs, AnalysisResult& result)
{
    constexpr std::string_view kMemoryTimeline = "memory-timeline";
    const auto areAll = [inputs](const auto& isOne) {
        return std::ranges::all_of(inputs, [&isOne](const AnalysisInput& input) {
            return !input.traces->ranks().empty() && std::ranges::all_of(input.traces->ranks(), isOne);
        });
    };
    if (analysis.group == PanelGroup::Health)
        return;
    const bool isMemory = areAll([](const RankTrace& rank) { return rank.trace->isMemoryTimeline(); });
    const bool isEmpty = areAll([](const RankTrace& rank) { return rank.isLoaded() && rank.trace->tracks().empty(); });
    if (isMemory && analysis.id != kMemoryTimeline)
        result.remarks = { { std::string(kNotRecordable),
            { KT_PHRASE("run-analysis",
                  "A raw memory timeline holds the memory in use over time, and no ops, calls or GPU work: Memory "
                  "timeline (%1) shows it."),
                arg::Text { std::string(kMemoryTimeline) } } } };
    else if (isEmpty && !isMemory)
        result.remarks = { { std::string(kNotRecordable),
            { KT_PHRASE(
                "run-analysis", "There is nothing to analyse: the file holds no events that could be drawn.") } } };
}

} // namespace

std::span<const ParameterDescriptor> htaParameters()
{
    static const std::vector<ParameterDescriptor> all {
        { .id = parameter::kIncludeLastProfilerStep,
            .title = "Include the last step",
            .help = "Keep the work of the last ProfilerStep, which HTA drops by default",
            .type = ParameterType::Bool,
            .defaultValue = false,
            .htaOnly = true },
        { .id = parameter::kNsRounding,
            .title = "Round to microseconds",
            .help = "Round the times of nanosecond traces to whole microseconds, as HTA does by default",
            .type = ParameterType::Bool,
            .defaultValue = true,
            .htaOnly = true },
    };
    return all;
}

Result<Parameters> completeParameters(const AnalysisDescriptor& analysis, const Parameters& given, Mode mode)
{
    return completeParameters(
        analysis.parameters, { KT_PHRASE("run-analysis", "The analysis %1"), arg::Text { analysis.id } }, given, mode);
}

Result<Parameters> completeParameters(
    std::span<const ParameterDescriptor> own, const Message& owner, const Parameters& given, Mode mode)
{
    for (const auto& [id, value] : given.all()) {
        const ParameterDescriptor* known = findParameter(own, id);
        const ParameterDescriptor* shared = findParameter(htaParameters(), id);
        if (!known && !shared)
            return invalidArgument({ KT_PHRASE("run-analysis", "%1 has no parameter %2."), owner, arg::Name { id } });
        if (mode == Mode::Exact && (shared || known->htaOnly))
            return invalidArgument({ KT_PHRASE("run-analysis", "The parameter %1 belongs to %2 hta."), arg::Name { id },
                arg::Option { "mode" } });
    }
    Parameters complete = given;
    const auto fill = [&](const ParameterDescriptor& parameter) {
        if (!complete.has(parameter.id) && (mode == Mode::Hta || !parameter.htaOnly))
            complete.set(parameter.id,
                mode == Mode::Hta && parameter.htaDefault ? *parameter.htaDefault : parameter.defaultValue);
    };
    for (const ParameterDescriptor& parameter : own)
        fill(parameter);
    for (const ParameterDescriptor& parameter : htaParameters())
        fill(parameter);
    return complete;
}

Result<AnalysisResult> runAnalysis(const AnalysisDescriptor& analysis, AnalysisInputs inputs,
    const Parameters& parameters, Mode mode, const AnalysisContext& context)
{
    const auto least = static_cast<std::size_t>(analysis.inputCount);
    const auto most = static_cast<std::size_t>(std::max(analysis.inputCount, analysis.mostInputs));
    if (inputs.size() < least || inputs.size() > most)
        return invalidArgument(
            { KT_PHRASE("run-analysis", "The analysis %1 takes %2 input(s), not %3."), arg::Text { analysis.id },
                arg::Text { most > least ? fmt::format("{} to {}", least, most) : std::to_string(least) },
                arg::Count { inputs.size() } });
    if (mode == Mode::Hta && !analysis.runLikeHta)
        return Error { ErrorCode::Unsupported,
            { KT_PHRASE("run-analysis", "HTA has no counterpart of %1: it runs in exact mode only."),
                arg::Text { analysis.id } } };
    if (mode == Mode::Exact && !analysis.run)
        return Error { ErrorCode::Unsupported,
            { KT_PHRASE("run-analysis", "The analysis %1 runs in hta mode only: %2 hta."), arg::Text { analysis.id },
                arg::Option { "mode" } } };
    KT_TRY(const Parameters complete, completeParameters(analysis, parameters, mode));

    std::vector<AnalysisInput> chosen(inputs.begin(), inputs.end());
    std::vector<Remark> remarks;
    std::size_t leftOut = 0;
    std::vector<std::optional<Remark>> beyond; // by input
    for (AnalysisInput& input : chosen) {
        input.traces = TraceSet::withoutDrift(input.traces); // a kernel is as long as its own clock says
        if (mode == Mode::Hta) {
            if (auto error = scopeRefusedByHta(input.scope))
                return *error;
        }
        if (analysis.lowestRankByDefault)
            chooseLowestRank(analysis, input, mode);
        input.stop = context.progress.stop;
        if (auto error = leaveOutUnread(analysis, input, mode, leftOut))
            return *error;
        beyond.push_back(rangeBeyondRecording(input));
    }
    for (std::size_t i = 0; i < beyond.size(); ++i) {
        if (!beyond[i])
            continue;
        if (chosen.size() > 1 && !areSameInputs(chosen))
            beyond[i]->message = saidOfInput(chosen, i, std::move(beyond[i]->message));
        if (std::ranges::find(remarks, *beyond[i]) == remarks.end())
            remarks.push_back(std::move(*beyond[i]));
    }
    AnalysisContext own = context;
    const KernelClassifier builtIn;
    if (!own.classifier)
        own.classifier = &builtIn;
    Result<AnalysisResult> result = (mode == Mode::Hta ? analysis.runLikeHta : analysis.run)(chosen, complete, own);
    if (result && own.progress.shouldStop()) // what runs when told to stop may leave out anything
        return Error::stopped();
    if (result)
        putEvidenceOn(inputs, chosen, *result);
    if (result)
        result->remarks.insert(result->remarks.begin(), remarks.begin(), remarks.end());
    if (result && leftOut > 0)
        result->remarks.push_back({ "ranks-left-out",
            { KT_PLURAL("run-analysis", "%1 rank is left out: only its summary is loaded, and this needs the trace.",
                  "%1 ranks are left out: only their summaries are loaded, and this needs the traces."),
                arg::Count { leftOut } } });
    if (result)
        sayOfOtherFiles(analysis, inputs, *result);
    if (result && chosen.size() == 1 && !areRanksOfOneJob(chosen[0])) {
        AnalysisInput told = chosen[0];
        const bool areCopies = ranTogether(told) == RanTogether::Copies; // then those that are none are of one job
        for (Remark& remark : result->remarks) {
            told.scope.ranks = remark.ranks;
            remark.areOfOtherJobs = !remark.ranks.empty() && !(areCopies && areRanksOfOneJob(told));
        }
    }
    return result;
}

} // namespace kinetoscope
