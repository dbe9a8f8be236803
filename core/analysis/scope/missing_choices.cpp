// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/scope/missing_choices.h"

#include "core/analysis/causes/replay/change_targets.h"
#include "core/analysis/counters/counter_figures.h"
#include "core/analysis/counters/profiler_ranges.h"
#include "core/analysis/host/name_matcher.h"
#include "core/analysis/launch/launches.h"
#include "core/analysis/scope/scope_text.h"
#include "core/analysis/scope/steps.h"
#include "core/base/vectors.h"
#include "core/query/op_names.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <set>
#include <utility>

namespace kinetoscope {

namespace {

constexpr std::size_t kSlicesPerCheck = 64 * 1024;

using Names = std::vector<std::string>;

Result<std::set<std::int64_t>> stepNumbersOf(const AnalysisInput& input, const std::stop_token& stop)
{
    std::set<std::int64_t> numbers;
    for (const RankTrace& rank : input.traces->ranks()) {
        KT_TRY(const std::vector<Step> steps, stepsOf(rank, input.scope, stop));
        for (const Step& step : steps)
            numbers.insert(step.number);
    }
    return numbers;
}

std::set<std::int64_t> rankNumbersOf(const AnalysisInput& input)
{
    std::set<std::int64_t> numbers;
    for (const RankTrace& rank : input.traces->ranks())
        numbers.insert(rank.rank);
    return numbers;
}

/// What a list of numbers names beyond `there`; nothing for words such as "all", which hold for any job.
Names missingNumbers(const std::string& text, const std::set<std::int64_t>& there)
{
    std::vector<std::int64_t> missing;
    if (const auto numbers = parseNumberList(text))
        std::ranges::set_difference(*numbers, there, std::back_inserter(missing));
    return missing.empty() ? Names {} : Names { formatNumberList(missing) };
}

Result<Names> missingOps(const ParameterDescriptor& parameter, const std::string& text, const Parameters& values,
    const AnalysisInput& input, const Progress& progress)
{
    const Result<NameMatcher> matcher =
        NameMatcher::create(text, parameter.matchedBy.empty() ? "exact" : values.text(parameter.matchedBy));
    if (text.empty() || !matcher)
        return Names {};
    KT_TRY(const Names ops, opNames(*input.traces, progress));
    const bool isThere = std::ranges::any_of(ops, [&](const std::string& op) { return matcher->matches(op); });
    return isThere ? Names {} : Names { text };
}

Result<std::set<std::string, std::less<>>> launchCallsOf(const AnalysisInput& input, const Progress& progress)
{
    std::set<std::string, std::less<>> calls;
    for (const RankTrace& rank : input.traces->ranks()) {
        const SliceTable& slices = rank.trace->slices();
        std::vector<bool> isSeen(rank.trace->strings().size(), false);
        for (std::size_t row = 0; row < slices.size(); ++row) {
            if (row % kSlicesPerCheck == 0 && progress.shouldStop())
                return Error::stopped();
            if (slices.partner[row].isValid() && !isGpuWork(slices.kind[row]))
                isSeen[slices.name[row].index()] = true;
        }
        for (std::size_t i = 0; i < isSeen.size(); ++i) {
            if (isSeen[i])
                calls.emplace(launchApiName(rank.trace->text(StringId { static_cast<std::uint32_t>(i) })));
        }
    }
    return calls;
}

/// The formulas that use what was not recorded; those that use such a formula too.
Result<Names> missingFormulas(const Names& formulas, const AnalysisInput& input, const Progress& progress)
{
    Names counters;
    for (const RankTrace& rank : input.traces->ranks()) {
        KT_TRY(const ProfilerRanges ranges, readProfilerRanges(*rank.trace, progress));
        for (const std::string& counter : ranges.counters) {
            if (std::ranges::find(counters, counter) == counters.end())
                counters.push_back(counter);
        }
    }
    Names good;
    Names missing;
    for (const std::string& formula : formulas) {
        good.push_back(formula);
        if (CounterFigures::create(counters, good))
            continue;
        good.pop_back();
        if (CounterFormula::parse(formula))
            missing.push_back(formula);
    }
    return missing;
}

/// As changes are read: a list is split at commas, which names may have.
Names changesOf(const Names& pieces)
{
    const Result<std::vector<NamedChange>> changes = parseChanges(pieces);
    return changes ? mapped(*changes, written) : Names {};
}

Result<Names> missingChanges(const Names& pieces, const AnalysisInput& input, const Progress& progress)
{
    const Result<std::vector<NamedChange>> changes = parseChanges(pieces);
    Names missing;
    for (const NamedChange& change : changes ? *changes : std::vector<NamedChange> {}) {
        KT_TRY_DONE(progress.carryOn());
        const bool isThere = std::ranges::any_of(
            input.traces->ranks(), [&change](const RankTrace& rank) { return hasTarget(*rank.trace, change); });
        if (!isThere)
            missing.push_back(written(change));
    }
    return missing;
}

Result<Names> missingNames(const ParameterDescriptor& parameter, const Parameters& values, const AnalysisInput& input,
    const Progress& progress)
{
    switch (parameter.names) {
    case NamedThing::None:
        break;
    case NamedThing::Rank:
        return missingNumbers(values.text(parameter.id), rankNumbersOf(input));
    case NamedThing::Step: {
        const Result<std::set<std::int64_t>> there = stepNumbersOf(input, progress.stop);
        return there ? missingNumbers(values.text(parameter.id), *there) : Result<Names>(there.error());
    }
    case NamedThing::Op:
        return missingOps(parameter, values.text(parameter.id), values, input, progress);
    case NamedThing::Counter:
        return missingFormulas(values.list(parameter.id), input, progress);
    case NamedThing::Call: {
        KT_TRY(const auto calls, launchCallsOf(input, progress));
        Names missing;
        std::ranges::copy_if(values.list(parameter.id), std::back_inserter(missing),
            [&](const std::string& call) { return !calls.contains(call); });
        return missing;
    }
    case NamedThing::Change:
        return missingChanges(values.list(parameter.id), input, progress);
    }
    return Names {};
}

/// Of a list the names that are there.
ParameterValue restOf(const ParameterDescriptor& parameter, const ParameterValue& value, const Names& missing)
{
    const auto* names = std::get_if<Names>(&value);
    if (!names)
        return parameter.defaultValue;
    const Names all = parameter.names == NamedThing::Change ? changesOf(*names) : *names;
    Names rest;
    std::ranges::copy_if(all, std::back_inserter(rest),
        [&](const std::string& name) { return std::ranges::find(missing, name) == missing.end(); });
    return rest;
}

} // namespace

Result<std::vector<MissingChoice>> missingChoices(std::span<const ParameterDescriptor> parameters,
    std::span<const std::string> ids, const Parameters& values, AnalysisInputs inputs, const Progress& progress)
{
    std::vector<MissingChoice> all;
    for (const ParameterDescriptor& parameter : parameters) {
        if (inputs.empty() || std::ranges::find(ids, parameter.id) == ids.end())
            continue;
        const AnalysisInput& input = inputs[std::min(parameter.namesInInput, inputs.size() - 1)];
        KT_TRY(Names missing, missingNames(parameter, values, input, progress));
        if (missing.empty())
            continue;
        ParameterValue rest = restOf(parameter, values.all().find(parameter.id)->second, missing);
        all.push_back({ &parameter, std::move(missing), std::move(rest) });
    }
    return all;
}

} // namespace kinetoscope
