// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/waterfall/side_windows.h"

#include "core/analysis/scope/per_rank.h"
#include "core/analysis/scope/steps.h"
#include "core/base/names/short_name.h"
#include "core/base/sort_stably.h"
#include "core/base/vectors.h"
#include "core/numeric/covered_time.h"

#include <algorithm>
#include <utility>

namespace kinetoscope {

namespace {

std::size_t layerOf(KernelType type)
{
    switch (type) {
    case KernelType::Computation:
        return static_cast<std::size_t>(TimePart::Compute);
    case KernelType::Communication:
        return static_cast<std::size_t>(TimePart::CommunicationExposed);
    case KernelType::Memory:
        return static_cast<std::size_t>(TimePart::MemoryExposed);
    case KernelType::Other:
        break;
    }
    return static_cast<std::size_t>(TimePart::OtherExposed);
}

std::string nameIn(const Trace& trace, SliceId slice, bool useShortNames)
{
    return useShortNames ? shortName(trace.name(slice)) : std::string(trace.name(slice));
}

/// The GPU's windows of steps: each from its first work to the first of the next; the last to the end of its own.
std::vector<SideWindow> gpuWindowsOf(const ScopedGpuWork& ofSteps, std::size_t rank, const RankGpuWork& work)
{
    std::map<std::int64_t, TimeRange> hulls;
    for (const GpuWorkRow& row : work.rows) {
        const std::optional<std::int64_t> step = ofSteps.stepNumberOf(rank, row.slice);
        if (!step)
            continue;
        const auto [hull, isNew] = hulls.try_emplace(*step, row.range);
        if (!isNew)
            hull->second = { std::min(hull->second.begin, row.range.begin), std::max(hull->second.end, row.range.end) };
    }
    std::vector<SideWindow> windows = mapped(hulls, [rank](const auto& step) {
        return SideWindow { rank, step.second, step.first, false, {} };
    });
    sortStably(windows, {}, [](const SideWindow& a) { return a.range.begin; });
    for (std::size_t i = 0; i + 1 < windows.size(); ++i)
        windows[i].range.end = windows[i + 1].range.begin;
    if (!windows.empty())
        windows.back().isLastStep = true;
    return windows;
}

} // namespace

Result<std::vector<SideWindow>> SideWindows::windowsOf(
    std::size_t rank, bool areHostWindows, const AnalysisContext& context) const
{
    const RankTrace& trace = m_work->rankTrace(rank);
    std::vector<SideWindow> windows;
    if (m_input.scope.range && trace.readsFrom() != nullptr)
        return needsTrace(trace);
    if (m_input.scope.range) {
        windows.push_back({ rank, *m_input.scope.range, std::nullopt, false, {} });
        return windows;
    }
    KT_TRY(const std::vector<Step> steps, stepsOf(trace, m_input.scope, m_input.stop));
    if (trace.readsFrom() != nullptr)
        return windowsOfSummary(rank, *trace.readsFrom());
    if (steps.empty()) {
        KT_TRY(const RankGpuWork work, m_work->rank(rank, context.progress));
        if (!work.rows.empty())
            windows.push_back({ rank, hullOf(work.rows), std::nullopt, false, {} });
        return windows;
    }
    if (areHostWindows) {
        for (const Step& step : steps)
            windows.push_back({ rank, trace.toJobTime(step.range), step.number, false, {} });
    } else {
        AnalysisInput input = m_input;
        input.scope.ranks = { trace.rank };
        input.scope.steps = mapped(steps, &Step::number);
        std::ranges::sort(input.scope.steps);
        KT_TRY(const auto ofSteps, ScopedGpuWork::create(input, *context.classifier));
        KT_TRY(const RankGpuWork work, ofSteps->rank(0, context.progress));
        windows = gpuWindowsOf(*ofSteps, 0, work);
        for (SideWindow& window : windows)
            window.rank = rank;
    }
    std::erase_if(windows, [this](const SideWindow& window) {
        return window.range.isEmpty() || !isChosen(m_input.scope.steps, *window.step);
    });
    return windows;
}

Result<std::vector<SideWindow>> SideWindows::windowsOfSummary(std::size_t rank, const RankSummary& summary) const
{
    const RankTrace& trace = m_work->rankTrace(rank);
    if (summary.steps.empty() && summary.hasGpuWork())
        return needsTrace(trace);
    std::vector<SideWindow> windows;
    for (const SummaryStep& step : summary.steps) {
        if (!isChosen(m_input.scope.steps, step.number))
            continue;
        SideWindow& window = windows.emplace_back();
        window.rank = rank;
        window.range = trace.toJobTime(step.range);
        window.step = step.number;
        window.hasGpuWork = summary.hasGpuWork();
        window.times[0] = window.range.length();
        std::ranges::copy(step.parts, window.times.begin() + 1);
    }
    return windows;
}

Result<std::shared_ptr<const SideWindows>> SideWindows::create(
    const AnalysisInput& side, bool areHostWindows, Nanoseconds kernelDelay, const AnalysisContext& context)
{
    std::shared_ptr<SideWindows> windows(new SideWindows);
    windows->m_input = side;
    AnalysisInput all = side;
    all.scope.steps.clear();
    all.scope.range.reset();
    KT_TRY(windows->m_work, ScopedGpuWork::create(all, *context.classifier));
    const std::size_t ranks = windows->m_work->rankCount();
    windows->m_idle.resize(ranks);
    windows->m_hulls.resize(ranks);
    const auto read = [&](std::size_t i) -> Result<std::vector<SideWindow>> {
        Result<std::vector<SideWindow>> own = windows->windowsOf(i, areHostWindows, context);
        if (!own || own->empty() || windows->m_work->rankTrace(i).readsFrom() != nullptr)
            return own;
        TimeRange& hull = windows->m_hulls[i];
        hull = own->front().range;
        for (const SideWindow& window : *own)
            hull = { std::min(hull.begin, window.range.begin), std::max(hull.end, window.range.end) };
        AnalysisInput around = all;
        around.scope.range = hull;
        around.scope.ranks = { windows->m_work->rankTrace(i).rank };
        KT_TRY(windows->m_idle[i], ScopedIdle::create(around, *context.classifier, kernelDelay));
        KT_TRY(RankParts parts, windows->partsOf(i, hull, context.progress));
        for (std::size_t part = 1; part < kWaterfallParts; ++part) {
            const CoveredTime covered(std::move(parts.ranges[part]));
            for (SideWindow& window : *own)
                window.times[part] = covered.within(window.range);
        }
        for (SideWindow& window : *own) {
            window.times[0] = window.range.length();
            window.hasGpuWork = parts.hasGpuWork;
        }
        return own;
    };
    KT_TRY_DONE(forEachRankInOrder(ranks, context, read,
        [&windows](std::size_t, std::vector<SideWindow> own) { append(windows->m_windows, own); }));
    windows->m_hasSteps =
        std::ranges::any_of(windows->m_windows, [](const SideWindow& window) { return window.step.has_value(); });
    return std::shared_ptr<const SideWindows>(std::move(windows));
}

Result<SideWindows::RankParts> SideWindows::partsOf(std::size_t rank, TimeRange hull, const Progress& progress) const
{
    RankParts parts;
    PartRanges& ranges = parts.ranges;
    {
        KT_TRY(RankGpuWork work, m_work->rank(rank, progress));
        parts.hasGpuWork = !work.rows.empty();
        work.window = { hull };
        auto busy = timeParts(work, progress);
        for (std::size_t part = 0; part < kBusyPartCount; ++part)
            ranges[1 + part] = std::move(busy[part]);
    } // the idle time reads the work again: one copy at a time
    KT_TRY(const RankIdle idle, m_idle[rank]->rank(0, progress));
    idle.eachPart(
        RankIdle::wholeRank(),
        [&ranges](TimeRange part, IdleCause cause) {
            ranges[1 + kBusyPartCount + static_cast<std::size_t>(cause)].push_back(part);
        },
        progress);
    KT_TRY_DONE(progress.carryOn());
    return parts;
}

NameTimes SideWindows::namesOfSummary(const SideWindow& window, const RankSummary& summary, bool useShortNames) const
{
    NameTimes names;
    for (const SummaryKernel& kernel : summary.kernels) {
        if (kernel.step == SummaryRun::kNone || summary.steps[kernel.step].number != window.step
            || rankTrace(window).toJobTime(summary.steps[kernel.step].range.begin) != window.range.begin)
            continue;
        const std::string_view full = summary.names.view(kernel.name);
        const std::string text = !kernel.name.isValid() ? std::string(kRestName)
            : useShortNames                             ? shortName(full)
                                                        : std::string(full);
        NameTime& name = names[{ kernel.part, text }];
        name.calls += kernel.calls;
        name.time += kernel.time;
    }
    return names;
}

Result<NameTimes> SideWindows::namesIn(const SideWindow& window, bool useShortNames, const Progress& progress) const
{
    if (const RankSummary* summary = rankTrace(window).readsFrom())
        return namesOfSummary(window, *summary, useShortNames);
    KT_TRY(const RankGpuWork work, m_work->rank(window.rank, progress));
    const Trace& trace = *rankTrace(window).trace;
    std::vector<SharingWork> works;
    for (const GpuWorkRow& row : work.rows) {
        if (row.range.clippedTo(window.range).isEmpty() && !window.range.contains(row.range.begin))
            continue;
        works.push_back({ row.range, trace.slices().eventIndex[row.slice.index()], row.slice.value,
            static_cast<std::uint8_t>(layerOf(row.type)), 0 });
    }
    shareTime(works, window.range, kBusyPartCount, progress);
    KT_TRY_DONE(progress.carryOn());
    NameTimes names;
    for (const SharingWork& each : works) {
        NameTime& name = names[{ each.layer, nameIn(trace, SliceId { each.id }, useShortNames) }];
        name.calls += window.range.contains(each.range.begin) ? 1 : 0;
        name.time += each.time;
    }
    return names;
}

Selection SideWindows::evidence(const SideWindow& window, std::size_t part, const Progress& progress) const
{
    const std::uint32_t rank = m_work->rankIndex(window.rank);
    if (part == 0 || rankTrace(window).readsFrom() != nullptr) // of a summary nothing tells when in the window
        return intervalOfRank(rank, window.range);
    const Result<RankParts> parts = partsOf(window.rank, m_hulls[window.rank], progress);
    return parts ? selectionWithin(rank, parts->ranges[part], window.range) : Selection {};
}

Selection SideWindows::evidence(const SideWindow& window, const WorkOfName& wanted, const Progress& progress) const
{
    Selection selection;
    if (rankTrace(window).readsFrom() != nullptr)
        return evidence(window, 0, progress);
    const Trace& trace = *rankTrace(window).trace;
    const RankGpuWork work = m_work->rowsOf(window.rank, progress);
    StopCheck check(progress);
    for (const GpuWorkRow& row : work.rows) {
        if (check.after(1))
            break;
        const bool isStart = window.range.contains(row.range.begin);
        const bool isIn = isStart || (!wanted.startsInside && !row.range.clippedTo(window.range).isEmpty());
        if (isIn && layerOf(row.type) == wanted.part && nameIn(trace, row.slice, wanted.isShortName) == wanted.name)
            selection.slices.push_back({ m_work->rankIndex(window.rank), row.slice });
    }
    return selection;
}

} // namespace kinetoscope
