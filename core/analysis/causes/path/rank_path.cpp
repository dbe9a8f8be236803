// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/path/rank_path.h"

#include "core/analysis/causes/cause_parameters.h"
#include "core/analysis/scope/scoped_ranks.h"
#include "core/analysis/scope/steps.h"
#include "core/analysis/types/parameter_ids.h"
#include "core/base/parallel.h"
#include "core/base/sort_stably.h"
#include "core/base/vectors.h"
#include "core/model/kernel_names.h"

#include <algorithm>

namespace kinetoscope {

namespace {

/// The chosen instance of an annotation of exactly this name; invalid where there are fewer.
SliceId findAnnotation(const Trace& trace, const PathChoice& choice)
{
    if (choice.annotation.empty())
        return {};
    const SliceTable& slices = trace.slices();
    const bool isLegacy = isLegacyAnnotation(choice.annotation); // then an op of this name is one, too
    std::vector<SliceId> found;
    for (const Track& track : trace.tracks()) {
        if (track.kind != TrackKind::HostThread)
            continue;
        for (std::uint32_t row = track.firstSlice; row < track.endSlice(); ++row) {
            const EventKind kind = slices.kind[row];
            if ((kind == EventKind::UserAnnotation || (isLegacy && kind == EventKind::CpuOp))
                && slices.isSound(SliceTable::at(row)) && trace.text(slices.name[row]) == choice.annotation)
                found.push_back(SliceTable::at(row));
        }
    }
    std::ranges::sort(found, [&slices](SliceId a, SliceId b) { return slices.startsBefore(a, b); });
    const auto instance = static_cast<std::size_t>(choice.instance);
    return instance < found.size() ? found[instance] : SliceId {};
}

/// A range ends the work that a window would start at.
PathWindow cutTo(PathWindow window, const std::optional<TimeRange>& range)
{
    if (!range)
        return window;
    if (range->end < window.range.end)
        window.work = kNoWork;
    window.range = window.range.clippedTo(*range);
    return window;
}

PathSums longestFirst(const SumsByCause& byCause)
{
    PathSums sums;
    for (std::size_t i = 0; i < byCause.size(); ++i) {
        if (byCause[i].links > 0)
            sums.emplace_back(static_cast<Cause>(i), byCause[i]);
    }
    sortStably(sums, std::greater {}, [](const auto& a) { return a.second.time; });
    return sums;
}

} // namespace

PathChoice pathChoiceFrom(const Parameters& parameters)
{
    return { causeThresholdsFrom(parameters), parameters.text(parameter::kAnnotation),
        parameters.integer(parameter::kInstance) };
}

std::vector<std::shared_ptr<const PathRank>> pathRanks(const AnalysisInput& input, const KernelClassifier& classifier)
{
    return mapped(ranksInScope(input), [&](std::uint32_t i) {
        const RankTrace& rank = input.traces->ranks()[i];
        return std::make_shared<const PathRank>(PathRank { rank, i, classifier.typesOf(*rank.trace) });
    });
}

std::optional<TimeRange> traceRange(const RankTrace& rank, const Scope& scope)
{
    if (!scope.range)
        return std::nullopt;
    return TimeRange { rank.toTraceTime(scope.range->begin), rank.toTraceTime(scope.range->end) };
}

SumsByCause sumsOfPart(const PathLinks& links, std::size_t part, std::size_t parts, const Progress& progress)
{
    SumsByCause byCause;
    StopCheck check(progress);
    links.eachOf(part, parts, [&](const PathLink& link) {
        byCause[static_cast<std::size_t>(link.cause)].add(link.range.length());
        return !check.after(1);
    });
    return byCause;
}

PathSums sumsOf(std::span<const SumsByCause> parts)
{
    SumsByCause all;
    for (const SumsByCause& part : parts) {
        for (std::size_t cause = 0; cause < all.size(); ++cause)
            all[cause].add(part[cause]);
    }
    return longestFirst(all);
}

PathSums sumsOf(const PathLinks& links, const Progress& progress)
{
    return longestFirst(sumsOfPart(links, 0, 1, progress));
}

WalkedPath walkStep(const PathRank& rank, const Step& step, const std::optional<TimeRange>& range,
    const PathChoice& choice, const Progress& progress)
{
    PathWalk walk(*rank.rank.trace, choice.thresholds, rank.types, progress);
    if (progress.shouldStop())
        return { step, {}, {} };
    const PathWindow window = cutTo(walk.around({ &step.slice, 1 }).front(), range);
    return { step, window.range, walk.links(window) };
}

Result<RankPath> walkRank(
    const PathRank& rank, const AnalysisInput& input, const PathChoice& choice, const Progress& progress, int threads)
{
    const Scope& scope = input.scope;
    const std::optional<TimeRange> range = traceRange(rank.rank, scope);
    KT_TRY(const std::vector<Step> steps, stepsOf(*rank.rank.trace, scope, input.stop));
    std::vector<Step> chosen;
    std::vector<SliceId> annotations;
    for (const Step& step : steps) {
        if (!isChosen(scope.steps, step.number)) // a range may have only work that a step launched
            continue;
        chosen.push_back(step);
        annotations.push_back(step.slice);
    }
    PathWalk walk(*rank.rank.trace, choice.thresholds, rank.types, progress, threads);
    KT_TRY_DONE(progress.carryOn());
    RankPath result;
    std::vector<PathWindow> windows;
    parallelFor(2, threads, [&](std::size_t i) {
        if (i == 0)
            windows = walk.around(annotations);
        else
            result.notes = std::make_unique<PathNotes>(rank.rank, rank.types, walk.rules(), choice.thresholds,
                walk.firstWork(), walk.parts()->lines(), progress);
    });
    for (PathWindow& window : windows)
        window = cutTo(window, range);
    std::vector<PathSums> ofSteps(chosen.size());
    if (choice.annotation.empty() && !scope.steps.empty()) { // each is a path, and there is no other one
        for (std::size_t i = 0; i < chosen.size() && !progress.shouldStop(); ++i) {
            if (windows[i].range.isEmpty())
                continue;
            result.paths.push_back({ chosen[i], windows[i].range, walk.links(windows[i]) });
            ofSteps[i] = sumsOf(result.paths.back().links, progress);
        }
    } else {
        PathWindow window = range ? walk.of(*range) : walk.whole();
        if (const SliceId annotation = findAnnotation(*rank.rank.trace, choice); annotation.isValid())
            window = cutTo(walk.around({ &annotation, 1 }).front(), range);
        else if (!choice.annotation.empty())
            return result; // of nothing else: steps that nobody asked for are no answer
        std::vector<SumsByCause> sums;
        PathLinks links = walk.links(window, windows, sums, threads);
        std::ranges::transform(sums, ofSteps.begin(), longestFirst);
        if (!window.range.isEmpty())
            result.paths.push_back({ std::nullopt, window.range, std::move(links) });
    }
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        if (!windows[i].range.isEmpty())
            result.steps.push_back({ chosen[i], windows[i].range.length(), std::move(ofSteps[i]) });
    }
    KT_TRY_DONE(progress.carryOn());
    return result;
}

} // namespace kinetoscope
