// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/run_analysis.h"

#include "core/analysis/names/classification.h"
#include "core/analysis/scope/steps.h"
#include "core/analysis/types/parameter_ids.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace kinetoscope {

namespace {

const ParameterDescriptor* findParameter(std::span<const ParameterDescriptor> parameters, std::string_view id)
{
    const auto it = std::find_if(parameters.begin(), parameters.end(),
        [id](const ParameterDescriptor& parameter) { return parameter.id == id; });
    return it == parameters.end() ? nullptr : &*it;
}

Error invalid(Message message)
{
    return Error { ErrorCode::InvalidArgument, std::move(message) };
}

/// HTA always looks at the whole of what it loaded; only its own step rule cuts.
std::optional<Error> scopeRefusedByHta(const Scope& scope)
{
    if (scope.hasWindow())
        return invalid({ KT_PHRASE("run-analysis",
                             "The hta mode always looks at the whole trace: %1 and %2 belong to exact mode."),
            arg::Option { "steps" }, arg::Option { "range" } });
    return std::nullopt;
}

void chooseLowestRank(AnalysisInput& input)
{
    if (input.scope.ranks.empty() && !input.traces->ranks().empty())
        input.scope.ranks = { input.traces->ranks().front().rank };
}

/// What the analysis cannot answer for: a rank of the scope that is not loaded, unless its summary is enough.
std::optional<Error> missingTrace(const AnalysisDescriptor& analysis, const AnalysisInput& input, Mode mode)
{
    const std::vector<std::int64_t>& chosen = input.scope.ranks;
    for (const RankTrace& rank : input.traces->ranks()) {
        const bool isChosen = chosen.empty() || std::find(chosen.begin(), chosen.end(), rank.rank) != chosen.end();
        const bool isEnough = rank.readsFrom() != nullptr && analysis.readsSummaries && mode == Mode::Exact
            && input.scope.stepPattern.empty();
        if (isChosen && !rank.isLoaded() && !isEnough && rank.presence != RankPresence::Failed)
            return needsTrace(rank);
    }
    return std::nullopt;
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
            return invalid({ KT_PHRASE("run-analysis", "%1 has no parameter %2."), owner, arg::Name { id } });
        if (mode == Mode::Exact && (shared || known->htaOnly))
            return invalid({ KT_PHRASE("run-analysis", "The parameter %1 belongs to %2 hta."), arg::Name { id },
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

Result<AnalysisResult> runAnalysis(const AnalysisDescriptor& analysis, std::span<const AnalysisInput> inputs,
    const Parameters& parameters, Mode mode, const AnalysisContext& context)
{
    const auto least = static_cast<std::size_t>(analysis.inputCount);
    const auto most = static_cast<std::size_t>(std::max(analysis.inputCount, analysis.mostInputs));
    if (inputs.size() < least || inputs.size() > most)
        return invalid(
            { KT_PHRASE("run-analysis", "The analysis %1 takes %2 input(s), not %3."), arg::Text { analysis.id },
                arg::Text { std::to_string(least) + (most > least ? " to " + std::to_string(most) : "") },
                arg::Count { inputs.size() } });
    if (mode == Mode::Hta && !analysis.runLikeHta)
        return Error { ErrorCode::Unsupported,
            { KT_PHRASE("run-analysis", "HTA has no counterpart of %1: it runs in exact mode only."),
                arg::Text { analysis.id } } };
    if (mode == Mode::Exact && !analysis.run)
        return Error { ErrorCode::Unsupported,
            { KT_PHRASE("run-analysis", "The analysis %1 runs in hta mode only: %2 hta."), arg::Text { analysis.id },
                arg::Option { "mode" } } };
    const Result<Parameters> complete = completeParameters(analysis, parameters, mode);
    if (!complete)
        return complete.error();

    std::vector<AnalysisInput> chosen(inputs.begin(), inputs.end());
    for (AnalysisInput& input : chosen) {
        if (mode == Mode::Hta) {
            if (auto error = scopeRefusedByHta(input.scope))
                return *error;
        }
        if (analysis.lowestRankByDefault)
            chooseLowestRank(input);
        input.stop = context.progress.stop;
        if (auto error = missingTrace(analysis, input, mode))
            return *error;
    }
    AnalysisContext own = context;
    const KernelClassifier builtIn;
    if (!own.classifier)
        own.classifier = &builtIn;
    Result<AnalysisResult> result = (mode == Mode::Hta ? analysis.runLikeHta : analysis.run)(chosen, *complete, own);
    if (result && own.progress.shouldStop()) // what runs when told to stop may leave out anything
        return Error::stopped();
    return result;
}

} // namespace kinetoscope
