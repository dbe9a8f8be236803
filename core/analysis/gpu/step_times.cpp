// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/annotation/annotations.h"
#include "core/analysis/gpu/step_breakdown.h"
#include "core/analysis/steps.h"

#include <algorithm>
#include <utility>

namespace kinetoscope {

namespace {

constexpr std::size_t kNoStep = ~std::size_t { 0 };

/// The last step by start that contains `time`; kNoStep outside of all. Steps follow one another; only made ones nest.
std::size_t stepAt(const std::vector<StepTimes>& steps, Timestamp time)
{
    constexpr std::ptrdiff_t kMostNested = 8;
    const auto after = std::upper_bound(
        steps.begin(), steps.end(), time, [](Timestamp t, const StepTimes& step) { return t < step.step.range.begin; });
    for (auto it = after; it != steps.begin() && after - it < kMostNested;) {
        --it;
        if (it->step.range.contains(time))
            return static_cast<std::size_t>(it - steps.begin());
    }
    return kNoStep;
}

Selection selectionWithin(std::uint32_t rankIndex, const std::vector<TimeRange>& ranges, TimeRange window)
{
    Selection selection;
    for (const TimeRange& range : ranges) {
        const TimeRange part = range.clippedTo(window);
        if (!part.isEmpty())
            selection.intervals.push_back({ rankIndex, TrackId {}, part });
    }
    return selection;
}

} // namespace

/// When the time around the steps of a rank counts as what.
struct ScopedSteps::Parts {
    RankGpuWork work;        ///< of all steps
    bool hasGpuWork = false; ///< the trace has some, in the scope or not
    std::array<std::vector<TimeRange>, kTimePartCount> busy;
    std::array<std::vector<TimeRange>, kIdleCauseCount> idle;
};

Result<std::shared_ptr<const ScopedSteps>> ScopedSteps::create(
    const AnalysisInput& input, const KernelClassifier& classifier, Nanoseconds kernelDelay)
{
    std::shared_ptr<ScopedSteps> steps(new ScopedSteps);
    steps->m_scope = input.scope;
    AnalysisInput all = input;
    all.scope.steps.clear(); // what runs in a step may have been launched by another one
    auto work = ScopedGpuWork::create(all, classifier);
    if (!work)
        return work.error();
    steps->m_work = std::move(work).value();
    for (std::size_t i = 0; i < steps->m_work->rankCount(); ++i) {
        const RankTrace& rank = steps->m_work->rankTrace(i);
        Result<std::vector<Step>> found = stepsOf(*rank.trace, input.scope);
        if (!found)
            return found.error();
        RankEntry entry;
        for (Step& step : found.value()) {
            const std::vector<std::int64_t>& wanted = input.scope.steps;
            step.range = { rank.toJobTime(step.range.begin), rank.toJobTime(step.range.end) };
            const TimeRange wall = input.scope.range ? step.range.clippedTo(*input.scope.range) : step.range;
            if (wall.isEmpty()
                || (!wanted.empty() && std::find(wanted.begin(), wanted.end(), step.number) == wanted.end()))
                continue;
            const TimeRange hull = entry.hull.value_or(wall);
            entry.hull = TimeRange { std::min(hull.begin, wall.begin), std::max(hull.end, wall.end) };
            entry.walls.push_back(wall);
            entry.steps.push_back(step);
        }
        if (entry.hull) {
            AnalysisInput around = all;
            around.scope.range = entry.hull;
            around.scope.ranks = { rank.rank };
            auto idle = ScopedIdle::create(around, classifier, kernelDelay);
            if (!idle)
                return idle.error();
            entry.idle = std::move(idle).value();
        }
        steps->m_ranks.push_back(std::move(entry));
    }
    return std::shared_ptr<const ScopedSteps>(std::move(steps));
}

Result<ScopedSteps::Parts> ScopedSteps::partsOf(std::size_t rank, const Progress& progress) const
{
    const RankEntry& entry = m_ranks[rank];
    Parts parts;
    Result<RankGpuWork> work = m_work->rank(rank, progress);
    if (!work)
        return work.error();
    parts.work = std::move(work).value();
    // A range in which nothing runs is idle; only a trace without any GPU work has nothing to say.
    parts.hasGpuWork = !parts.work.window.empty() || !parts.work.rows.empty();
    if (!entry.hull)
        return parts;
    parts.work.window = { *entry.hull };
    parts.busy = timeParts(parts.work);
    const Result<RankIdle> idle = entry.idle->rank(0, progress);
    if (!idle)
        return idle.error();
    idle->eachGap(idle->wholeRank(), [&parts](const IdleGap& gap) {
        if (!gap.range.isEmpty())
            parts.idle[static_cast<std::size_t>(gap.cause)].push_back(gap.range);
    });
    return parts;
}

Result<RankSteps> ScopedSteps::rank(std::size_t i, const Progress& progress) const
{
    const RankEntry& entry = m_ranks[i];
    RankSteps steps;
    for (std::size_t n = 0; n < entry.steps.size(); ++n) {
        steps.steps.emplace_back();
        steps.steps.back().step = entry.steps[n];
        steps.steps.back().wall = entry.walls[n];
    }
    Result<Parts> parts = partsOf(i, progress);
    if (!parts)
        return parts.error();
    steps.rankIndex = parts->work.rankIndex;
    steps.hasGpuWork = parts->hasGpuWork;
    if (!steps.hasGpuWork)
        return steps;
    addLaunched(i, steps, parts->work);
    for (std::size_t part = 0; part + 1 < kTimePartCount; ++part) {
        const CoveredTime covered(std::move(parts->busy[part]));
        for (StepTimes& step : steps.steps)
            step.busy[part] = covered.within(step.wall);
    }
    for (std::size_t cause = 0; cause < kIdleCauseCount; ++cause) {
        const CoveredTime covered(std::move(parts->idle[cause]));
        for (StepTimes& step : steps.steps)
            step.idle[cause] = covered.within(step.wall);
    }
    return steps;
}

void ScopedSteps::addLaunched(std::size_t rank, RankSteps& steps, const RankGpuWork& work) const
{
    const RankTrace& trace = rankTrace(rank);
    const SliceTable& slices = trace.trace->slices();
    std::vector<std::vector<TimeRange>> launched(steps.steps.size());
    for (const GpuWorkRow& row : work.rows) {
        const SliceId launch = slices.partner[row.slice.index()];
        const Timestamp time = launch.isValid() ? trace.toJobTime(slices.start[launch.index()]) : row.range.begin;
        const std::size_t step = stepAt(steps.steps, time);
        if (step != kNoStep)
            launched[step].push_back(row.range);
    }
    for (std::size_t i = 0; i < launched.size(); ++i) {
        StepTimes& step = steps.steps[i];
        step.launched = launched[i].size();
        const std::vector<TimeRange> busy = unionOf(std::move(launched[i]));
        step.launchedBusy = totalLength(busy);
        if (!busy.empty())
            step.endLag = saturatingSubtract(busy.back().end, step.step.range.end);
    }
}

Selection ScopedSteps::busyEvidence(std::size_t rank, const StepTimes& step, TimePart part) const
{
    const Result<Parts> parts = partsOf(rank, {});
    return selectionWithin(parts->work.rankIndex, parts->busy[static_cast<std::size_t>(part)], step.wall);
}

Selection ScopedSteps::idleEvidence(std::size_t rank, const StepTimes& step, IdleCause cause) const
{
    const Result<Parts> parts = partsOf(rank, {});
    return selectionWithin(parts->work.rankIndex, parts->idle[static_cast<std::size_t>(cause)], step.wall);
}

Selection ScopedSteps::launchedEvidence(std::size_t rank, const StepTimes& step) const
{
    const RankTrace& trace = rankTrace(rank);
    const SliceTable& slices = trace.trace->slices();
    const RankGpuWork work = m_work->rank(rank);
    RankSteps steps;
    for (const Step& one : m_ranks[rank].steps) {
        steps.steps.emplace_back();
        steps.steps.back().step = one;
    }
    return selectionWhere(*m_work, trace, work, [&](const GpuWorkRow& row) {
        const SliceId launch = slices.partner[row.slice.index()];
        const Timestamp time = launch.isValid() ? trace.toJobTime(slices.start[launch.index()]) : row.range.begin;
        const std::size_t i = stepAt(steps.steps, time);
        return i != kNoStep && steps.steps[i].step.slice == step.step.slice;
    });
}

} // namespace kinetoscope
