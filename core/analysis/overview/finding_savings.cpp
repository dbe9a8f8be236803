// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/finding_savings.h"

#include "core/analysis/causes/replay/step_walls.h"
#include "core/analysis/scope/steps.h"
#include "core/base/parallel.h"
#include "core/base/vectors.h"
#include "core/numeric/intervals.h"

#include <algorithm>
#include <map>

namespace kinetoscope {

namespace {

bool isChosen(const Scope& scope, const Step& step)
{
    return std::ranges::find(scope.steps, step.number) != scope.steps.end();
}

/// One rank's recording and what of it counts.
class RankReplays {
public:
    RankReplays(const PathRank& rank, const Scope& scope, std::span<const Step> steps,
        const CauseThresholds& thresholds, Grain grain, const AnalysisContext& context)
        : m_rank(rank)
        , m_scope(scope)
        , m_steps(steps)
        , m_recording(*rank.rank.trace, thresholds, context.progress, steps, grain, context.threads)
        , m_walls(m_recording, steps)
        , m_progress(context.progress)
    {
    }
    [[nodiscard]] bool isEmpty() const { return m_recording.range().isEmpty(); }
    [[nodiscard]] Nanoseconds wallWith(std::span<const NamedChange> changes) const
    {
        const Change change = changeOf(m_recording, m_rank.types, changes);
        const Replay replay(m_recording, change, m_progress);
        if (m_progress.shouldStop())
            return 0;
        if (m_scope.steps.empty())
            return saturatingSubtract(replay.end(), m_recording.range().begin);
        const std::vector<StepWindow> steps = m_walls.in(replay);
        Nanoseconds sum = 0;
        for (std::size_t i = 0; i < steps.size(); ++i)
            sum = isChosen(m_scope, m_steps[i])
                ? saturatingAdd(sum, saturatingSubtract(steps[i].range.end, steps[i].range.begin))
                : sum;
        return sum;
    }

    /// In all that wallWith() is about.
    [[nodiscard]] OneOffTime oneOff(const CauseThresholds& thresholds) const
    {
        std::vector<TimeRange> windows;
        for (const Step& step : m_steps) {
            if (isChosen(m_scope, step))
                windows.push_back(step.range);
        }
        if (m_scope.steps.empty())
            windows = { m_recording.range() };
        return oneOffTime(m_recording, unionOf(std::move(windows)), thresholds.slowCall, m_progress);
    }

private:
    const PathRank& m_rank;
    const Scope& m_scope;
    std::span<const Step> m_steps;
    Recording m_recording;
    StepWalls m_walls;
    const Progress& m_progress;
};

} // namespace

Result<std::vector<std::optional<FindingSaving>>> savingsOf(std::span<const RankCure> cures, const AnalysisInput& input,
    const CauseThresholds& thresholds, const AnalysisContext& context)
{
    std::vector<std::optional<FindingSaving>> savings(cures.size());
    std::map<const PathRank*, std::vector<std::size_t>> byRank;
    for (std::size_t i = 0; i < cures.size() && !input.scope.range; ++i) {
        if (!cures[i].changes.empty())
            byRank[cures[i].rank.get()].push_back(i);
    }
    for (const auto& ofRank : byRank) {
        const PathRank* const rank = ofRank.first; // lambdas of Clang 14 take no structured bindings
        const std::vector<std::size_t>& numbers = ofRank.second;
        KT_TRY(const std::vector<Step> steps, stepsOf(*rank->rank.trace, input.scope, input.stop));
        const bool isFine =
            std::ranges::any_of(numbers, [&](std::size_t i) { return grainFor(cures[i].changes) == Grain::Pieces; });
        const RankReplays replays(*rank, input.scope, steps, thresholds, isFine ? Grain::Pieces : Grain::Runs, context);
        KT_TRY_DONE(context.progress.carryOn());
        if (replays.isEmpty())
            continue;
        const Nanoseconds recorded = replays.wallWith({});
        if (recorded <= 0)
            continue;
        const bool isOfHost = std::ranges::any_of(
            numbers, [&](std::size_t i) { return std::ranges::any_of(cures[i].changes, isHostTwiceAsFast); });
        const OneOffTime oneOff = isOfHost ? replays.oneOff(thresholds) : OneOffTime {};
        parallelFor(numbers.size(), context.threads, [&](std::size_t k) {
            const std::vector<NamedChange>& changes = cures[numbers[k]].changes;
            if (!context.progress.shouldStop())
                savings[numbers[k]] = FindingSaving { saturatingSubtract(recorded, replays.wallWith(changes)), recorded,
                    savingOf(changes, oneOff), !input.scope.steps.empty() };
        });
        KT_TRY_DONE(context.progress.carryOn());
    }
    return savings;
}

Selection savingEvidence(const RankCure& cure, const AnalysisInput& input, const CauseThresholds& thresholds)
{
    if (input.scope.steps.empty())
        return touchedLinks(*cure.rank, cure.changes, std::nullopt, thresholds);
    Selection all;
    const Result<std::vector<Step>> steps = stepsOf(*cure.rank->rank.trace, input.scope, input.stop);
    for (std::size_t i = 0; steps && i < steps->size(); ++i) {
        if (!isChosen(input.scope, (*steps)[i]))
            continue;
        const Selection links = touchedLinks(*cure.rank, cure.changes, (*steps)[i], thresholds);
        append(all.slices, links.slices);
        append(all.intervals, links.intervals);
    }
    return all;
}

} // namespace kinetoscope
