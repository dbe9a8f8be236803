// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/job/chosen_side.h"

#include "core/analysis/scope/scope_text.h"
#include "core/analysis/scope/steps.h"
#include "core/analysis/types/parameter_makers.h"
#include "core/analysis/words/not_there.h"

#include <string>
#include <utility>

namespace kinetoscope {

namespace {

constexpr std::string_view kWholeTrace = "all";

/// Step numbers of the ranks that a scope chooses.
Result<std::set<std::int64_t>> stepNumbersOf(const AnalysisInput& input)
{
    std::set<std::int64_t> numbers;
    for (const RankTrace& rank : input.traces->ranks()) {
        if (!isChosen(input.scope.ranks, rank.rank))
            continue;
        KT_TRY(const std::vector<Step> steps, stepsOf(rank, input.scope, input.stop));
        for (const Step& step : steps)
            numbers.insert(step.number);
    }
    return numbers;
}

} // namespace

Result<ChosenSide> chooseSide(
    const AnalysisInput& input, const Parameters& parameters, std::string_view side, bool readsSummaries)
{
    ChosenSide chosen { input, {}, input.scope.hasWindow() };
    KT_TRY(const std::vector<std::int64_t> ranks, numbersOf(parameters, std::string(side) + "-ranks"));
    for (const std::int64_t rank : ranks) {
        if (input.traces->findRank(rank))
            continue;
        std::set<std::int64_t> there;
        for (const RankTrace& each : input.traces->ranks())
            there.insert(each.rank);
        return invalidArgument(notThere(
            NamedThing::Rank, rank, Message::verbatim(std::string(side)), std::vector(there.begin(), there.end())));
    }
    if (!ranks.empty())
        chosen.input.scope.ranks = ranks;
    for (const RankTrace& rank : input.traces->ranks()) {
        if (isChosen(chosen.input.scope.ranks, rank.rank) && !rank.isLoaded()
            && !(readsSummaries && rank.readsFrom() != nullptr))
            return needsTrace(rank);
    }

    KT_TRY(chosen.stepNumbers, stepNumbersOf(chosen.input));
    const std::string stepsId = std::string(side) + "-steps";
    if (parameters.text(stepsId) == kWholeTrace) {
        chosen.input.scope.steps.clear();
        chosen.isChosen = true;
        return chosen;
    }
    KT_TRY(const std::vector<std::int64_t> steps, numbersOf(parameters, stepsId));
    for (const std::int64_t step : steps) {
        if (!chosen.stepNumbers.contains(step))
            return invalidArgument(notThere(NamedThing::Step, step, Message::verbatim(std::string(side)),
                std::vector(chosen.stepNumbers.begin(), chosen.stepNumbers.end())));
    }
    if (!steps.empty()) {
        chosen.input.scope.steps = steps;
        chosen.isChosen = true;
    }
    return chosen;
}

std::vector<ParameterDescriptor> sideParameters(std::string_view steps)
{
    std::vector<ParameterDescriptor> all;
    const auto addText = [&all](const char* id, const char* title, const std::string& help) {
        all.push_back(textParameter(id, title, help));
        all.back().names = all.back().id.ends_with("-ranks") ? NamedThing::Rank : NamedThing::Step;
        all.back().namesInInput = all.back().id.starts_with(kComparedSides[0]) ? 0 : 1;
    };
    addText("control-ranks", "Control: ranks", "Ranks of the first trace, as in 0,2-5; none: the lowest");
    addText("test-ranks", "Test: ranks", "Ranks of the second trace; none: the lowest");
    addText("control-steps", "Control: steps",
        "Steps of the first trace, or all for the whole of it; none: " + std::string(steps));
    addText("test-steps", "Test: steps",
        "Steps of the second trace, or all for the whole of it; none: " + std::string(steps));
    return all;
}

Result<std::vector<std::int64_t>> numbersOf(const Parameters& parameters, std::string_view id)
{
    const std::string& text = parameters.text(id);
    if (text.empty())
        return std::vector<std::int64_t> {};
    Result<std::vector<std::int64_t>> numbers = parseNumberList(text);
    if (!numbers)
        return invalidArgument(
            { KT_PHRASE("trace-diff", "%1: %2"), arg::Option { std::string(id) }, numbers.error().message });
    return numbers;
}

} // namespace kinetoscope
