// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/facts/rank_facts.h"

#include "core/analysis/causes/work/call_names.h"
#include "core/analysis/health/host_clock.h"
#include "core/analysis/names/classification.h"
#include "core/analysis/overview/facts/shares.h"
#include "core/analysis/overview/facts/work_facts.h"
#include "core/analysis/overview/idle/pinning_threads.h"
#include "core/analysis/overview/idle/profiler_frames.h"
#include "core/analysis/scope/steps.h"
#include "core/base/parallel.h"
#include "core/base/release.h"
#include "core/base/vectors.h"

#include <algorithm>
#include <array>
#include <latch>
#include <map>
#include <memory>
#include <optional>
#include <utility>

namespace kinetoscope {

namespace {

/// By cause, and of each device of several.
void addIdleTimes(const RankIdle& idle, RankFacts& facts, const Progress& progress)
{
    const auto visit = [&facts](TimeRange part, IdleCause cause) {
        if (!part.isEmpty())
            facts.idle[static_cast<std::size_t>(cause)].add(part);
    };
    idle.eachPart(RankIdle::wholeRank(), visit, progress);
    if (idle.devices().size() < 2)
        return;
    for (const IdleLine& line : idle.devices()) {
        IdleOfOneDevice device { line.device, totalLength(idle.viewOf(line)), 0 };
        idle.eachGap(
            line, [&device](const IdleGap& gap) { device.idle = saturatingAdd(device.idle, gap.range.length()); },
            progress);
        facts.devices.push_back(device);
    }
}

/// What the main thread does in Python, the whole recording through: what a replay changes.
void addPython(const Trace& trace, const RankCauses& causes, RankFacts& facts, const Progress& progress)
{
    facts.isHostRecorded = std::ranges::any_of(
        trace.slices().kind, [](EventKind kind) { return isHostCallTree(kind) && !isApiCall(kind); });
    facts.isPythonRecorded =
        std::ranges::find(trace.slices().kind, EventKind::PythonFunction) != trace.slices().kind.end();
    const TrackId mainThread = causes.lines().mainThread();
    if (!mainThread.isValid() || !facts.isPythonRecorded)
        return;
    const std::vector<FrameTime> frames = frameTimes(trace, mainThread, causes.rules(), progress);
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

bool isMuchHostBusy(const RankFacts& facts)
{
    constexpr double kLeastShare = 0.01;
    return shareOf(facts.of(IdleGroup::HostBusy).idle.time, facts.split.window) >= kLeastShare;
}

/// The idle time is there. Returns where they are, in job time.
/// @param steps  of the rank, whichever are chosen.
std::vector<TimeRange> addMissingSteps(
    const RankTrace& rank, std::span<const Step> steps, const Progress& progress, RankFacts& facts)
{
    facts.missingSteps = missingSteps(rank, steps, progress);
    const std::vector<TimeRange> ranges = mapped(facts.missingSteps, &MissingSteps::range);
    for (std::size_t cause = 0; cause < kIdleCauseCount && !ranges.empty(); ++cause) {
        const Nanoseconds time = totalLength(intersectionOf(ranges, facts.idle[cause].ranges));
        facts.idleInMissingSteps = saturatingAdd(facts.idleInMissingSteps, time);
        if (cause == static_cast<std::size_t>(IdleCause::HostWait))
            facts.hostWaitInMissingSteps = time;
    }
    return ranges;
}

} // namespace

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

/// Gathers what the facts of a loaded rank with GPU work have. What it is made of goes by itself, as far as one thing
/// does not need another: on several threads at once.
class OverviewSource::FactsMaker {
public:
    /// Keeps references to all but the work.
    FactsMaker(const OverviewSource& source, std::size_t rank, const Gathering& gathering, RankGpuWork work,
        RankFacts& facts, const Progress& progress)
        : m_source(source)
        , m_index(rank)
        , m_rank(source.rankTrace(rank))
        , m_gathering(gathering)
        , m_work(std::move(work))
        , m_facts(facts)
        , m_progress(progress)
    {
    }
    /// To be called once.
    [[nodiscard]] Result<Done> make()
    {
        KT_TRY_DONE(m_gathering.threads > 1 ? makeAtOnce() : makeInTurn());
        if (m_growth.ofFrame > 0) {
            m_facts.frameOfLongest = { nameInSentence(m_rank.trace->text(m_growth.frame)), {}, m_growth.ofFrame };
            m_facts.waitsInFrameOfLongest = m_growth.waitsInFrame;
        }
        addGrown(*m_rank.trace, m_growth, m_facts.idleGroups);
        return Done {};
    }

private:
    /// One after the other. The idle time of the steps has the work read again while it is there.
    [[nodiscard]] Result<Done> makeInTurn()
    {
        KT_TRY_DONE(readSteps([this]() -> const TimeParts& {
            splitWork();
            return m_parts;
        }));
        if (!m_isSplit)
            splitWork();
        KT_TRY_DONE(readWork());
        makeCauses();
        KT_TRY_DONE(readIdleAndHost([] {}));
        findGrowth();
        doOther();
        doInView();
        return Done {};
    }
    /// Each waits only for what stands before it.
    [[nodiscard]] Result<Done> makeAtOnce()
    {
        makeCauses();
        std::array<Result<Done>, 6> done { Done {}, Done {}, Done {}, Done {}, Done {}, Done {} };
        parallelFor(done.size(), m_gathering.threads, [&](std::size_t i) {
            switch (i) {
            case 0:
                splitWork();
                break;
            case 1: {
                std::optional<CountsDown> idle(std::in_place, m_isIdleKnown);
                done[i] = readSteps([this]() -> const TimeParts& {
                    m_isSplitKnown.wait();
                    return m_parts;
                });
                m_isSplitKnown.wait();
                if (done[i] && m_isSplit)
                    done[i] = readIdleAndHost([&idle] { idle.reset(); });
                break;
            }
            case 2: // soon: then the work is forgotten, which both read
                m_isSplitKnown.wait();
                m_areStepsKnown.wait();
                if (m_isSplit && m_hasSteps)
                    done[i] = readWork();
                break;
            case 3:
                doOther();
                break;
            case 4:
                m_areStepsKnown.wait();
                if (m_hasSteps)
                    findGrowth();
                break;
            case 5: // late: it takes memory, as the idle time does
                m_isSplitKnown.wait();
                m_isIdleKnown.wait();
                if (m_isSplit)
                    doInView();
                break;
            }
        });
        for (const Result<Done>& each : done)
            KT_TRY_DONE(each);
        return Done {};
    }

    void makeCauses()
    {
        m_causes = m_gathering.causes ? m_gathering.causes()
                                      : std::make_shared<const RankCauses>(*m_rank.trace,
                                          CauseThresholds { m_source.m_cutoffs.kernelDelay }, m_progress);
    }
    void splitWork()
    {
        const CountsDown done(m_isSplitKnown);
        SplitParts found = splitAndParts(m_work, m_progress);
        m_facts.split = found.split;
        m_parts = std::move(found.parts);
        m_isSplit = true;
    }
    /// @param parts  gives m_parts.
    [[nodiscard]] Result<Done> readSteps(std::function<const TimeParts&()> parts)
    {
        const CountsDown done(m_areStepsKnown);
        const ScopedSteps::KnownWork known { m_work, std::move(parts) };
        KT_TRY(RankSteps steps,
            m_facts.isOfWindow ? m_source.m_steps->rank(m_index, m_progress)
                               : m_source.m_steps->rank(m_index, known, m_progress));
        m_facts.stepsInView = std::move(steps.steps);
        m_facts.steps = wholeStepsOf(m_facts.stepsInView, m_source.m_input.scope);
        addStepWindows(m_work, m_facts);
        m_hasSteps = true;
        return Done {};
    }
    [[nodiscard]] Result<Done> readWork()
    {
        KT_TRY_DONE(m_progress.carryOn()); // else all before it is there
        if (!addWork(*m_rank.trace, m_work, std::move(m_parts), m_gathering.withRanges,
                m_source.m_input.traces->ranks().size() > 1, m_progress, m_facts))
            return Error::stopped();
        KT_TRY(const std::vector<Step> allSteps, stepsOf(m_rank, m_source.m_input.scope, m_progress.stop));
        findSameKernels(m_rank, m_work, allSteps, m_progress, m_facts);
        m_work = {};
        return Done {};
    }
    /// @param isIdleKnown  called between the two.
    template <typename IsIdleKnown> [[nodiscard]] Result<Done> readIdleAndHost(IsIdleKnown isIdleKnown)
    {
        KT_TRY(const std::vector<TimeRange> view,
            m_source.addIdle(m_index, m_causes, m_gathering.withRanges, m_facts, m_progress));
        isIdleKnown();
        return m_source.addHost(m_index, *m_causes, view, m_facts, m_progress);
    }
    void findGrowth()
    {
        if (!m_progress.shouldStop())
            m_growth = growthOfLongest(m_rank, *m_causes, m_facts, m_progress);
    }
    void doOther() const
    {
        if (m_gathering.meanwhile)
            m_gathering.meanwhile();
    }
    void doInView() const
    {
        if (m_gathering.inView)
            m_gathering.inView(m_facts.split.window);
    }

    const OverviewSource& m_source;
    std::size_t m_index;
    const RankTrace& m_rank;
    const Gathering& m_gathering;
    RankGpuWork m_work;
    RankFacts& m_facts;
    const Progress& m_progress;
    std::shared_ptr<const RankCauses> m_causes;
    TimeParts m_parts; ///< of the work; until readWork()
    // Set before the latches go: those go where memory ends, too, and what is not there is not gone on with.
    bool m_isSplit = false;
    bool m_hasSteps = false;
    StepGrowth m_growth;
    std::latch m_isSplitKnown { 1 };  ///< with m_parts
    std::latch m_areStepsKnown { 1 }; ///< in m_facts
    std::latch m_isIdleKnown { 1 };   ///< in m_facts; what it was made of is gone
};

Result<RankFacts> OverviewSource::facts(std::size_t i, const Gathering& gathering, const Progress& progress) const
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
    facts.settings = programSettingsOf(*rank.trace, progress);
    facts.compiled = compiledVersionsOf(*rank.trace, progress);
    KT_TRY(RankGpuWork work, m_work->rank(i, progress));
    // A chosen range in which nothing runs is idle, not unknown.
    facts.hasGpuWork = !work.rows.empty() || !work.window.empty();
    if (!facts.hasGpuWork) {
        KT_TRY(const RankSteps steps, m_steps->rank(i, progress));
        KT_TRY(facts.host, hostFactsOf(*m_trees, i, work, m_input.scope, gathering.withRanges, progress));
        const bool isWhole = steps.steps.empty() && !m_input.scope.hasWindow();
        facts.split.window = isWhole ? rank.trace->coreRange().length() : wallOf(steps.steps);
        return facts;
    }
    KT_TRY_DONE(FactsMaker(*this, i, gathering, std::move(work), facts, progress).make());
    for (IdleOf& group : facts.idleGroups) {
        if (!gathering.withRanges)
            release(group.idle.ranges);
    }
    return facts;
}

Result<std::vector<TimeRange>> OverviewSource::addIdle(std::size_t i, const std::shared_ptr<const RankCauses>& causes,
    bool withRanges, RankFacts& facts, const Progress& progress) const
{
    const RankTrace& rank = rankTrace(i);
    KT_TRY(const RankIdle idle, m_idle->rank(i, progress));
    addIdleTimes(idle, facts, progress);
    IdleLedger ledger(rank, causes, { m_cutoffs.kernelDelay }, progress);
    const GraphMaking graphs = graphMakingOf(rank);
    KT_TRY(const std::vector<Step> allSteps, stepsOf(rank, m_input.scope, progress.stop));
    const std::vector<TimeRange> missing = addMissingSteps(rank, allSteps, progress, facts);
    addIdleCausesOfSteps(progress, facts);
    for (Stretches& cause : facts.idle) { // soon: those of the groups are as many
        if (!withRanges)
            release(cause.ranges);
    }
    facts.idleGroups =
        idleGroupsOf(rank, idle, ledger, m_cutoffs.runtime, graphs, wallOfSlowStep(facts), missing, progress);
    IdleOf& loading = facts.idleGroups[static_cast<std::size_t>(IdleGroup::DataLoading)];
    loading.besidePinning = pinningBeside(rank, ledger.mainThread(), loading.idle.ranges, progress);
    addGraphMaking(rank, graphs, allSteps, facts);
    return idle.viewOf(RankIdle::wholeRank());
}

Result<Done> OverviewSource::addHost(std::size_t i, const RankCauses& causes, const std::vector<TimeRange>& view,
    RankFacts& facts, const Progress& progress) const
{
    const RankTrace& rank = rankTrace(i);
    if (facts.of(IdleGroup::Profiler).idle.time > 0)
        facts.isIdleInProfilerFrames = ProfilerFrames(*rank.trace).isAny();
    facts.areLaunchesBlocking =
        facts.of(IdleGroup::LaunchCalls).inLongCalls > 0 && !blockingLaunchesOf(*rank.trace, progress).kernels.empty();
    if (facts.of(IdleGroup::LateStart).idle.time > 0)
        facts.clockLateBy = lateStartsOf(*rank.trace, progress).least;
    addIdleGroupsOfSteps(progress, facts);
    if (!view.empty())
        addCompiledAnew(view.front().begin, facts);
    if (!view.empty() && !m_input.scope.hasWindow())
        facts.outside = outsideViewOf(rank, view.front(), causes, progress);
    addPython(*rank.trace, causes, facts, progress);
    if (isMuchHostBusy(facts))
        facts.slowOps = slowOpsOf(*rank.trace, causes.lines().mainThreads(),
            mapped(view,
                [&rank](const TimeRange& part) {
                    return TimeRange { rank.toTraceTime(part.begin), rank.toTraceTime(part.end) };
                }),
            progress);
    facts.polling = pollingOf(*rank.trace, causes.lines().mainThread(), { rank.trace->coreRange() }, progress);
    KT_TRY_DONE(progress.carryOn());
    return addLaunches(i, causes.blocking(), facts, progress);
}

Result<Done> OverviewSource::addLaunches(
    std::size_t i, const BlockingCalls& blocking, RankFacts& facts, const Progress& progress) const
{
    const RankTrace& rank = rankTrace(i);
    KT_TRY(const RankLaunches launches, m_launches->rank(i, progress));
    facts.shortLaunches = shortLaunchesOf(rank, launches, m_cutoffs.runtime, progress);
    if (!isMuchHostBusy(facts))
        return progress.carryOn();
    KT_TRY(const std::vector<Step> steps, stepsOf(rank, m_input.scope, progress.stop));
    if (m_allLaunches == m_launches) {
        addRepeated(rank, launches, blocking, steps.size(), facts, progress);
    } else { // what comes once in a step comes again in others
        KT_TRY(const RankLaunches all, m_allLaunches->rank(i, progress));
        addRepeated(rank, all, blocking, steps.size(), facts, progress);
    }
    return progress.carryOn();
}

} // namespace kinetoscope
