// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/options/scope_options.h"

#include "app/options/given_text.h"
#include "core/analysis/scope/recorded_range.h"
#include "core/analysis/scope/scope_streams.h"
#include "core/analysis/scope/scope_text.h"
#include "core/analysis/scope/steps.h"
#include "core/analysis/types/parameters.h"
#include "core/base/name_pattern.h"
#include "core/base/vectors.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace kinetoscope {

namespace {

Error named(const char* option, const Error& error)
{
    return Error { error.code, { KT_PHRASE("scope-options", "%1: %2"), arg::Option { option }, error.message },
        error.byteOffset };
}

Message listOf(const std::set<std::int64_t>& numbers)
{
    if (numbers.empty())
        return { KT_PHRASE("scope-options", "none") };
    return { KT_PHRASE("scope-options", "%1"), arg::Numbers { { numbers.begin(), numbers.end() } } };
}

Result<Done> checkNumbers(
    const char* what, const std::vector<std::int64_t>& wanted, const std::set<std::int64_t>& present)
{
    for (const std::int64_t number : wanted) {
        if (!present.contains(number))
            return invalidArgument(std::string_view(what) == "rank"
                    ? Message { KT_PHRASE("scope-options", "There is no rank %1; there are: %2."),
                        arg::Number { number }, listOf(present) }
                    : Message { KT_PHRASE("scope-options", "There is no step %1; there are: %2."),
                        arg::Number { number }, listOf(present) });
    }
    return Done {};
}

/// Where nothing is, what an analysis said, 100 % idle, would be about no trace: neither the job nor, where ranks are
/// chosen, any of them.
Result<Done> checkRange(const Scope& scope, const TraceSet& traces)
{
    if (!scope.range)
        return Done {};
    const auto isOutside = [&scope](const TimeRange& all) {
        return all.begin < all.end && (scope.range->begin >= all.end || scope.range->end <= all.begin);
    };
    const auto refuse = [&scope](Message what, const TimeRange& all) {
        return invalidArgument({ KT_PHRASE("scope-options", "%1: %2 lies outside of %3 from %4 to %5."),
            arg::Option { "range" }, arg::Text { formatTimeRange(*scope.range) }, std::move(what),
            arg::Text { formatDuration(all.begin) }, arg::Text { formatDuration(all.end) } });
    };
    const TimeRange ofJob = recordedRange(traces, {}).value_or(traces.range());
    if (isOutside(ofJob))
        return refuse({ KT_PHRASE("scope-options", "the job, which goes") }, ofJob);
    const std::optional<TimeRange> ofRanks = scope.ranks.empty() ? std::nullopt : recordedRange(traces, scope.ranks);
    if (ofRanks && isOutside(*ofRanks))
        return refuse(scope.ranks.size() == 1 ? Message { KT_PHRASE("scope-options", "this rank, which goes") }
                                              : Message { KT_PHRASE("scope-options", "these ranks, which go") },
            *ofRanks);
    return Done {};
}

Result<Done> checkStreams(const StreamList& wanted, const StreamList& there)
{
    const std::string missing = missingStream(wanted, there);
    if (missing.empty())
        return Done {};
    const std::string near = nearestName(missing, mapped(there.texts, [](const auto& text) { return text.second; }));
    const std::string all = formatStreamList(there);
    const Message present = all.empty() ? Message { KT_PHRASE("scope-options", "none") } : Message::verbatim(all);
    if (near.empty())
        return invalidArgument(
            { KT_PHRASE("scope-options", "There is no stream %1; there are: %2."), arg::Text { missing }, present });
    return invalidArgument({ KT_PHRASE("scope-options", "There is no stream %1; did you mean %2? There are: %3."),
        arg::Text { missing }, arg::Name { near }, present });
}

} // namespace

void ScopeOptions::add(CLI::App& app)
{
    const auto addText = [&app](const char* option, std::string& text, const char* help, const char* type) {
        app.add_option(option, text, help)
            ->check(isGiven("an empty text chooses nothing"))
            ->type_name(type)
            ->group("Scope");
    };
    addText("--ranks", ranks, "Ranks to look at: 0,2-5", "LIST");
    addText("--steps", steps, "Steps to look at: 10-12; device work belongs to the step that launched it", "LIST");
    addText("--streams", streams, "Streams to look at: 7,20, or as the trace names them: default", "LIST");
    addText(
        "--range", range, "Time to look at, from the start of the job: 10ms:12.5ms; without a unit us", "BEGIN:END");
    addText("--step-pattern", stepPattern, "Annotations that are steps, when ProfilerStep is not used", "REGEX");
}

Result<Scope> ScopeOptions::scope() const
{
    Scope scope;
    const auto list = [](const char* option, const std::string& text,
                          std::vector<std::int64_t>& numbers) -> Result<Done> {
        if (text.empty() || text == "all")
            return Done {};
        Result<std::vector<std::int64_t>> parsed = parseNumberList(text);
        if (!parsed)
            return named(option, parsed.error());
        numbers = std::move(parsed).value();
        return Done {};
    };
    KT_TRY_DONE(list("ranks", ranks, scope.ranks));
    KT_TRY_DONE(list("steps", steps, scope.steps));
    if (!streams.empty() && streams != "all") {
        Result<StreamList> parsed = parseStreamList(streams);
        if (!parsed)
            return named("streams", parsed.error());
        setStreams(scope, std::move(parsed).value());
    }
    if (!range.empty()) {
        const Result<TimeRange> parsed = parseTimeRange(range);
        if (!parsed)
            return named("range", parsed.error());
        scope.range = *parsed;
    }
    if (!stepPattern.empty()) {
        if (const Result<NamePattern> compiled = NamePattern::compile(stepPattern); !compiled)
            return named("step-pattern", compiled.error());
    }
    scope.stepPattern = stepPattern;
    return scope;
}

Result<Done> checkScope(const Scope& scope, const TraceSet& traces)
{
    KT_TRY_DONE(checkRange(scope, traces));
    std::set<std::int64_t> ranks;
    std::set<std::int64_t> steps;
    for (const RankTrace& rank : traces.ranks()) {
        ranks.insert(rank.rank);
        if (scope.steps.empty())
            continue;
        const Result<std::vector<Step>> found = stepsOf(rank, scope);
        if (!found)
            return found.error().code == ErrorCode::Unreadable ? found.error() : named("step-pattern", found.error());
        for (const Step& step : *found)
            steps.insert(step.number);
    }
    KT_TRY_DONE(checkNumbers("rank", scope.ranks, ranks));
    KT_TRY_DONE(checkNumbers("step", scope.steps, steps));
    return checkStreams(streamsOf(scope), streamsOf(traces));
}

} // namespace kinetoscope
