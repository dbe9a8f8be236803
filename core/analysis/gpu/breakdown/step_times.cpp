// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/gpu/breakdown/step_breakdown.h"
#include "core/analysis/scope/steps.h"
#include "core/base/vectors.h"
#include "core/numeric/covered_time.h"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

namespace kinetoscope {

namespace {

constexpr std::size_t kStepTimesNoStep = ~std::size_t { 0 };

/// The last step by start that contains `time`; kNoStep outside of all. Steps follow one another; only made ones nest.
/// @param hint  the last answer: launches come nearly in order.
std::size_t stepTimesStepAt(const std::vector<StepTimes>& steps, Timestamp time, std::size_t hint = kStepTimesNoStep)
{
    const bool isLast = hint < steps.size() && (hint + 1 == steps.size() || time < steps[hint + 1].step.range.begin);
    if (isLast && steps[hint].step.range.contains(time))
        return hint;
    constexpr std::ptrdiff_t kMostNested = 8;
    const auto after =
        std::ranges::upper_bound(steps, time, {}, [](const StepTimes& step) { return step.step.range.begin; });
    for (auto it = after; it != steps.begin() && after - it < kMostNested;) {
        --it;
        if (it->step.range.contains(time))
            return static_cast<std::size_t>(it - steps.begin());
    }
    return kStepTimesNoStep;
}

std::optional<Timestamp> knownLaunchTime(const RankTrace& rank, const GpuWorkRow& row)
{
    const SliceTable& slices = rank.trace->slices();
    const SliceId launch = slices.partner[row.slice.index()];
    return launch.isValid() ? std::optional(rank.toJobTime(slices.start[launch.index()])) : std::nullopt;
}

/// Of work without a launch: when it starts.
Timestamp launchTime(const RankTrace& rank, const GpuWorkRow& row)
{
    return knownLaunchTime(rank, row).value_or(row.range.begin);
}

bool isFirstLaunchBefore(const RankTrace& rank, std::span<const GpuWorkRow> ofStream, Timestamp moment)
{
    for (const GpuWorkRow& row : ofStream) {
        if (const std::optional<Timestamp> known = knownLaunchTime(rank, row))
            return *known < moment;
    }
    return false;
}

/// Fills one figure of each step by the stretches that make it up, the figures in the order of `parts`.
template <typename Parts, typename Figures>
void addTimes(RankSteps& steps, const Parts& parts, Figures StepTimes::*figures)
{
    for (std::size_t i = 0; i < (StepTimes {}.*figures).size(); ++i) {
        const CoveredTime covered(parts[i]);
        for (StepTimes& step : steps.steps)
            (step.*figures)[i] = covered.within(step.wall);
    }
}

/// Takes the figures of whole steps from a summary; a part of one takes the trace.
Result<RankSteps> stepsOfSummary(const RankSummary& summary, const RankTrace& rank, RankSteps steps)
{
    steps.hasGpuWork = summary.hasGpuWork();
    auto from = summary.steps.begin();
    for (StepTimes& step : steps.steps) {
        const auto isSame = [&](const SummaryStep& each) {
            return each.number == step.step.number && rank.toJobTime(each.range.begin) == step.step.range.begin;
        };
        from = std::find_if(from, summary.steps.end(), isSame);
        if (from == summary.steps.end() || step.wall != step.step.range)
            return needsTrace(rank);
        for (std::size_t i = 0; i < step.busy.size(); ++i)
            step.busy[i] = from->parts[i];
        for (std::size_t i = 0; i < step.idle.size(); ++i)
            step.idle[i] = from->parts[step.busy.size() + i];
        step.launched = static_cast<std::uint64_t>(from->launched);
        step.launchedBusy = from->launchedBusy;
        step.endLag = from->endLag;
        const Timestamp end = saturatingAdd(step.step.range.end, step.endLag);
        step.span = { saturatingSubtract(end, from->launchedSpan), end };
    }
    return steps;
}

/// Makes StepTimes::complete from all work of the rank.
class StepCompletions {
public:
    explicit StepCompletions(const std::vector<StepTimes>& steps)
    {
        for (const StepTimes& step : steps) {
            m_moments.push_back(step.wall.begin);
            m_moments.push_back(step.wall.end);
        }
        std::ranges::sort(m_moments);
        m_done = m_moments;
    }
    void add(Timestamp launched, Timestamp end)
    {
        if (m_near == m_moments.size() || launched >= m_moments[m_near]
            || (m_near > 0 && launched < m_moments[m_near - 1]))
            m_near = static_cast<std::size_t>(std::ranges::upper_bound(m_moments, launched) - m_moments.begin());
        if (m_near < m_done.size())
            m_done[m_near] = std::max(m_done[m_near], end);
    }
    void fill(std::vector<StepTimes>& steps)
    {
        for (std::size_t i = 1; i < m_done.size(); ++i)
            m_done[i] = std::max(m_done[i], m_done[i - 1]);
        const auto doneAt = [this](Timestamp moment) {
            return m_done[static_cast<std::size_t>(std::ranges::lower_bound(m_moments, moment) - m_moments.begin())];
        };
        for (StepTimes& step : steps)
            step.complete = { doneAt(step.wall.begin), doneAt(step.wall.end) };
    }

private:
    std::vector<Timestamp> m_moments; ///< where steps begin and end
    std::vector<Timestamp> m_done;    ///< the end of what was launched between each and the one before; not before it
    std::size_t m_near = 0;
};

/// Of one stream, row by row: copies go on beside later steps, except those that work of their own or the next step
/// follows on the stream and so waits for.
class CopiesInTheWay {
public:
    CopiesInTheWay(const std::vector<StepTimes>& steps, StepCompletions& completions)
        : m_steps(steps)
        , m_completions(completions)
    {
    }
    void add(std::size_t step, Timestamp launched, Timestamp end)
    {
        if (step != kStepTimesNoStep)
            m_copies.push_back({ step, launched, end });
    }
    void workFollows(Timestamp launched)
    {
        for (const Copy& copy : m_copies) {
            if (launched < m_steps[std::min(copy.step + 1, m_steps.size() - 1)].wall.end)
                m_completions.add(copy.launched, copy.end);
        }
        m_copies.clear();
    }

private:
    struct Copy {
        std::size_t step = 0;
        Timestamp launched = 0;
        Timestamp end = 0;
    };

    const std::vector<StepTimes>& m_steps;
    StepCompletions& m_completions;
    std::vector<Copy> m_copies; ///< since the last other work
};

} // namespace

Result<std::shared_ptr<const ScopedSteps>> ScopedSteps::create(
    const AnalysisInput& input, const KernelClassifier& classifier, Nanoseconds kernelDelay)
{
    std::shared_ptr<ScopedSteps> steps(new ScopedSteps);
    steps->m_scope = input.scope;
    AnalysisInput all = input;
    all.scope.steps.clear(); // what runs in a step may have been launched by another one
    KT_TRY(steps->m_work, ScopedGpuWork::create(all, classifier));
    std::vector<std::int64_t> wanted = input.scope.steps; // may be all of a hundred thousand
    std::ranges::sort(wanted);
    for (std::size_t i = 0; i < steps->m_work->rankCount(); ++i) {
        const RankTrace& rank = steps->m_work->rankTrace(i);
        KT_TRY(std::vector<Step> found, stepsOf(rank, input.scope, input.stop));
        RankEntry entry;
        for (Step& step : found) {
            step.range = rank.toJobTime(step.range);
            const TimeRange wall = input.scope.range ? step.range.clippedTo(*input.scope.range) : step.range;
            if (wall.isEmpty() || (!wanted.empty() && !std::ranges::binary_search(wanted, step.number)))
                continue;
            const TimeRange hull = entry.hull.value_or(wall);
            entry.hull = TimeRange { std::min(hull.begin, wall.begin), std::max(hull.end, wall.end) };
            entry.walls.push_back(wall);
            entry.steps.push_back(step);
        }
        if (entry.hull && rank.readsFrom() == nullptr) {
            AnalysisInput around = all;
            around.scope.range = entry.hull;
            around.scope.ranks = { rank.rank };
            KT_TRY(entry.idle, ScopedIdle::create(around, classifier, kernelDelay));
        }
        steps->m_ranks.push_back(std::move(entry));
    }
    return std::shared_ptr<const ScopedSteps>(std::move(steps));
}

Result<ScopedSteps::IdleParts> ScopedSteps::idleOf(std::size_t rank, const Progress& progress) const
{
    KT_TRY(const RankIdle idle, m_ranks[rank].idle->rank(0, progress));
    IdleParts parts;
    const auto visit = [&parts](
                           TimeRange part, IdleCause cause) { parts[static_cast<std::size_t>(cause)].push_back(part); };
    idle.eachPart(RankIdle::wholeRank(), visit, progress);
    KT_TRY_DONE(progress.carryOn());
    return parts;
}

RankSteps ScopedSteps::emptySteps(std::size_t rank) const
{
    const RankEntry& entry = m_ranks[rank];
    RankSteps steps;
    steps.rankIndex = m_work->rankIndex(rank);
    for (std::size_t n = 0; n < entry.steps.size(); ++n) {
        steps.steps.emplace_back();
        steps.steps.back().step = entry.steps[n];
        steps.steps.back().wall = entry.walls[n];
    }
    return steps;
}

Result<RankSteps> ScopedSteps::rank(std::size_t i, const Progress& progress) const
{
    const RankEntry& entry = m_ranks[i];
    RankSteps steps = emptySteps(i);
    if (const RankSummary* summary = rankTrace(i).readsFrom())
        return stepsOfSummary(*summary, rankTrace(i), std::move(steps));
    {
        KT_TRY(RankGpuWork work, m_work->rank(i, progress));
        // A range in which nothing runs is idle; only a trace without any GPU work has nothing to say.
        steps.hasGpuWork = !work.window.empty() || !work.rows.empty();
        if (!steps.hasGpuWork || !entry.hull)
            return steps;
        addLaunched(i, steps, work, progress);
        work.window = { *entry.hull };
        addTimes(steps, timeParts(work, progress), &StepTimes::busy);
        KT_TRY_DONE(progress.carryOn());
    } // the idle time reads the work again: one copy at a time
    KT_TRY(IdleParts idle, idleOf(i, progress));
    addTimes(steps, idle, &StepTimes::idle);
    return steps;
}

Result<RankSteps> ScopedSteps::rank(std::size_t i, const KnownWork& known, const Progress& progress) const
{
    RankSteps steps = emptySteps(i);
    steps.hasGpuWork = !known.work.window.empty() || !known.work.rows.empty();
    if (!steps.hasGpuWork || !m_ranks[i].hull)
        return steps;
    addLaunched(i, steps, known.work, progress);
    KT_TRY_DONE(progress.carryOn());
    {
        KT_TRY(IdleParts idle, idleOf(i, progress));
        addTimes(steps, idle, &StepTimes::idle);
    }
    addTimes(steps, known.parts(), &StepTimes::busy);
    KT_TRY_DONE(progress.carryOn());
    return steps;
}

void ScopedSteps::addLaunched(
    std::size_t rank, RankSteps& steps, const RankGpuWork& work, const Progress& progress) const
{
    const RankTrace& trace = rankTrace(rank);
    std::vector<std::vector<TimeRange>> launched(steps.steps.size());
    std::vector<std::vector<TimeRange>> leftOver(steps.steps.size());
    StepCompletions completions(steps.steps);
    StopCheck check(progress);
    for (const GpuStream& stream : work.streams) {
        const std::span rows = std::span(work.rows).subspan(stream.firstRow, stream.rowCount);
        // A stream keeps the order of its launches: what it does before the first known one was launched before that.
        // Where that is in the first step, it is taken as left over from before, which no launch in the file tells.
        bool isLeftOver = !steps.steps.empty() && isFirstLaunchBefore(trace, rows, steps.steps.front().wall.end);
        CopiesInTheWay copies(steps.steps, completions);
        std::size_t step = kStepTimesNoStep;
        for (const GpuWorkRow& row : rows) {
            if (check.after(1))
                return;
            const std::optional<Timestamp> known = knownLaunchTime(trace, row);
            isLeftOver = isLeftOver && !known;
            const Timestamp time = known.value_or(row.range.begin);
            step = stepTimesStepAt(steps.steps, time, step);
            if (step != kStepTimesNoStep)
                (isLeftOver ? leftOver : launched)[step].push_back(row.range);
            const Timestamp since =
                isLeftOver ? std::min(time, saturatingSubtract(steps.steps.front().wall.begin, 1)) : time;
            if (row.type == KernelType::Memory) {
                copies.add(step, since, row.range.end);
                continue;
            }
            copies.workFollows(time);
            completions.add(since, row.range.end);
        }
    }
    completions.fill(steps.steps);
    for (std::size_t i = 0; i < launched.size(); ++i) {
        StepTimes& step = steps.steps[i];
        step.launched = launched[i].size() + leftOver[i].size();
        std::vector<TimeRange> busy = unionOf(std::move(launched[i]));
        step.ownBusy = totalLength(busy);
        append(busy, leftOver[i]);
        busy = unionOf(std::move(busy));
        step.launchedBusy = totalLength(busy);
        if (busy.empty())
            continue;
        step.span = { busy.front().begin, busy.back().end };
        step.endLag = saturatingSubtract(busy.back().end, step.step.range.end);
    }
}

Selection ScopedSteps::busyEvidence(
    std::size_t rank, const StepTimes& step, TimePart part, const Progress& progress) const
{
    RankGpuWork work = m_work->rowsOf(rank, progress);
    if (progress.shouldStop())
        return {};
    work.window = { *m_ranks[rank].hull };
    return selectionWithin(work.rankIndex, timeParts(work, progress)[static_cast<std::size_t>(part)], step.wall);
}

Selection ScopedSteps::idleEvidence(
    std::size_t rank, const StepTimes& step, IdleCause cause, const Progress& progress) const
{
    const Result<IdleParts> idle = idleOf(rank, progress);
    return idle ? selectionWithin(m_work->rankIndex(rank), (*idle)[static_cast<std::size_t>(cause)], step.wall)
                : Selection {};
}

Selection ScopedSteps::launchedEvidence(std::size_t rank, const StepTimes& step, const Progress& progress) const
{
    const RankTrace& trace = rankTrace(rank);
    const RankGpuWork work = m_work->rowsOf(rank, progress);
    RankSteps steps;
    for (const Step& one : m_ranks[rank].steps) {
        steps.steps.emplace_back();
        steps.steps.back().step = one;
    }
    const auto isMeant = [&](const GpuWorkRow& row) {
        const std::size_t i = stepTimesStepAt(steps.steps, launchTime(trace, row));
        return i != kStepTimesNoStep && steps.steps[i].step.slice == step.step.slice;
    };
    return selectionWhere(*m_work, trace, work, isMeant, progress);
}

} // namespace kinetoscope
