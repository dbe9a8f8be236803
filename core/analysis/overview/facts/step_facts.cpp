// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/facts/step_facts.h"

#include "core/analysis/overview/facts/rank_facts.h"
#include "core/base/vectors.h"
#include "core/numeric/intervals.h"
#include "core/numeric/statistics.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

namespace kinetoscope {

namespace {

/// The longest of several steps, where it may be a slow one.
std::optional<std::size_t> slowStepOf(const RankFacts& facts)
{
    if (facts.stepWindows.size() < kFewestStepsCompared)
        return std::nullopt;
    const std::size_t longest = longestOf(facts.stepWindows);
    const Nanoseconds median = medianTime(mapped(facts.stepWindows, &TimeRange::length));
    return saturatingSubtract(facts.stepWindows[longest].length(), median) > median / 20 ? std::optional(longest)
                                                                                         : std::nullopt;
}

/// Whether a step runs beside another one of its number, as in files into which several ranks were merged: what is
/// longer then is another loop's step, not a slow one.
bool areOfSeveralLoops(const std::vector<StepTimes>& steps)
{
    std::map<std::int64_t, TimeRange> seen;
    return std::ranges::any_of(steps, [&seen](const StepTimes& step) {
        const auto [same, isNew] = seen.try_emplace(step.step.number, step.step.range);
        return !isNew && !same->second.clippedTo(step.step.range).isEmpty();
    });
}

/// Marks the names of kernels that are launched in steps other than one.
/// @param isUsual  by name.
void markKernelsOfOthers(const RankTrace& rank, const std::vector<Step>& allSteps, const Step& one,
    const Progress& progress, std::vector<bool>& isUsual)
{
    const SliceTable& slices = rank.trace->slices();
    StopCheck check(progress);
    for (std::size_t row = 0; row < slices.size() && !check.after(1); ++row) {
        if (slices.kind[row] != EventKind::Kernel || isUsual[slices.name[row].index()])
            continue;
        const SliceId launch = slices.partner[row];
        const Timestamp time = slices.start[launch.isValid() ? launch.index() : row];
        const Step* const step = stepAt(allSteps, time);
        if (step != nullptr && step->slice != one.slice)
            isUsual[slices.name[row].index()] = true;
    }
}

} // namespace

std::size_t longestOf(const std::vector<TimeRange>& windows)
{
    return static_cast<std::size_t>(std::ranges::max_element(windows, {}, &TimeRange::length) - windows.begin());
}

std::vector<Nanoseconds> timeInEach(const std::vector<TimeRange>& windows, const std::vector<TimeRange>& ranges)
{
    return mapped(windows, [&ranges](const TimeRange& window) {
        Nanoseconds time = 0;
        for (auto range = std::ranges::upper_bound(ranges, window.begin, {}, &TimeRange::end);
             range != ranges.end() && range->begin < window.end; ++range)
            time = saturatingAdd(time, range->clippedTo(window).length());
        return time;
    });
}

Nanoseconds excessOfLongest(const std::vector<TimeRange>& windows, const std::vector<Nanoseconds>& times)
{
    return std::max<Nanoseconds>(0, saturatingSubtract(times[longestOf(windows)], medianTime(times)));
}

Nanoseconds wallOf(const std::vector<StepTimes>& steps)
{
    Nanoseconds sum = 0;
    for (const StepTimes& step : steps)
        sum = saturatingAdd(sum, step.wall.length());
    return sum;
}

std::vector<StepTimes> wholeStepsOf(const std::vector<StepTimes>& steps, const Scope& scope)
{
    std::vector<StepTimes> whole = steps;
    std::erase_if(whole, [&scope](const StepTimes& step) {
        return step.wall != step.step.range || (scope.range && step.complete.end > scope.range->end);
    });
    return whole;
}

void addStepWindows(const RankGpuWork& work, RankFacts& facts)
{
    const TimeRange view =
        work.window.empty() ? TimeRange {} : TimeRange { work.window.front().begin, work.window.back().end };
    const auto windowOf = [view](const StepTimes& step) {
        const TimeRange inView = step.complete.clippedTo(view);
        return inView.isEmpty() ? TimeRange {} : inView;
    };
    const auto isCut = [&windowOf](const StepTimes& step) {
        const Nanoseconds whole = step.complete.length();
        return saturatingSubtract(whole, windowOf(step).length()) > whole / 20;
    };
    if (!view.isEmpty()) // of which nothing is in view, nothing is known
        std::erase_if(facts.steps, [&windowOf](const StepTimes& step) { return windowOf(step).isEmpty(); });
    if (areOfSeveralLoops(facts.steps))
        facts.steps.clear();
    facts.stepWindows = mapped(facts.steps, windowOf);
    const auto whole = facts.steps.size() - static_cast<std::size_t>(std::ranges::count_if(facts.steps, isCut));
    if (whole == facts.steps.size() || isCut(facts.steps[longestOf(facts.stepWindows)]))
        return;
    const bool isLeftAside = whole >= kFewestStepsCompared;
    for (const StepTimes& step : facts.steps) {
        const StepCut cut { step.step.number, step.complete.length(),
            std::max<Nanoseconds>(0, saturatingSubtract(view.begin, step.complete.begin)),
            std::max<Nanoseconds>(0, saturatingSubtract(step.complete.end, view.end)), isLeftAside };
        if (isCut(step) && (!facts.stepCut || facts.stepCut->whole < cut.whole))
            facts.stepCut = cut;
    }
    if (!isLeftAside)
        return;
    std::erase_if(facts.steps, isCut);
    facts.stepWindows = mapped(facts.steps, windowOf);
}

void findSameKernels(const RankTrace& rank, const RankGpuWork& work, const std::vector<Step>& allSteps,
    const Progress& progress, RankFacts& facts)
{
    const std::optional<std::size_t> slow = slowStepOf(facts);
    if (!slow)
        return;
    const SliceTable& slices = rank.trace->slices();
    std::vector<std::size_t> order(facts.steps.size());
    std::iota(order.begin(), order.end(), std::size_t { 0 });
    const auto beginOf = [&facts](std::size_t step) { return facts.steps[step].wall.begin; };
    std::ranges::sort(order, {}, beginOf);
    struct Kernels {
        std::vector<StringId> names; ///< one of each kernel
        Nanoseconds time = 0;
    };
    std::vector<Kernels> ofSteps(facts.steps.size());
    std::vector<std::pair<StringId, TimeRange>> ofSlow;
    StopCheck check(progress);
    for (const GpuWorkRow& row : work.rows) {
        if (check.after(2))
            return;
        const SliceId launch = slices.partner[row.slice.index()];
        const Timestamp time = launch.isValid() ? rank.toJobTime(slices.start[launch.index()]) : row.range.begin;
        const auto after = std::ranges::upper_bound(order, time, {}, beginOf);
        if (row.type != KernelType::Computation || after == order.begin()
            || !facts.steps[*std::prev(after)].wall.contains(time))
            continue;
        Kernels& kernels = ofSteps[*std::prev(after)];
        kernels.names.push_back(slices.name[row.slice.index()]);
        kernels.time = saturatingAdd(kernels.time, row.range.length());
        if (*std::prev(after) == *slow)
            ofSlow.emplace_back(slices.name[row.slice.index()], row.range);
    }
    std::vector<bool> isUsual(rank.trace->strings().size()); // by name: other steps have it
    bool areOthers = false;
    for (std::size_t step = 0; step < ofSteps.size(); ++step) {
        for (const StringId name : ofSteps[step].names)
            isUsual[name.index()] = isUsual[name.index()] || step != *slow;
        areOthers = areOthers || (step != *slow && !ofSteps[step].names.empty());
        std::ranges::sort(ofSteps[step].names);
    }
    if (areOthers && std::ranges::any_of(ofSlow, [&](const auto& each) { return !isUsual[each.first.index()]; }))
        markKernelsOfOthers(rank, allSteps, facts.steps[*slow].step, progress, isUsual);
    std::vector<TimeRange> ofNew;
    std::vector<TimeRange> ofUsual;
    for (const auto& [name, range] : ofSlow)
        (areOthers && !isUsual[name.index()] ? ofNew : ofUsual).push_back(range);
    facts.newKernels = ofNew.size();
    facts.newKernelsTime = totalLength(differenceOf(unionOf(std::move(ofNew)), unionOf(std::move(ofUsual))));
    const Kernels& own = ofSteps[*slow];
    std::vector<Nanoseconds> others;
    for (std::size_t step = 0; step < ofSteps.size() && !own.names.empty(); ++step) {
        if (step != *slow && ofSteps[step].names == own.names)
            others.push_back(ofSteps[step].time);
    }
    facts.sameKernels = others.size();
    facts.sameKernelsTime = own.time;
    facts.sameKernelsUsual = others.empty() ? 0 : medianTime(std::move(others));
}

TimeRange wallOfSlowStep(const RankFacts& facts)
{
    const std::optional<std::size_t> slow = slowStepOf(facts);
    return slow ? facts.steps[*slow].wall : TimeRange {};
}

StepGrowth growthOfLongest(
    const RankTrace& rank, const RankCauses& causes, const RankFacts& facts, const Progress& progress)
{
    const std::optional<std::size_t> slow = slowStepOf(facts);
    if (!slow)
        return {};
    return growthOf(
        rank, causes, mapped(facts.steps, [](const StepTimes& step) { return step.wall; }), *slow, progress);
}

void addIdleCausesOfSteps(const Progress& progress, RankFacts& facts)
{
    const std::vector<TimeRange> unknown = mapped(facts.missingSteps, &MissingSteps::range);
    for (std::size_t cause = 0; cause < kIdleCauseCount; ++cause)
        facts.ofSteps[kBusyPartCount + cause] =
            timeInEach(facts.stepWindows, differenceOf(facts.idle[cause].ranges, unknown, progress));
}

void addIdleGroupsOfSteps(const Progress& progress, RankFacts& facts)
{
    constexpr std::size_t kFewest = 4;
    std::vector<TimeRange> later = mapped(facts.stepsInView, [](const StepTimes& step) { return step.wall; });
    std::ranges::sort(later, {}, &TimeRange::begin);
    later.erase(later.begin(), later.begin() + static_cast<std::ptrdiff_t>((later.size() + 1) / 2));
    if (facts.stepsInView.size() < kFewest)
        later.clear();
    later = unionOf(std::move(later));
    for (std::size_t group = 0; !facts.stepsInView.empty() && group < kIdleGroupCount; ++group) {
        const std::vector<TimeRange>& idle = facts.idleGroups[group].idle.ranges;
        facts.idleOfSteps[group] = timeInEach(facts.stepWindows, idle);
        facts.idleOfLaterSteps[group] = totalLength(intersectionOf(later, idle, progress));
    }
}

void addCompiledAnew(Timestamp firstWork, RankFacts& facts)
{
    const std::vector<TimeRange>& idle = facts.of(IdleGroup::Compilation).idle.ranges;
    bool isAfterOther = false;
    for (const StepTimes& step : facts.stepsInView) {
        const Nanoseconds compiling = totalLength(intersectionOf({ step.wall }, idle));
        const Nanoseconds busy = std::reduce(step.busy.begin(), step.busy.end());
        if (isAfterOther)
            facts.compiledAnew = saturatingAdd(facts.compiledAnew, compiling);
        isAfterOther = isAfterOther || (compiling == 0 && busy > 0 && step.wall.begin >= firstWork);
    }
}

} // namespace kinetoscope
