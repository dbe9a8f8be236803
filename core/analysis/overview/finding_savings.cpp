// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/finding_savings.h"

#include "core/analysis/causes/replay/applied_changes.h"
#include "core/analysis/causes/replay/change_targets.h"
#include "core/analysis/causes/replay/replay_notes.h"
#include "core/analysis/causes/replay/replay_path.h"
#include "core/analysis/causes/replay/step_walls.h"
#include "core/analysis/overview/facts/shares.h"
#include "core/analysis/overview/idle/copies_to_host.h"
#include "core/analysis/overview/idle/retried_allocations.h"
#include "core/analysis/overview/idle/time_inside.h"
#include "core/analysis/scope/steps.h"
#include "core/base/parallel.h"
#include "core/base/vectors.h"
#include "core/numeric/intervals.h"

#include <algorithm>
#include <map>
#include <mutex>

namespace kinetoscope {

namespace {

bool isChosen(const Scope& scope, const Step& step)
{
    return std::ranges::find(scope.steps, step.number) != scope.steps.end();
}

/// Of the critical path, from which on one kind of time is what limits it.
constexpr double kLeastShareOfLimit = 0.8;

} // namespace

/// One rank's recording and what of it counts.
class RankReplays {
public:
    RankReplays(const PathRank& rank, const Scope& scope, std::span<const Step> steps,
        const CauseThresholds& thresholds, Grain grain, const Progress& progress, int threads,
        std::shared_ptr<const RankCauses> causes)
        : m_rank(rank)
        , m_scope(scope)
        , m_steps(steps)
        , m_recording(*rank.rank.trace, thresholds, progress, steps, grain, threads, std::move(causes))
        , m_walls(m_recording, steps)
        , m_progress(progress)
    {
        m_recording.forgetWalks(); // nothing is walked here
    }
    [[nodiscard]] bool isEmpty() const { return m_recording.range().isEmpty(); }
    struct Times {
        Nanoseconds wall = 0;
        Nanoseconds view = 0; ///< from the first to the last GPU work; of chosen steps, and without work, `wall`
    };
    /// A cure and what it makes of the recording. Keeps references to what made it.
    struct Tried {
        Tried(const RankReplays& replays, std::span<const NamedChange> changes)
            : change(changeOf(replays.m_recording, replays.m_rank.types, changes, replays.m_progress))
            , replay(replays.m_recording, change, replays.m_progress)
        {
        }
        Tried(const Tried&) = delete; // the replay refers to the change
        Tried& operator=(const Tried&) = delete;
        Tried(Tried&&) = delete;
        Tried& operator=(Tried&&) = delete;
        ~Tried() = default;

        Change change;
        Replay replay;
    };
    [[nodiscard]] Times timesOf(const Replay& replay) const
    {
        if (m_progress.shouldStop())
            return {};
        if (m_scope.steps.empty()) {
            TimeRange view { kMaxTimestamp, kMinTimestamp };
            for (WorkNumber work = 0; work < m_recording.works().size(); ++work)
                view = { std::min(view.begin, replay.startOf(work)), std::max(view.end, replay.endOf(work)) };
            const Nanoseconds wall = saturatingSubtract(replay.end(), m_recording.range().begin);
            if (m_recording.works().size() == 0)
                return { wall, wall };
            return { wall, view.isEmpty() ? 0 : view.length() };
        }
        const std::vector<StepWindow> steps = m_walls.in(replay);
        Nanoseconds sum = 0;
        for (std::size_t i = 0; i < steps.size(); ++i)
            sum = isChosen(m_scope, m_steps[i])
                ? saturatingAdd(sum, saturatingSubtract(steps[i].range.end, steps[i].range.begin))
                : sum;
        return { sum, sum };
    }

    /// Nothing if told to stop.
    [[nodiscard]] CriticalTimes criticalTimesOf(const Tried& tried) const
    {
        if (m_progress.shouldStop())
            return {};
        return kinetoscope::criticalTimesOf(
            m_recording, tried.change, tried.replay, WorkCauses(m_recording, m_rank.types, m_progress), m_progress);
    }
    /// @param times  of the critical path then.
    [[nodiscard]] ReplayLimit limitOf(const CriticalTimes& times) const
    {
        if (m_progress.shouldStop())
            return {};
        Nanoseconds path = 0;
        Nanoseconds host = 0;
        for (std::size_t i = 0; i < kCauseCount; ++i) {
            path = saturatingAdd(path, times[i]);
            host = saturatingAdd(host, isHostCause(static_cast<Cause>(i)) ? times[i] : 0);
        }
        const Nanoseconds computation = times[static_cast<std::size_t>(Cause::Compute)];
        // Less than nearly all of it need not lie where the change would have saved something.
        const auto most = static_cast<Nanoseconds>(static_cast<double>(path) * kLeastShareOfLimit);
        if (host >= most)
            return { { KT_PHRASE("overview", "time of the host") }, host, path,
                isMuchInQueue(times[static_cast<std::size_t>(Cause::Launch)], host) };
        return computation >= most ? ReplayLimit { { KT_PHRASE("overview", "computation") }, computation, path }
                                   : ReplayLimit {};
    }

    /// Nothing where it is not more by half of `rest`. @param then  as limitOf() has it.
    [[nodiscard]] MoreOnPath moreOf(const CriticalTimes& then, Nanoseconds rest) const
    {
        const CriticalTimes& recorded = recordedTimes();
        if (m_progress.shouldStop())
            return {};
        MoreOnPath host;
        MoreOnPath most;
        for (std::size_t i = 0; i < kCauseCount; ++i) {
            const auto cause = static_cast<Cause>(i);
            if (isHostCause(cause))
                host = { cause, saturatingAdd(host.time, then[i]), saturatingAdd(host.recorded, recorded[i]) };
            else if (cause != Cause::Compute && then[i] - recorded[i] > most.time - most.recorded)
                most = { cause, then[i], recorded[i] };
        }
        if (host.time - host.recorded >= most.time - most.recorded) {
            constexpr auto kLaunch = static_cast<std::size_t>(Cause::Launch);
            host.isMuchInQueue = isMuchInQueue(then[kLaunch] - recorded[kLaunch], host.time - host.recorded);
            most = host;
        }
        return most.time - most.recorded >= rest / 2 ? most : MoreOnPath {};
    }

    /// Of all launch calls; found once, by whoever asks first.
    [[nodiscard]] const QueueWaits& queueWaits() const
    {
        std::call_once(m_areQueueWaitsKnown,
            [this] { m_queueWaits = queueWaitsOf(m_recording.trace(), m_recording.blockingCalls(), m_progress); });
        return m_queueWaits;
    }

    /// In all that timesWith() is about.
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

    [[nodiscard]] std::size_t eventWaits() const
    {
        const std::size_t calls =
            m_recording.works().streamCount() > 1 ? m_recording.blockingCalls().eventWaitsWithoutRows() : 0;
        return calls > m_recording.works().size() / 100 ? calls : 0;
    }

    [[nodiscard]] auto changed(std::span<const NamedChange> changes) const
    {
        return changedCauses(m_recording, m_rank.types, changes, m_progress);
    }

    /// @param change  what `changes` are here.
    [[nodiscard]] RemovedWaits removedWaits(std::span<const NamedChange> changes, const Change& change) const
    {
        RemovedWaits waits;
        if (std::ranges::find(changes, ChangeKind::Wait, &NamedChange::kind) == changes.end())
            return waits;
        const WorkOrder& works = m_recording.works();
        const SliceTable& slices = m_recording.trace().slices();
        Timestamp lastLaunch = kMinTimestamp;
        for (WorkNumber work = 0; work < works.size(); ++work) {
            if (const SliceId launch = works.launchOf(work); launch.isValid())
                lastLaunch = std::max(lastLaunch, slices.start[launch.index()]);
        }
        TimeByPlace places;
        CallerNames names(m_recording.trace());
        RetriedAllocations retried(m_recording.trace());
        CopiesToHost toHost(m_recording.trace());
        TimeInside inside(m_recording.trace(), TimeInside::Of::PythonFunctions);
        TrackId thread; // of all of them
        std::vector<Nanoseconds> lengths;
        for (std::size_t i = 0; i < m_recording.blocking.size(); ++i) {
            const Blocking& call = m_recording.blocking[i];
            const Timestamp begin = m_recording.beginOf(call.operation);
            const Timestamp end = m_recording.ends[call.operation];
            if (!change.isRemoved[i] || call.operation >= m_recording.endOfLine0() || end > lastLaunch
                || !isInChosenStep(begin))
                continue;
            if (call.waitsForUnrecorded)
                waits.kept = saturatingAdd(waits.kept, end - begin);
            if (call.waitsForUnrecorded || call.work == kNoWork)
                continue;
            if (const Nanoseconds after = end - std::max(begin, works.endOf(call.work));
                call.way == BlockingWay::Sync && after >= kLongInSync)
                waits.afterWork = saturatingAdd(waits.afterWork, after);
            // What the host does before a copy that starts at once is no waiting, and the copy itself is none.
            const bool isCopy = call.way == BlockingWay::Copy;
            if (isCopy && call.isBoundByLaunch)
                continue;
            const TimeRange wait { begin, std::min(end, isCopy ? works.startOf(call.work) : works.endOf(call.work)) };
            if (wait.isEmpty())
                continue;
            ++waits.calls;
            waits.time = saturatingAdd(waits.time, wait.length());
            places[names.of(call.call)] += wait.length();
            inside.add(call.call, wait.length());
            thread = m_recording.trace().trackOf(call.call);
            waits.retried += retried.has(call.call) ? wait.length() : 0;
            waits.compiling += isInCompilation(call.call) ? wait.length() : 0;
            waits.toHost += toHost.isAwaited(works.slice(call.work)) ? wait.length() : 0;
            lengths.push_back(wait.length());
            waits.ranges.push_back(wait);
        }
        waits.place = mainPlaceOf(m_recording.trace(), places, waits.time);
        inside.finish();
        if (thread.isValid())
            waits.inside = inside.innermost(waits.time, thread, m_recording.range(), m_progress);
        waits.toHostBytes = toHost.averageBytes();
        waits.few = fewOf(std::move(lengths), waits.time);
        return waits;
    }

private:
    [[nodiscard]] bool isInCompilation(SliceId call) const
    {
        SliceId up = call;
        while (up.isValid() && m_recording.rules().of(up) != Cause::Compilation)
            up = m_recording.trace().slices().parent[up.index()];
        return up.isValid();
    }

    [[nodiscard]] bool isInChosenStep(Timestamp time) const
    {
        return m_scope.steps.empty() || std::ranges::any_of(m_steps, [&](const Step& step) {
            return isChosen(m_scope, step) && step.range.begin <= time && time < step.range.end;
        });
    }

    /// Whether a fifth of a time of the host or more may be that of QueueWaits, as far as its launch calls are as
    /// others.
    /// @param launches  ns of it in launch calls.
    [[nodiscard]] bool isMuchInQueue(Nanoseconds launches, Nanoseconds host) const
    {
        constexpr double kMuch = 0.2;
        return launches > 0 && shareOf(launches, host) >= kMuch && queueWaits().time > 0
            && shareOf(launches, host) * shareOf(queueWaits().time, queueWaits().launches) >= kMuch;
    }

    /// Of the critical path of the recording; found once, by whoever asks first.
    [[nodiscard]] const CriticalTimes& recordedTimes() const
    {
        std::call_once(m_isRecordedKnown, [this] { m_recordedTimes = criticalTimesOf(Tried(*this, {})); });
        return m_recordedTimes;
    }

    const PathRank& m_rank;
    const Scope& m_scope;
    std::span<const Step> m_steps;
    Recording m_recording;
    StepWalls m_walls;
    const Progress& m_progress;
    mutable std::once_flag m_isRecordedKnown;
    mutable CriticalTimes m_recordedTimes {};
    mutable std::once_flag m_areQueueWaitsKnown;
    mutable QueueWaits m_queueWaits {};
};

class PreparedReplays {
public:
    /// @param stepsOfScope  as stepsOf() has them.
    PreparedReplays(std::shared_ptr<const PathRank> ofRank, const Scope& scope, std::vector<Step> stepsOfScope,
        const CauseThresholds& thresholds, Grain grain, const Progress& progress, int threads,
        std::shared_ptr<const RankCauses> causes)
        : rank(std::move(ofRank))
        , steps(std::move(stepsOfScope))
        , replays(*rank, scope, steps, thresholds, grain, progress, threads, std::move(causes))
    {
        if (!progress.shouldStop() && !replays.isEmpty())
            recorded = replays.timesOf(RankReplays::Tried(replays, {}).replay);
    }
    PreparedReplays(const PreparedReplays&) = delete; // replays refer to the steps
    PreparedReplays& operator=(const PreparedReplays&) = delete;
    PreparedReplays(PreparedReplays&&) = delete;
    PreparedReplays& operator=(PreparedReplays&&) = delete;
    ~PreparedReplays() = default;

    std::shared_ptr<const PathRank> rank;
    std::vector<Step> steps;
    RankReplays replays;
    RankReplays::Times recorded {};   ///< nothing to replay: no wall
    std::optional<OneOffTime> oneOff; ///< where it was looked for
};

std::shared_ptr<const PreparedReplays> prepareReplays(const std::shared_ptr<const PathRank>& rank,
    const AnalysisInput& input, const CauseThresholds& thresholds, const AnalysisContext& context,
    std::shared_ptr<const RankCauses> causes)
{
    Result<std::vector<Step>> steps = stepsOf(*rank->rank.trace, input.scope, input.stop);
    if (!steps)
        return nullptr;
    const auto prepared = std::make_shared<PreparedReplays>(
        rank, input.scope, std::move(steps).value(), thresholds, Grain::Runs, context.progress, 1, std::move(causes));
    if (prepared->recorded.wall <= 0)
        return nullptr;
    prepared->oneOff = prepared->replays.oneOff(thresholds); // nearly all findings are about the host
    return prepared;
}

Result<std::vector<std::optional<FindingSaving>>> savingsOf(std::span<const RankCure> cures, const AnalysisInput& input,
    const CauseThresholds& thresholds, const AnalysisContext& context, const KnownOfRank& known)
{
    std::vector<std::optional<FindingSaving>> savings(cures.size());
    std::map<const PathRank*, std::vector<std::size_t>> byRank;
    for (std::size_t i = 0; i < cures.size() && !input.scope.range; ++i) {
        if (!cures[i].changes.empty())
            byRank[cures[i].rank.get()].push_back(i);
    }
    for (const auto& ofRank : byRank) {
        const std::vector<std::size_t>& numbers = ofRank.second; // lambdas of Clang 14 take no structured bindings
        const bool isFine =
            std::ranges::any_of(numbers, [&](std::size_t i) { return grainFor(cures[i].changes) == Grain::Pieces; });
        std::optional<PreparedReplays> own;
        const PreparedReplays* const prepared = known.rank == ofRank.first ? known.replays : nullptr;
        if (prepared == nullptr || isFine) {
            const std::shared_ptr<const PathRank>& rank = cures[numbers.front()].rank;
            KT_TRY(std::vector<Step> steps, stepsOf(*rank->rank.trace, input.scope, input.stop));
            own.emplace(rank, input.scope, std::move(steps), thresholds, isFine ? Grain::Pieces : Grain::Runs,
                context.progress, context.threads, known.rank == ofRank.first ? known.causes : nullptr);
        }
        const PreparedReplays& ready = own ? *own : *prepared;
        KT_TRY_DONE(context.progress.carryOn());
        if (ready.recorded.wall <= 0)
            continue;
        const bool isOfHost = std::ranges::any_of(
            numbers, [&](std::size_t i) { return std::ranges::any_of(cures[i].changes, isHostTwiceAsFast); });
        const OneOffTime oneOff = !isOfHost ? OneOffTime {}
            : ready.oneOff                  ? *ready.oneOff
                                            : ready.replays.oneOff(thresholds);
        parallelFor(numbers.size(), context.threads, [&](std::size_t k) {
            const std::vector<NamedChange>& changes = cures[numbers[k]].changes;
            if (context.progress.shouldStop())
                return;
            std::optional<RankReplays::Tried> tried;
            tried.emplace(ready.replays, changes);
            const RankReplays::Times times = ready.replays.timesOf(tried->replay);
            savings[numbers[k]] = FindingSaving { saturatingSubtract(ready.recorded.wall, times.wall),
                ready.recorded.wall, saturatingSubtract(ready.recorded.view, times.view), savingOf(changes, oneOff),
                !input.scope.steps.empty(), ready.replays.removedWaits(changes, tried->change),
                ready.replays.eventWaits() };
            const RankCure& cure = cures[numbers[k]];
            FindingSaving& saving = *savings[numbers[k]];
            if (saving.saved > 0) {
                const auto changed = ready.replays.changed(changes);
                saving.changesOps = changed[static_cast<std::size_t>(Cause::Op)];
                saving.changesPython = changed[static_cast<std::size_t>(Cause::Python)];
            }
            const bool isLittle = saving.saved < cure.little && input.scope.steps.empty();
            const bool isLess = saving.saved < cure.less - cure.less / 10 && input.scope.steps.empty();
            if (!isLittle && !isLess)
                return;
            const CriticalTimes onPath = ready.replays.criticalTimesOf(*tried);
            tried.reset(); // that of the recording may be asked for now: one of them takes enough memory
            if (isLittle)
                saving.limit = ready.replays.limitOf(onPath);
            if (isLess)
                saving.more = ready.replays.moreOf(onPath, cure.less - saving.saved);
            if (saving.limit.isMuchInQueue || saving.more.isMuchInQueue)
                saving.queueWaits = ready.replays.queueWaits();
        });
        KT_TRY_DONE(context.progress.carryOn());
    }
    return savings;
}

Selection savingEvidence(
    const RankCure& cure, const AnalysisInput& input, const CauseThresholds& thresholds, const Progress& progress)
{
    if (cure.rank == nullptr || cure.changes.empty())
        return {};
    if (input.scope.steps.empty())
        return touchedLinks(*cure.rank, cure.changes, std::nullopt, thresholds, progress);
    Selection all;
    const Result<std::vector<Step>> steps = stepsOf(*cure.rank->rank.trace, input.scope, progress.stop);
    for (std::size_t i = 0; steps && i < steps->size() && !progress.shouldStop(); ++i) {
        if (!isChosen(input.scope, (*steps)[i]))
            continue;
        const Selection links = touchedLinks(*cure.rank, cure.changes, (*steps)[i], thresholds, progress);
        append(all.slices, links.slices);
        append(all.intervals, links.intervals);
    }
    return all;
}

} // namespace kinetoscope
