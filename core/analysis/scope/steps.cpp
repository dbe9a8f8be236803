// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/scope/steps.h"

#include "core/base/name_pattern.h"
#include "core/base/sort_stably.h"
#include "core/base/vectors.h"
#include "core/numeric/intervals.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

namespace kinetoscope {

namespace {

/// First run of digits in a name, nothing if there is none or it is too long for a number.
std::optional<std::int64_t> numberIn(std::string_view name)
{
    const std::size_t first = name.find_first_of("0123456789");
    if (first == std::string_view::npos)
        return std::nullopt;
    std::int64_t number = 0;
    const auto result = std::from_chars(name.data() + first, name.data() + name.size(), number);
    return result.ec == std::errc {} ? std::optional(number) : std::nullopt;
}

/// Numbers of the names if they tell all steps apart, else a running count.
void numberSteps(std::vector<Step>& steps, const Trace& trace)
{
    std::vector<std::int64_t> numbers;
    for (const Step& step : steps) {
        if (const auto number = numberIn(trace.text(step.name)))
            numbers.push_back(*number);
    }
    const bool named = numbers.size() == steps.size();
    std::vector<std::int64_t> sorted = numbers;
    std::ranges::sort(sorted);
    const bool distinct = std::ranges::adjacent_find(sorted) == sorted.end();
    for (std::size_t i = 0; i < steps.size(); ++i)
        steps[i].number = named && distinct ? numbers[i] : static_cast<std::int64_t>(i);
}

Result<std::vector<Step>> matchingAnnotations(
    const Trace& trace, const NamePattern& pattern, const std::stop_token& stop)
{
    enum : char { Unknown, Matches, Differs };
    std::vector<char> verdicts(trace.strings().size(), Unknown);
    const SliceTable& slices = trace.slices();
    std::vector<Step> steps;
    for (const Track& track : trace.tracks()) {
        if (track.kind != TrackKind::HostThread)
            continue;
        for (std::uint32_t row = track.firstSlice; row < track.endSlice(); ++row) {
            const SliceId slice = SliceTable::at(row);
            if (slices.kind[row] != EventKind::UserAnnotation || !slices.isSound(slice))
                continue;
            const StringId name = slices.name[row];
            char& verdict = verdicts[name.index()];
            if (verdict == Unknown) {
                if (stop.stop_requested())
                    return Error::stopped();
                verdict = pattern.isIn(trace.text(name)) ? Matches : Differs;
            }
            if (verdict == Matches)
                steps.push_back({ -1, name, slice, slices.range(slice) });
        }
    }
    return steps;
}

} // namespace

Result<std::vector<Step>> stepsOf(const Trace& trace, const Scope& scope, const std::stop_token& stop)
{
    if (scope.stepPattern.empty())
        return std::vector<Step>(trace.steps().begin(), trace.steps().end());
    KT_TRY(const NamePattern pattern, NamePattern::compile(scope.stepPattern));

    KT_TRY(std::vector<Step> found, matchingAnnotations(trace, pattern, stop));
    sortStably(found, [](const Step& a, const Step& b) {
        return a.range.begin != b.range.begin ? a.range.begin < b.range.begin : a.range.end > b.range.end;
    });
    std::vector<Step> outermost;
    for (const Step& step : found) {
        if (outermost.empty() || step.range.begin >= outermost.back().range.end)
            outermost.push_back(step);
    }
    numberSteps(outermost, trace);
    return outermost;
}

Result<std::vector<Step>> stepsOf(const RankTrace& rank, const Scope& scope, const std::stop_token& stop)
{
    const RankSummary* summary = rank.readsFrom();
    if (summary == nullptr)
        return stepsOf(*rank.trace, scope, stop);
    if (!scope.stepPattern.empty())
        return needsTrace(rank);
    return mapped(summary->steps, [](const SummaryStep& step) {
        return Step { step.number, step.name, {}, step.range };
    });
}

Error needsTrace(const RankTrace& rank)
{
    if (!rank.why.isEmpty())
        return Error { ErrorCode::Unreadable,
            { KT_PHRASE("run-analysis", "This needs the trace of rank %1; it was at %2. %3"), arg::Number { rank.rank },
                arg::Text { rank.path }, rank.why } };
    return Error { ErrorCode::Unreadable,
        { KT_PHRASE("run-analysis", "This needs the trace of rank %1; it was at %2."), arg::Number { rank.rank },
            arg::Text { rank.path } } };
}

Result<std::vector<TimeRange>> chosenStepRanges(const RankTrace& rank, const Scope& scope, const std::stop_token& stop)
{
    KT_TRY(const std::vector<Step> steps, stepsOf(rank, scope, stop));
    std::vector<std::int64_t> wanted = scope.steps; // may be all of a hundred thousand
    std::ranges::sort(wanted);
    std::vector<TimeRange> ranges;
    for (const Step& step : steps) {
        if (std::ranges::binary_search(wanted, step.number))
            ranges.push_back(rank.toJobTime(step.range));
    }
    return unionOf(std::move(ranges));
}

bool isInRanges(const std::vector<TimeRange>& ranges, Timestamp time)
{
    const auto after = std::ranges::upper_bound(ranges, time, {}, &TimeRange::begin);
    return after != ranges.begin() && (after - 1)->contains(time);
}

} // namespace kinetoscope
