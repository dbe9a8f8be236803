// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/job/other_steps.h"

#include "core/analysis/scope/steps.h"
#include "core/numeric/saturating.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kinetoscope {

namespace {

/// How long the steps of a side take on the host.
struct StepLengths {
    Nanoseconds first = 0;  ///< the median of those of the chosen number: one a rank
    Nanoseconds median = 0; ///< of all
    std::size_t count = 0;
};

Nanoseconds middleOf(std::vector<Nanoseconds> lengths)
{
    if (lengths.empty())
        return 0;
    const auto middle = lengths.begin() + static_cast<std::ptrdiff_t>((lengths.size() - 1) / 2);
    std::ranges::nth_element(lengths, middle);
    return *middle;
}

Result<StepLengths> stepLengthsOf(const ChosenSide& side)
{
    std::vector<Nanoseconds> all;
    std::vector<Nanoseconds> first;
    for (const RankTrace& rank : side.input.traces->ranks()) {
        if (!isChosen(side.input.scope.ranks, rank.rank))
            continue;
        KT_TRY(const std::vector<Step> steps, stepsOf(rank, side.input.scope, side.input.stop));
        for (const Step& step : steps) {
            all.push_back(step.range.length());
            if (isChosen(side.input.scope.steps, step.number))
                first.push_back(step.range.length());
        }
    }
    return StepLengths { middleOf(std::move(first)), middleOf(all), all.size() };
}

/// Time of each name in each step, ranks added up.
using TimesByStep = std::map<std::int64_t, std::map<std::string_view, Nanoseconds>>;

TimesByStep timesByStep(const TraceSide& side, const SideTotals& totals)
{
    const std::vector<std::int64_t> numbers = side.stepsOfParts();
    TimesByStep times;
    for (const auto& [name, parts] : totals.byPart) {
        for (const auto& [part, time] : parts) {
            Nanoseconds& sum = times[numbers[part]][name];
            sum = saturatingAdd(sum, time);
        }
    }
    return times;
}

Message moreOrLess(Nanoseconds delta)
{
    return delta < 0 ? Message { KT_PHRASE("trace-diff", "%1 less"), arg::Duration { -delta } }
                     : Message { KT_PHRASE("trace-diff", "%1 more"), arg::Duration { delta } };
}

/// In which a name's times are furthest apart.
struct LargestChange {
    std::int64_t step = 0;
    std::string_view name;
    Nanoseconds delta = 0;
    [[nodiscard]] bool isLargerThan(const LargestChange& other) const
    {
        return other.name.empty() || std::llabs(delta) > std::llabs(other.delta);
    }
};

/// @return whether any name differs.
bool compareStep(std::int64_t step, TimesByStep& control, TimesByStep& test, LargestChange& largest)
{
    std::map<std::string_view, Nanoseconds> deltas;
    for (const auto& [name, time] : control[step])
        deltas[name] = saturatingSubtract(deltas[name], time);
    for (const auto& [name, time] : test[step])
        deltas[name] = saturatingAdd(deltas[name], time);
    bool differs = control[step].size() != test[step].size();
    for (const auto& [name, delta] : deltas) {
        differs = differs || delta != 0 || !control[step].contains(name);
        const LargestChange change { step, name, delta };
        // That the step differs is known; what in it does is asked.
        if (delta != 0 && !name.ends_with("#N") && change.isLargerThan(largest))
            largest = change;
    }
    return differs;
}

} // namespace

Result<std::optional<Remark>> remarkOnFirstSteps(const ChosenSide& control, const ChosenSide& test)
{
    constexpr std::size_t kFewSteps = 3;
    constexpr Nanoseconds kMuch = 10; // one in so many of a step
    std::optional<Remark> none;
    if (control.isChosen || test.isChosen || control.input.scope.steps.empty() || test.input.scope.steps.empty())
        return none;
    KT_TRY(const StepLengths before, stepLengthsOf(control));
    KT_TRY(const StepLengths after, stepLengthsOf(test));
    const Nanoseconds first = saturatingSubtract(after.first, before.first);
    const Nanoseconds median = saturatingSubtract(after.median, before.median);
    if (before.count < kFewSteps || after.count < kFewSteps
        || std::llabs(saturatingSubtract(first, median)) <= before.median / kMuch)
        return none;
    return std::optional(Remark { "first-steps",
        { KT_PHRASE("trace-diff",
              "The first steps, which are compared, are not typical: the test's takes %1 than the control's, its "
              "median step %2 than the control's, on the host. Choose others with %3 and %4."),
            moreOrLess(first), moreOrLess(median), arg::Option { "control-steps" }, arg::Option { "test-steps" } } });
}

Result<std::optional<Remark>> remarkOnOtherSteps(
    const ChosenSide& control, const ChosenSide& test, const ComparedOps* ops, const AnalysisContext& context)
{
    std::optional<Remark> none;
    if (control.isChosen || test.isChosen || control.input.scope.steps.empty() || test.input.scope.steps.empty())
        return none;
    std::vector<std::int64_t> common; // with the first, so that there are several parts
    std::ranges::set_intersection(control.stepNumbers, test.stepNumbers, std::back_inserter(common));
    const std::int64_t first = control.input.scope.steps.front();
    const bool isFirstCommon = first == test.input.scope.steps.front();
    if (ops == nullptr || !isFirstCommon || common.size() < 2) {
        const std::size_t most = std::max(control.stepNumbers.size(), test.stepNumbers.size());
        if (most < 2)
            return none;
        return std::optional(Remark { "other-steps",
            { KT_PHRASE("trace-diff",
                  "Only the first step of each side was compared. Choose others with %1 and %2, or all for the whole "
                  "trace."),
                arg::Option { "control-steps" }, arg::Option { "test-steps" } } });
    }
    std::array<std::shared_ptr<const TraceSide>, 2> sides;
    const std::array inputs { &control.input, &test.input };
    for (std::size_t i = 0; i < sides.size(); ++i) {
        AnalysisInput input = *inputs[i];
        input.scope.steps = common;
        KT_TRY(sides[i], TraceSide::create(input, *ops, *context.classifier));
    }
    KT_TRY(const auto totals, TraceSide::totalsOf(sides, context));
    std::array<TimesByStep, 2> times;
    for (std::size_t i = 0; i < sides.size(); ++i)
        times[i] = timesByStep(*sides[i], totals[i]);
    std::vector<std::int64_t> differing;
    LargestChange largest;
    std::erase(common, first);
    for (const std::int64_t step : common) {
        KT_TRY_DONE(context.progress.carryOn());
        if (compareStep(step, times[0], times[1], largest))
            differing.push_back(step);
    }
    const arg::Count others { common.size() };
    if (differing.empty())
        return std::optional(Remark { "other-steps",
            { KT_PLURAL("trace-diff", "In the %1 other step that both sides have every name takes as long, too.",
                  "In the %1 other steps that both sides have every name takes as long, too."),
                others } });
    const arg::Count differ { differing.size() };
    if (largest.name.empty()) // no name but that of the steps, or one that takes no time
        return std::optional(Remark { std::string(kOtherStepsDiffer),
            { KT_PHRASE("trace-diff",
                  "Other steps that both sides have do differ: %1 of %2 (%3). Choose steps, or all, with %4 and %5."),
                differ, others, arg::Numbers { differing }, arg::Option { "control-steps" },
                arg::Option { "test-steps" } } });
    return std::optional(Remark { std::string(kOtherStepsDiffer),
        { KT_PHRASE("trace-diff",
              "Other steps that both sides have do differ: %1 of %2 (%3). In step %4 %5 takes %6 in the test. Choose "
              "steps, or all, with %7 and %8."),
            differ, others, arg::Numbers { differing }, arg::Number { largest.step },
            arg::Name { std::string(largest.name) }, moreOrLess(largest.delta), arg::Option { "control-steps" },
            arg::Option { "test-steps" } } });
}

} // namespace kinetoscope
