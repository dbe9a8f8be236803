// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/rank_facts.h"

#include "core/analysis/causes/call_names.h"
#include "core/analysis/health/host_clock.h"
#include "core/analysis/launch/kernel_launches.h"
#include "core/analysis/launch/launch_times.h"
#include "core/analysis/names/classification.h"
#include "core/analysis/overview/candidate_list.h"
#include "core/analysis/overview/profiler_frames.h"
#include "core/analysis/scope/steps.h"
#include "core/base/release.h"
#include "core/base/vectors.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

namespace kinetoscope {

namespace {

Stretches stretchesOf(std::vector<TimeRange> ranges)
{
    Stretches stretches;
    stretches.time = totalLength(ranges);
    stretches.count = ranges.size();
    for (const TimeRange& range : ranges)
        stretches.longest = std::max(stretches.longest, range.length());
    stretches.ranges = std::move(ranges);
    return stretches;
}

/// The part of the exposed memory time in which a copy to or from pageable memory runs, and what such a copy moves; and
/// the kind of copies with most of that time.
void findExposedCopies(const Trace& trace, const RankGpuWork& work, const std::vector<TimeRange>& exposed,
    const Progress& progress, RankFacts& facts)
{
    constexpr std::size_t kMemsets = 4; // behind the directions
    struct Kind {
        std::size_t number = SIZE_MAX; ///< not looked at yet
        bool isPageable = false;
    };
    std::vector<Kind> kinds(trace.strings().size());
    const SliceTable& slices = trace.slices();
    const auto kindOf = [&](const GpuWorkRow& row) {
        const StringId name = slices.name[row.slice.index()];
        Kind& kind = kinds[name.index()];
        if (kind.number == SIZE_MAX)
            kind = { isMemsetName(trace.text(name)) ? kMemsets
                                                    : static_cast<std::size_t>(copyDirectionOf(trace.text(name))),
                trace.text(name).find("Pageable") != std::string_view::npos };
        return kind;
    };
    struct Runs {
        std::vector<TimeRange> ranges;
        std::size_t count = 0; ///< of those that run in the exposed time
    };
    std::array<std::array<Runs, 2>, kMemsets + 1> runs; // by kind, and whether pageable
    std::int64_t bytes = 0;
    std::int64_t count = 0;
    StopCheck check(progress);
    for (const GpuWorkRow& row : work.rows) {
        if (exposed.empty() || check.after(1))
            break;
        if (row.type != KernelType::Memory)
            continue;
        const Kind kind = kindOf(row);
        const auto next = std::ranges::upper_bound(exposed, row.range.begin, {}, &TimeRange::end);
        if (next == exposed.end() || next->begin >= row.range.end)
            continue;
        if (const auto size = trace.args().bytes.find(slices.eventIndex[row.slice.index()]); kind.isPageable && size) {
            bytes = saturatingAdd(bytes, std::max<std::int64_t>(0, *size));
            ++count;
        }
        Runs& ofKind = runs[kind.number][kind.isPageable ? 1 : 0];
        ofKind.ranges.push_back(row.range);
        ++ofKind.count;
    }
    std::vector<TimeRange> pageable;
    for (std::size_t kind = 0; kind < runs.size(); ++kind) {
        std::vector<TimeRange> ofPageable = intersectionOf(unionOf(std::move(runs[kind][1].ranges)), exposed);
        std::vector<TimeRange> all = intersectionOf(unionOf(std::move(runs[kind][0].ranges)), exposed);
        append(all, ofPageable);
        const Nanoseconds time = totalLength(unionOf(std::move(all)));
        if (time > facts.mostCopies.time)
            facts.mostCopies = { kind == kMemsets,
                kind == kMemsets ? CopyDirection::Unknown : static_cast<CopyDirection>(kind), time,
                runs[kind][0].count + runs[kind][1].count, totalLength(ofPageable), runs[kind][1].count };
        append(pageable, ofPageable);
    }
    facts.pageable = stretchesOf(unionOf(std::move(pageable)));
    facts.pageableBytes = count > 0 ? bytes / count : 0;
}

ShortLaunches shortLaunchesOf(
    const RankTrace& rank, const RankLaunches& launches, Nanoseconds runtimeCutoff, const Progress& progress)
{
    const LaunchCutoffs<Nanoseconds> cutoffs { runtimeCutoff, 0 }; // of what is short, delays decide nothing
    const SliceTable& slices = rank.trace->slices();
    ShortLaunches found;
    found.cutoff = runtimeCutoff;
    StopCheck check(progress);
    for (const Launch& launch : launches.launches) {
        if (check.after(1))
            break;
        if (slices.kind[launch.work.index()] != EventKind::Kernel)
            continue;                                       // a small copy has no cheaper way to be launched
        if (isGraphLaunch(rank.trace->name(launch.call))) { // one call, many kernels: that is not dear
            ++found.ofGraphs;
            continue;
        }
        ++found.ofCalls;
        if (slices.partner[launch.call.index()] != launch.work)
            continue; // a call that launched more counts once
        const Nanoseconds call = slices.duration(launch.call);
        const Nanoseconds work = slices.duration(launch.work);
        found.all += call <= runtimeCutoff ? 1 : 0;
        if (!cutoffs.isIn(LaunchGroup::Short, call, work, 0))
            continue;
        found.calls.push_back(launch.call);
        found.host = saturatingAdd(found.host, call);
        found.gpu = saturatingAdd(found.gpu, work);
    }
    return found;
}

/// The longest of several steps, where it may be a slow one.
std::optional<std::size_t> slowStepOf(const RankFacts& facts)
{
    if (facts.stepWindows.size() < kFewestStepsCompared)
        return std::nullopt;
    const std::size_t longest = longestOf(facts.stepWindows);
    const Nanoseconds median = medianOf(mapped(facts.stepWindows, &TimeRange::length));
    return saturatingSubtract(facts.stepWindows[longest].length(), median) > median / 20 ? std::optional(longest)
                                                                                         : std::nullopt;
}

/// What RankFacts has of the same kernels. Work without a launch counts where it starts.
void findSameKernels(const RankTrace& rank, const RankGpuWork& work, RankFacts& facts)
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
    for (const GpuWorkRow& row : work.rows) {
        const SliceId launch = slices.partner[row.slice.index()];
        const Timestamp time = launch.isValid() ? rank.toJobTime(slices.start[launch.index()]) : row.range.begin;
        const auto after = std::ranges::upper_bound(order, time, {}, beginOf);
        if (row.type != KernelType::Computation || after == order.begin()
            || !facts.steps[*std::prev(after)].wall.contains(time))
            continue;
        Kernels& kernels = ofSteps[*std::prev(after)];
        kernels.names.push_back(slices.name[row.slice.index()]);
        kernels.time = saturatingAdd(kernels.time, row.range.length());
    }
    for (Kernels& each : ofSteps)
        std::ranges::sort(each.names);
    const Kernels& own = ofSteps[*slow];
    std::vector<Nanoseconds> others;
    for (std::size_t step = 0; step < ofSteps.size() && !own.names.empty(); ++step) {
        if (step != *slow && ofSteps[step].names == own.names)
            others.push_back(ofSteps[step].time);
    }
    facts.sameKernels = others.size();
    facts.sameKernelsTime = own.time;
    facts.sameKernelsUsual = others.empty() ? 0 : medianOf(std::move(others));
}

/// False if told to stop.
bool addWork(const Trace& trace, const RankGpuWork& work, bool withRanges, bool isOfJob, const Progress& progress,
    RankFacts& facts)
{
    facts.split = splitTime(work, progress);
    facts.busy = saturatingAdd(facts.split.compute, facts.split.nonCompute);
    if (progress.shouldStop())
        return false;
    auto parts = timeParts(work, progress);
    if (progress.shouldStop())
        return false;
    const std::vector<TimeRange>& exposedCopies = parts[static_cast<std::size_t>(TimePart::MemoryExposed)];
    findExposedCopies(trace, work, exposedCopies, progress, facts);
    Timestamp lastStep = kMinTimestamp;
    for (const StepTimes& step : facts.stepsInView)
        lastStep = std::max({ lastStep, step.wall.end, step.complete.end, step.span.end });
    if (!facts.stepsInView.empty())
        facts.copiesBehindSteps = totalLength(intersectionOf(exposedCopies, { { lastStep, kMaxTimestamp } }));
    for (std::size_t part = 0; part < kBusyPartCount; ++part)
        facts.ofSteps[part] = timeInEach(facts.stepWindows, parts[part]);
    for (std::size_t part = 0; part < kTimePartCount; ++part) {
        facts.parts[part] = stretchesOf(std::move(parts[part]));
        // Of a job: what of it is waiting for a late rank is another finding's.
        const bool isOfCommunication = part == static_cast<std::size_t>(TimePart::CommunicationExposed);
        if (!withRanges && !(isOfCommunication && isOfJob))
            release(facts.parts[part].ranges);
    }
    facts.works = work.rows.size();
    facts.unlinkedWorks = static_cast<std::size_t>(std::ranges::count_if(
        work.rows, [&trace](const GpuWorkRow& row) { return !trace.slices().partner[row.slice.index()].isValid(); }));
    facts.isOfMtia = !work.rows.empty() && std::ranges::all_of(work.rows, [&trace](const GpuWorkRow& row) {
        return trace.slices().kind[row.slice.index()] == EventKind::MtiaWork;
    });
    std::vector<Nanoseconds> lengths = mapped(work.rows, [](const GpuWorkRow& row) { return row.range.length(); });
    if (!lengths.empty()) {
        const auto middle = lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() / 2);
        std::nth_element(lengths.begin(), middle, lengths.end());
        facts.typicalWork = *middle;
    }
    facts.kernels = totalsByName(trace, work, KernelType::Computation);
    facts.otherWork = totalsByName(trace, work, KernelType::Other);
    return !progress.shouldStop();
}

Nanoseconds wallOf(const std::vector<StepTimes>& steps)
{
    Nanoseconds sum = 0;
    for (const StepTimes& step : steps)
        sum = saturatingAdd(sum, step.wall.length());
    return sum;
}

/// Without those that the scope's range cuts, on the host or before their last work.
std::vector<StepTimes> wholeStepsOf(const std::vector<StepTimes>& steps, const Scope& scope)
{
    std::vector<StepTimes> whole = steps;
    std::erase_if(whole, [&scope](const StepTimes& step) {
        return step.wall != step.step.range || (scope.range && step.complete.end > scope.range->end);
    });
    return whole;
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

/// The steps that are compared, and their windows. One of which more than a twentieth is not in the GPU time in view
/// is no step to compare others with, unless what is in view is the longest of all, or too few steps are whole.
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

/// What a summary says: the sums over the steps of the scope, and nothing of single kernels and gaps.
/// @param isWhole  the scope is all of it.
void addSummary(const RankSummary& summary, bool isWhole, RankFacts& facts)
{
    facts.hasGpuWork = summary.hasGpuWork();
    if (summary.steps.empty() && isWhole) {
        facts.isSplitKnown = false;
        facts.split.window = facts.hasGpuWork ? summary.meta.gpuSpan : summary.meta.coreRange.length();
        return;
    }
    facts.split.window = wallOf(facts.steps);
    std::map<std::int64_t, Nanoseconds> communication;
    for (const SummaryStep& step : summary.steps)
        communication[step.number] = step.communication;
    for (const StepTimes& step : facts.steps) {
        TimeSplit& split = facts.split;
        split.communication = saturatingAdd(split.communication, communication[step.step.number]);
        for (std::size_t part = 0; part < step.busy.size(); ++part)
            facts.parts[part].time = saturatingAdd(facts.parts[part].time, step.busy[part]);
        for (std::size_t cause = 0; cause < step.idle.size(); ++cause) {
            facts.idle[cause].time = saturatingAdd(facts.idle[cause].time, step.idle[cause]);
            split.idle = saturatingAdd(split.idle, step.idle[cause]);
        }
    }
    const auto timeOf = [&facts](TimePart part) { return facts.parts[static_cast<std::size_t>(part)].time; };
    facts.split.compute = timeOf(TimePart::Compute);
    facts.split.communicationExposed = timeOf(TimePart::CommunicationExposed);
    facts.split.memoryExposed = timeOf(TimePart::MemoryExposed);
    facts.split.otherExposed = timeOf(TimePart::OtherExposed);
    facts.split.nonCompute = facts.split.communicationExposed + facts.split.memoryExposed + facts.split.otherExposed;
    facts.busy = saturatingAdd(facts.split.compute, facts.split.nonCompute);
}

void addIdleOfSteps(RankFacts& facts)
{
    constexpr std::size_t kFewest = 4;
    for (std::size_t cause = 0; cause < kIdleCauseCount; ++cause)
        facts.ofSteps[kBusyPartCount + cause] = timeInEach(facts.stepWindows, facts.idle[cause].ranges);
    std::vector<TimeRange> later = mapped(facts.stepsInView, [](const StepTimes& step) { return step.wall; });
    std::ranges::sort(later, {}, &TimeRange::begin);
    later.erase(later.begin(), later.begin() + static_cast<std::ptrdiff_t>((later.size() + 1) / 2));
    if (facts.stepsInView.size() < kFewest)
        later.clear();
    later = unionOf(std::move(later));
    for (std::size_t group = 0; !facts.stepsInView.empty() && group < kIdleGroupCount; ++group) {
        const std::vector<TimeRange>& idle = facts.idleGroups[group].idle.ranges;
        facts.idleOfSteps[group] = timeInEach(facts.stepWindows, idle);
        facts.idleOfLaterSteps[group] = totalLength(intersectionOf(later, idle));
    }
}

/// Of the longest step, where it may be a slow one.
StepGrowth growthOfLongest(const RankTrace& rank, const RankFacts& facts, const Progress& progress)
{
    const std::optional<std::size_t> slow = slowStepOf(facts);
    if (!slow)
        return {};
    return growthOf(rank, mapped(facts.steps, [](const StepTimes& step) { return step.wall; }), *slow, progress);
}

/// As RankFacts::compiledAnew. In a step before whose first work the host compiled, the GPU waited, too: that is not in
/// view.
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

/// What the main thread does in Python, the whole recording through: what a replay changes.
void addPython(const Trace& trace, const IdleLedger& ledger, RankFacts& facts, const Progress& progress)
{
    facts.isHostRecorded = std::ranges::any_of(
        trace.slices().kind, [](EventKind kind) { return isHostCallTree(kind) && !isApiCall(kind); });
    facts.isPythonRecorded =
        std::ranges::find(trace.slices().kind, EventKind::PythonFunction) != trace.slices().kind.end();
    if (!ledger.mainThread().isValid() || !facts.isPythonRecorded)
        return;
    const std::vector<FrameTime> frames = frameTimes(trace, ledger.mainThread(), ledger.rules(), progress);
    const StringId sleep = trace.strings().find(kSleepFrame);
    const Nanoseconds asleep = sleep.isValid() && !frames.empty() ? frames[sleep.index()].time : 0;
    facts.sleepsInPython = asleep > 0;
    facts.pythonWaits = shareOf(waitsAmong(trace, frames) - asleep, trace.coreRange().length());
    const auto pythonIn = [&facts](IdleGroup group) {
        return facts.of(group).byCause[static_cast<std::size_t>(Cause::Python)];
    };
    const Nanoseconds recorded = facts.outside.recorded;
    if (recorded > 0 && std::max(pythonIn(IdleGroup::HostBusy), pythonIn(IdleGroup::AfterSync)) > recorded / 10)
        facts.costlyFrame = costlyFrame(frames, recorded);
}

/// Whether more than a few of the parts in each coming make half of them: then it is not one thing in between that
/// takes long.
bool areSpread(const std::vector<TimeRange>& parts, Nanoseconds sum, std::size_t comings)
{
    constexpr std::size_t kFewInEach = 3;
    std::vector<Nanoseconds> lengths = mapped(parts, &TimeRange::length);
    std::ranges::sort(lengths, std::greater {});
    std::size_t count = 0;
    for (Nanoseconds longest = 0; longest < sum - sum / 2; ++count)
        longest += lengths[count];
    return count >= kFewInEach * comings;
}

/// @param steps  all that the rank has, by start; job time.
void addGraphMaking(const RankTrace& rank, const GraphMaking& graphs, std::span<const Step> steps, RankFacts& facts)
{
    constexpr std::size_t kFewestSteps = 4;
    constexpr std::size_t kFewestCaptures = 3;
    if (steps.size() >= kFewestSteps && graphs.captures.size() >= kFewestCaptures) {
        const Timestamp later = steps[(steps.size() + 1) / 2].range.begin;
        facts.makesGraphsLater =
            totalLength(intersectionOf({ { later, kMaxTimestamp } }, graphs.all)) >= totalLength(graphs.all) / 4;
    }
    facts.graphsMade = mapped(graphs.all, [&rank](const TimeRange& range) {
        return TimeRange { rank.toTraceTime(range.begin), rank.toTraceTime(range.end) };
    });
    for (const Nanoseconds idle : timeInEach(graphs.captures, facts.of(IdleGroup::Capture).idle.ranges)) {
        facts.idleCaptures += idle > 0 ? 1 : 0;
        facts.idleInCaptures = saturatingAdd(facts.idleInCaptures, idle);
    }
}

bool isMuchHostBusy(const RankFacts& facts)
{
    constexpr double kLeastShare = 0.01;
    return shareOf(facts.of(IdleGroup::HostBusy).idle.time, facts.split.window) >= kLeastShare;
}

/// What comes again where the GPU waits for the host. @param launches  of all steps.
void addRepeated(const RankTrace& rank, const RankLaunches& launches, const BlockingCalls& blocking, RankFacts& facts,
    const Progress& progress)
{
    const Stretches& waits = facts.of(IdleGroup::HostBusy).idle;
    facts.repeated = repeatedLaunches(*rank.trace, launches.launches, blocking, progress);
    facts.repeatedGrids = gridsOf(*rank.trace, launches.launches, facts.repeated, progress);
    const auto inJob = [&rank](const TimeRange& stretch) { return rank.toJobTime(stretch); };
    const std::vector<TimeRange> parts = intersectionOf(mapped(facts.repeated.stretches, inJob), waits.ranges);
    facts.waitsInRepeated = totalLength(parts);
    const auto isInView = [&](const RepeatedLaunches::Coming& each) {
        const auto beginOf = [&](std::size_t launch) {
            return rank.toJobTime(rank.trace->slices().start[launches.launches[launch].call.index()]);
        };
        return !parts.empty() && beginOf(each.first) < parts.back().end && beginOf(each.end - 1) >= parts.front().begin;
    };
    const auto comings = std::ranges::count_if(facts.repeated.most, isInView);
    facts.areRepeatedSpread = areSpread(parts, facts.waitsInRepeated, static_cast<std::size_t>(comings));
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

Nanoseconds medianOf(std::vector<Nanoseconds> values)
{
    std::ranges::sort(values);
    const Nanoseconds above = values[values.size() / 2];
    const Nanoseconds below = values[(values.size() - 1) / 2];
    return below + (above - below) / 2;
}

Nanoseconds excessOfLongest(const std::vector<TimeRange>& windows, const std::vector<Nanoseconds>& times)
{
    return std::max<Nanoseconds>(0, saturatingSubtract(times[longestOf(windows)], medianOf(times)));
}

Result<std::shared_ptr<const OverviewSource>> OverviewSource::create(
    const AnalysisInput& input, const KernelClassifier& classifier, const OverviewCutoffs& cutoffs)
{
    std::shared_ptr<OverviewSource> source(new OverviewSource);
    source->m_input = input;
    source->m_cutoffs = cutoffs;
    KT_TRY(source->m_work, ScopedGpuWork::create(input, classifier));
    KT_TRY(source->m_idle, ScopedIdle::create(input, classifier, cutoffs.kernelDelay));
    KT_TRY(source->m_launches, ScopedLaunches::create(input));
    source->m_allLaunches = source->m_launches;
    if (input.scope.hasWindow()) {
        AnalysisInput all = input;
        all.scope.steps.clear();
        all.scope.range.reset();
        KT_TRY(source->m_allLaunches, ScopedLaunches::create(all));
    }
    KT_TRY(source->m_steps, ScopedSteps::create(input, classifier, cutoffs.kernelDelay));
    KT_TRY(source->m_trees, ScopedHostTrees::create(input, kindsOfHostFacts()));
    return std::shared_ptr<const OverviewSource>(std::move(source));
}

Result<RankFacts> OverviewSource::facts(std::size_t i, bool withRanges, const Progress& progress) const
{
    RankFacts facts;
    const RankTrace& rank = rankTrace(i);
    facts.rankIndex = rankIndex(i);
    facts.isOfWindow = m_input.scope.hasWindow();
    if (const RankSummary* summary = rank.readsFrom()) {
        KT_TRY(RankSteps steps, m_steps->rank(i, progress));
        facts.steps = std::move(steps.steps);
        addSummary(*summary, !m_input.scope.hasWindow(), facts);
        return facts;
    }
    KT_TRY(RankSteps steps, m_steps->rank(i, progress));
    {
        KT_TRY(const RankGpuWork work, m_work->rank(i, progress));
        // A chosen range in which nothing runs is idle, not unknown.
        facts.hasGpuWork = !work.rows.empty() || !work.window.empty();
        if (!facts.hasGpuWork) {
            KT_TRY(facts.host, hostFactsOf(*m_trees, i, work, m_input.scope, progress));
            const bool isWhole = steps.steps.empty() && !m_input.scope.hasWindow();
            facts.split.window = isWhole ? rank.trace->coreRange().length() : wallOf(steps.steps);
            return facts;
        }
        facts.stepsInView = std::move(steps.steps);
        facts.steps = wholeStepsOf(facts.stepsInView, m_input.scope);
        addStepWindows(work, facts);
        if (!addWork(*rank.trace, work, withRanges, m_input.traces->ranks().size() > 1, progress, facts))
            return Error::stopped();
        findSameKernels(rank, work, facts);
    } // the work is read again below, in a scope of its own: one copy at a time
    {
        KT_TRY(const RankIdle idle, m_idle->rank(i, progress));
        const auto visit = [&facts](TimeRange part, IdleCause cause) {
            if (!part.isEmpty())
                facts.idle[static_cast<std::size_t>(cause)].add(part);
        };
        idle.eachPart(RankIdle::wholeRank(), visit, progress);
        for (const IdleLine& line : idle.devices()) {
            if (idle.devices().size() < 2)
                break;
            IdleOfOneDevice device { line.device, totalLength(idle.viewOf(line)), 0 };
            idle.eachGap(
                line, [&device](const IdleGap& gap) { device.idle = saturatingAdd(device.idle, gap.range.length()); },
                progress);
            facts.devices.push_back(device);
        }
        IdleLedger ledger(rank, { m_cutoffs.kernelDelay }, progress);
        const StepGrowth growth = growthOfLongest(rank, facts, progress);
        if (growth.ofFrame > 0)
            facts.frameOfLongest = { nameInSentence(rank.trace->text(growth.frame)), {}, growth.ofFrame };
        const GraphMaking graphs = graphMakingOf(rank);
        facts.idleGroups = idleGroupsOf(rank, idle, ledger, m_cutoffs.runtime, graphs, growth, progress);
        KT_TRY(const std::vector<Step> allSteps, stepsOf(rank, m_input.scope, progress.stop));
        addGraphMaking(rank, graphs, allSteps, facts);
        if (facts.of(IdleGroup::Profiler).idle.time > 0)
            facts.profilerFrames = ProfilerFrames(*rank.trace).ranges();
        facts.areLaunchesBlocking = facts.of(IdleGroup::LaunchCalls).inLongCalls > 0
            && !blockingLaunchesOf(*rank.trace, progress).kernels.empty();
        if (facts.of(IdleGroup::LateStart).idle.time > 0)
            facts.clockLateBy = lateStartsOf(*rank.trace, progress).least;
        addIdleOfSteps(facts);
        const std::vector<TimeRange> view = idle.viewOf(RankIdle::wholeRank());
        if (!view.empty())
            addCompiledAnew(view.front().begin, facts);
        if (!view.empty() && !m_input.scope.hasWindow())
            facts.outside = outsideViewOf(rank, view.front(), progress);
        addPython(*rank.trace, ledger, facts, progress);
        facts.polling = pollingOf(*rank.trace, ledger.mainThread(), { rank.trace->coreRange() }, progress);
        KT_TRY_DONE(progress.carryOn());
        KT_TRY(const RankLaunches launches, m_launches->rank(i, progress));
        facts.shortLaunches = shortLaunchesOf(rank, launches, m_cutoffs.runtime, progress);
        if (isMuchHostBusy(facts) && m_allLaunches == m_launches) {
            addRepeated(rank, launches, ledger.blocking(), facts, progress);
        } else if (isMuchHostBusy(facts)) { // what comes once in a step comes again in others
            KT_TRY(const RankLaunches all, m_allLaunches->rank(i, progress));
            addRepeated(rank, all, ledger.blocking(), facts, progress);
        }
        KT_TRY_DONE(progress.carryOn());
    }
    for (Stretches& cause : facts.idle) {
        if (!withRanges)
            release(cause.ranges);
    }
    for (IdleOf& group : facts.idleGroups) {
        if (!withRanges)
            release(group.idle.ranges);
    }
    return facts;
}

} // namespace kinetoscope
