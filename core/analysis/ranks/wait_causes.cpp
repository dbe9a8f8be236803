// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/ranks/wait_causes.h"

#include "core/analysis/collectives/collective_parameters.h"
#include "core/analysis/collectives/cpu_collectives.h"
#include "core/analysis/gpu/gpu_work.h"
#include "core/analysis/gpu/idle/idle_gaps.h"
#include "core/analysis/job/rank_step_table.h"
#include "core/analysis/ranks/clock_alignment.h"
#include "core/analysis/ranks/first_event.h"
#include "core/analysis/ranks/ranks_together.h"
#include "core/analysis/ranks/wait_tables.h"
#include "core/analysis/scope/steps.h"
#include "core/analysis/types/chart.h"
#include "core/analysis/types/column_names.h"
#include "core/analysis/types/parameter_ids.h"
#include "core/analysis/types/parameter_makers.h"
#include "core/analysis/types/table.h"
#include "core/base/vectors.h"
#include "core/numeric/intervals.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kinetoscope {

namespace {

/// Charts over the tables of wait-causes: the ranks that others wait for, and where there are steps, in which.
std::vector<ChartDescription> waitCharts(const Table& steps)
{
    std::vector<ChartDescription> charts { { .id = "waits-ranks",
        .table = "ranks",
        .title = "How long the others wait for each rank",
        .labelColumn = column::kRank,
        .series = { { "waits_caused", {}, {} }, { "waits_rooted", {}, {} } },
        .form = GroupedBarChart { .sortByValue = false } } };
    bool hasSteps = false; // a row may be about what lies outside of steps
    for (std::size_t row = 0; row < steps.rowCount() && !hasSteps; ++row)
        hasSteps = !steps.isMissing(row, steps.columnIndex(column::kStep));
    if (hasSteps)
        charts.push_back(rankStepMap("waits-steps", "steps",
            "How long the others wait for each rank in each step, and how long it waits itself",
            { "waits_caused", "waits_exposed", "waits_suffered", "held_up", column::kWall }));
    return charts;
}

constexpr const char* kMinWaits = "min-waits";

/// Walls of a rank's steps in the scope, by number.
Result<std::map<std::int64_t, Nanoseconds>> wallsOf(const AnalysisInput& input, const RankTrace& rank)
{
    KT_TRY(const std::vector<Step> steps, stepsOf(rank, input.scope, input.stop));
    std::map<std::int64_t, Nanoseconds> walls;
    for (const Step& step : steps) {
        if (!isChosen(input.scope.steps, step.number))
            continue;
        TimeRange wall = rank.toJobTime(step.range);
        if (input.scope.range)
            wall = wall.clippedTo(*input.scope.range);
        if (!wall.isEmpty())
            walls[step.number] = saturatingAdd(walls[step.number], wall.length());
    }
    return walls;
}

/// From the first to the last GPU work of a rank in the scope. Nothing where only a summary is there and the scope is
/// less than the whole rank.
Result<std::optional<Nanoseconds>> gpuSpanOf(
    const AnalysisInput& input, const ScopedGpuWork& work, std::size_t i, const AnalysisContext& context)
{
    if (const RankSummary* summary = work.rankTrace(i).readsFrom()) {
        const bool isWhole = !input.scope.hasWindow() && input.scope.streams.empty();
        return isWhole ? std::optional(summary->meta.gpuSpan) : std::nullopt;
    }
    KT_TRY(const RankGpuWork rank, work.rank(i, context.progress));
    return std::optional<Nanoseconds>(rank.rows.empty() ? 0 : hullOf(rank.rows).length());
}

/// Of each rank of the scope.
Result<RankStepWalls> stepWallsOf(const AnalysisInput& input, const ScopedGpuWork& work)
{
    RankStepWalls walls;
    for (std::size_t i = 0; i < work.rankCount(); ++i) {
        KT_TRY(walls[work.rankIndex(i)], wallsOf(input, work.rankTrace(i)));
    }
    return walls;
}

/// Of each rank of the scope: the sum of its steps' walls, else first to last GPU work.
Result<RankWaitTimes> timesOf(
    const AnalysisInput& input, const ScopedGpuWork& work, const RankStepWalls& walls, const AnalysisContext& context)
{
    RankWaitTimes times;
    for (std::size_t i = 0; i < work.rankCount(); ++i) {
        const std::map<std::int64_t, Nanoseconds>& own = walls.at(work.rankIndex(i));
        std::optional<Nanoseconds>& time = times[work.rankIndex(i)];
        if (own.empty()) {
            KT_TRY(time, gpuSpanOf(input, work, i, context));
        } else {
            time = 0;
            for (const auto& [step, wall] : own)
                time = saturatingAdd(*time, wall);
        }
    }
    return times;
}

/// Of ranks with communication kernels these alone are runs (ranks.md 1.1).
/// @param areTogether  else none of them comes last for another.
void remarkOnCpuCollectives(const ScopedGpuWork& work, const WaitFacts& facts, bool areTogether,
    const Progress& progress, std::vector<Remark>& remarks)
{
    constexpr Nanoseconds kMuch = 100; // a hundredth of what was recorded
    std::vector<bool> hasKernels(facts.traces->ranks().size());
    for (const CommunicationRun& run : facts.matching->runs)
        hasKernels[run.rank] = hasKernels[run.rank] || run.stream() != Track::kNoStream;
    Remark remark { "host-collectives", {}, {}, {} };
    using OfRank = std::pair<Nanoseconds, std::int64_t>;
    std::vector<OfRank> times; // with the rank's number
    Nanoseconds sum = 0;
    for (std::size_t i = 0; i < work.rankCount(); ++i) {
        if (!hasKernels[work.rankIndex(i)])
            continue;
        const Trace& trace = *work.rankTrace(i).trace; // of a summary without events
        const Nanoseconds time = totalLength(timeInCpuCollectives(trace, progress));
        if (time > 0)
            times.emplace_back(time, work.rankTrace(i).rank);
        if (time <= trace.range().length() / kMuch)
            continue;
        remark.ranks.push_back(work.rankTrace(i).rank);
        sum = saturatingAdd(sum, time);
    }
    if (remark.ranks.empty())
        return;
    const Message found {
        KT_PHRASE("wait-causes",
            "beside those of GPUs, collectives of CPU backends run on the host, together for %1: whom "
            "ranks wait for in them is not in these figures."),
        arg::Duration { sum }
    };
    const OfRank least = *std::ranges::min_element(times, {}, &OfRank::first);
    const OfRank most = *std::ranges::max_element(times, {}, &OfRank::first);
    remark.message = !areTogether || least.first > most.first / 2
        ? found
        : Message { KT_PHRASE("wait-causes",
                        "%1 Rank %2 is in them least, for %3, rank %4 most, for %5: who comes last in one waits least "
                        "in it."),
              found, arg::Number { least.second }, arg::Duration { least.first }, arg::Number { most.second },
              arg::Duration { most.first } };
    remarks.push_back(std::move(remark));
}

/// Of several ranks: runs that are nobody else's, as transfers are whose files do not tell from where to where. A
/// column of the groups counts them.
void remarkOnUnmatched(const WaitFacts& facts, std::vector<Remark>& remarks)
{
    constexpr Nanoseconds kLittle = 100; // a hundredth of the time of all runs
    std::set<std::uint32_t> ranks;
    for (const auto& [number, group] : facts.totals.groups) {
        if (facts.matching->groups[number].size != 1) // else nobody else is in it
            ranks.insert(group.ranks.begin(), group.ranks.end());
    }
    const LedgerTotals::Runs& unmatched = facts.totals.unmatched;
    if (facts.ledger.instances.empty() || ranks.size() < 2 || unmatched.time <= facts.totals.shared.time / kLittle)
        return; // that nothing is matched at all is said anyway
    remarks.push_back({ "unmatched-runs",
        { KT_PLURAL("wait-causes",
              "%1 of %2 runs of collectives and transfers, which takes %3, could be matched with no run of another "
              "rank: whom its rank waits for in it is not known, and the waits here are without it.",
              "%1 of %2 runs of collectives and transfers, which take %3 together, could be matched with no run of "
              "another rank: whom their ranks wait for in them is not known, and the waits here are without them."),
            arg::Count { unmatched.count }, arg::Count { facts.totals.shared.count },
            arg::Duration { unmatched.time } } });
}

constexpr Nanoseconds kTenth = 10; // of all waits: what is said of less is noise

/// Said where the columns of reasons are empty by nature of the collectives (ranks.md 3.3).
void remarkOnReasons(const WaitFacts& facts, std::vector<Remark>& remarks)
{
    Nanoseconds waits = 0;
    bool areUnevenAmong = false;
    std::set<std::string_view> kinds;
    for (const WaitInstance& instance : facts.ledger.instances) {
        const CollectiveInstance& found = facts.matching->instances[instance.instance];
        const bool isTold = found.isLeftTogether() || latenessOf(facts.ledger, instance) != nullptr;
        if (instance.waits == 0 || isTold || instance.areEndsApart) // of the latter remarkOnEnds() speaks
            continue;
        waits = saturatingAdd(waits, instance.waits);
        areUnevenAmong = areUnevenAmong || found.isLeftApart;
        kinds.insert(toString(found.kind));
    }
    if (waits == 0 || waits < facts.ledger.charged / kTenth)
        return;
    std::string names;
    for (const std::string_view kind : kinds)
        names.append(names.empty() ? "" : ", ").append(kind);
    const Message found { KT_PHRASE("wait-causes",
                              "Reasons are told for collectives that all ranks leave together, from which on what each "
                              "did can be compared: %1 of the %2 of waits are in others (%3)."),
        arg::Duration { waits }, arg::Duration { facts.ledger.charged }, arg::Text { std::move(names) } };
    remarks.push_back({ "no-reasons",
        areUnevenAmong
            ? Message { KT_PHRASE("wait-causes", "%1 An all-to-all is one where its ranks pass different amounts."),
                found }
            : found });
}

/// Waits of what ranks leave one by one are empty where nothing tells how the clocks differ by which they came.
void remarkOnUneven(const WaitFacts& facts, std::vector<Remark>& remarks)
{
    std::size_t count = 0;
    Nanoseconds time = 0; // of all ranks
    for (const WaitInstance& instance : facts.ledger.instances) {
        const CollectiveInstance& found = facts.matching->instances[instance.instance];
        if (instance.isCharged || !found.isLeftApart || std::ranges::binary_search(facts.clocks->untold, found.group))
            continue;
        ++count;
        for (const RankWait& rank : instance.ranks)
            time = saturatingAdd(time, facts.matching->runs[rank.run].range.length());
    }
    if (count == 0)
        return;
    remarks.push_back({ "uneven-without-clocks",
        { KT_PLURAL("wait-causes",
              "In %1 all-to-all, which takes %2 on all ranks together, ranks pass different amounts: who has less may "
              "leave earlier, so that only clocks tell how long each waited for the others. How those of these ranks "
              "differ is not known: their waits are not in these figures.",
              "In %1 all-to-alls, which take %2 on all ranks together, ranks pass different amounts: who has less may "
              "leave earlier, so that only clocks tell how long each waited for the others. How those of these ranks "
              "differ is not known: their waits are not in these figures."),
            arg::Count { count }, arg::Duration { time } } });
}

/// The columns of reasons are empty for broadcasts (ranks.md 3.3), of some of which sentences tell the reason.
void remarkOnBroadcasts(const WaitFacts& facts, std::vector<Remark>& remarks)
{
    std::size_t count = 0;
    Nanoseconds waits = 0;
    for (const WaitInstance& instance : facts.ledger.instances) {
        if (!facts.ledger.ofBroadcasts.contains(instance.instance))
            continue;
        ++count;
        waits = saturatingAdd(waits, instance.waits);
    }
    if (count == 0 || waits < facts.ledger.charged / kTenth)
        return;
    remarks.push_back({ "broadcast-leads",
        { KT_PLURAL("wait-causes",
              "In %1 broadcast, with %2 of the %3 of waits, all others waited for one rank. What made that one late is "
              "among the leads, in which it is compared with another; the columns of reasons, and the main reason of a "
              "rank, leave broadcasts out.",
              "In %1 broadcasts, with %2 of the %3 of waits, all others waited for one rank. What made that one late "
              "is among the leads, in which it is compared with another; the columns of reasons, and the main reason "
              "of a rank, leave broadcasts out."),
            arg::Count { count }, arg::Duration { waits }, arg::Duration { facts.ledger.charged } } });
}

/// Sums over collectives are more than time where ranks wait in several at once.
void remarkOnOverlaps(const WaitFacts& facts, std::vector<Remark>& remarks)
{
    constexpr Nanoseconds kSeen = 100; // a hundredth of the sum: shares of less look the same either way
    const Nanoseconds suffered = facts.totals.suffered();
    const Nanoseconds twice = saturatingSubtract(facts.ledger.charged, suffered);
    if (twice <= 0 || twice < facts.ledger.charged / kSeen)
        return;
    remarks.push_back({ "overlapping-waits",
        { KT_PHRASE("wait-causes",
              "Ranks wait in several collectives at once: sums over collectives, as that of waits caused, have each "
              "of these waits, together %1; the time that ranks wait is %2."),
            arg::Duration { facts.ledger.charged }, arg::Duration { suffered } } });
}

std::optional<CollectiveKind> collectiveKindNamed(std::string_view name)
{
    for (int i = 0; i <= static_cast<int>(CollectiveKind::Pair); ++i) {
        if (toString(static_cast<CollectiveKind>(i)) == name)
            return static_cast<CollectiveKind>(i);
    }
    return std::nullopt;
}

Result<AnalysisResult> runWaitCauses(
    AnalysisInputs inputs, const Parameters& parameters, const AnalysisContext& context)
{
    const AnalysisInput& input = inputs[0];
    KT_TRY(const WaitOptions options, waitOptionsFrom(parameters));
    KT_TRY(const std::shared_ptr<const WaitFacts> facts, readWaits(input, options, context));
    KT_TRY(const auto work, ScopedGpuWork::create(input, *context.classifier));
    KT_TRY(const RankStepWalls walls, stepWallsOf(input, *work));
    KT_TRY(const auto times, timesOf(input, *work, walls, context));
    AnalysisResult result;
    result.remarks = facts->remarks;
    remarkOnReasons(*facts, result.remarks);
    remarkOnUneven(*facts, result.remarks);
    remarkOnBroadcasts(*facts, result.remarks);
    remarkOnOverlaps(*facts, result.remarks);
    remarkOnUnmatched(*facts, result.remarks);
    remarkOnCpuCollectives(*work, *facts, areRanksTogether(input), context.progress, result.remarks);
    result.tables = tableList(waitRanksTable(facts, times),
        waitInstancesTable(facts, earliestEvent(*facts->onOwnClocks, *facts->clocks), parameters.integer(kMinWaits)),
        waitStepsTable(facts, walls), waitGroupsTable(facts), waitRankGroupsTable(facts), waitsTable(facts),
        waitLeadsTable(facts));
    if (!facts->ledger.instances.empty())
        result.charts = waitCharts(*result.findTable("steps"));
    return result;
}

std::vector<ParameterDescriptor> waitParameters()
{
    std::vector<ParameterDescriptor> all { processGroupParameter(), collectiveKindsParameter(),
        durationParameter(
            kMinWaits, "Least waits", "Collectives with less waiting are not listed; they count all the same", 0),
        kernelDelayParameter(),
        clockAlignmentParameter("Put starts and ends on one clock where it is known; waits need none") };
    append(all, clockParameters());
    return all;
}

} // namespace

Result<WaitOptions> waitOptionsFrom(const Parameters& parameters)
{
    WaitOptions options { .clockLimits = clockLimitsFrom(parameters),
        .areClocksAligned = parameters.boolean(kClockAlignmentParameter),
        .kernelDelay = parameters.integer(kKernelDelayParameter),
        .group = parameters.text(kProcessGroupParameter) };
    for (const std::string& name : parameters.list(parameter::kKinds)) {
        const std::optional<CollectiveKind> kind = collectiveKindNamed(name);
        if (!kind)
            return invalidArgument(
                { KT_PHRASE("wait-causes", "%1: there is no kind %2; the kinds are those of the table, as allreduce."),
                    arg::Option { parameter::kKinds }, arg::Name { name } });
        options.kinds.push_back(*kind);
    }
    return options;
}

Result<Table> waitStepsOf(
    const std::shared_ptr<const WaitFacts>& facts, const AnalysisInput& input, const AnalysisContext& context)
{
    KT_TRY(const auto work, ScopedGpuWork::create(input, *context.classifier));
    KT_TRY(const RankStepWalls walls, stepWallsOf(input, *work));
    return waitStepsTable(facts, walls);
}

AnalysisDescriptor waitCauses()
{
    return { .id = "wait-causes",
        .title = "Waits between ranks",
        .question = "Whom do the others wait for in collectives, how long, and why?",
        .group = PanelGroup::Communication,
        .parameters = waitParameters(),
        .tables = waitTables(),
        .recordingOption = "one trace per rank, activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]",
        .readsSummaries = true,
        .run = runWaitCauses };
}

} // namespace kinetoscope
