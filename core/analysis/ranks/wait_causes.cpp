// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/ranks/wait_causes.h"

#include "core/analysis/gpu/gpu_work.h"
#include "core/analysis/ranks/group_words.h"
#include "core/analysis/ranks/wait_columns.h"
#include "core/analysis/ranks/wait_totals.h"
#include "core/analysis/scope/steps.h"
#include "core/analysis/types/column_names.h"
#include "core/numeric/rounding.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

namespace kinetoscope {

namespace {

constexpr const char* kRanksTitle = "Who the others wait for";
constexpr const char* kInstancesTitle = "Collectives, and who came last";
constexpr const char* kStepsTitle = "Waits by step";
constexpr const char* kGroupsTitle = "Waits by process group";
constexpr const char* kRankGroupsTitle = "Waits by rank and process group";
constexpr const char* kWaitsTitle = "Each wait";
constexpr const char* kMinWaits = "min-waits";
constexpr const char* kClockAlignment = "clock-alignment";

Cell percentCell(Nanoseconds part, Nanoseconds whole)
{
    if (whole <= 0)
        return std::int64_t { 0 } == whole && part == 0 ? Cell(0.0) : Cell();
    return roundHalfEven(static_cast<double>(part) * 100.0 / static_cast<double>(whole), 4);
}

template <typename Number> Cell numberCell(const std::optional<Number>& number)
{
    return number ? Cell(*number) : Cell();
}

/// What tables are made of, for evidence.
struct WaitFacts {
    std::shared_ptr<const TraceSet> traces;
    CollectiveMatching matching;
    WaitLedger ledger;
    LedgerTotals totals;

    [[nodiscard]] std::int64_t rankOf(std::uint32_t rank) const { return traces->ranks()[rank].rank; }
    [[nodiscard]] Selection selectionOf(const std::vector<std::uint32_t>& runs) const
    {
        Selection selection;
        for (const std::uint32_t run : runs)
            selection.slices.push_back({ matching.runs[run].rank, matching.runs[run].slice });
        return selection;
    }
};
using SharedFacts = std::shared_ptr<const WaitFacts>;

/// Evidence of a table whose rows are about runs.
void setRunEvidence(Table& table, SharedFacts facts, std::vector<std::vector<std::uint32_t>> runs)
{
    table.setEvidence([facts = std::move(facts), runs = std::move(runs)](
                          std::size_t row, std::size_t) { return facts->selectionOf(runs[row]); });
}

/// Walls of a rank's steps in the scope, by number.
Result<std::map<std::int64_t, Nanoseconds>> wallsOf(const AnalysisInput& input, const RankTrace& rank)
{
    const Result<std::vector<Step>> steps = stepsOf(*rank.trace, input.scope, input.stop);
    if (!steps)
        return steps.error();
    std::map<std::int64_t, Nanoseconds> walls;
    for (const Step& step : *steps) {
        const std::vector<std::int64_t>& chosen = input.scope.steps;
        if (!chosen.empty() && std::find(chosen.begin(), chosen.end(), step.number) == chosen.end())
            continue;
        TimeRange wall { rank.toJobTime(step.range.begin), rank.toJobTime(step.range.end) };
        if (input.scope.range)
            wall = wall.clippedTo(*input.scope.range);
        if (!wall.isEmpty())
            walls[step.number] = saturatingAdd(walls[step.number], wall.length());
    }
    return walls;
}

using StepWalls = std::map<std::uint32_t, std::map<std::int64_t, Nanoseconds>>;

/// Of each rank of the scope: the sum of its steps' walls, else first to last GPU work.
Result<std::map<std::uint32_t, Nanoseconds>> timesOf(
    const AnalysisInput& input, StepWalls& walls, const AnalysisContext& context)
{
    const auto work = ScopedGpuWork::create(input, *context.classifier);
    if (!work)
        return work.error();
    std::map<std::uint32_t, Nanoseconds> times;
    for (std::size_t i = 0; i < work.value()->rankCount(); ++i) {
        Result<std::map<std::int64_t, Nanoseconds>> own = wallsOf(input, work.value()->rankTrace(i));
        if (!own)
            return own.error();
        Nanoseconds& time = times[work.value()->rankIndex(i)];
        for (const auto& [step, wall] : *own)
            time = saturatingAdd(time, wall);
        if (own->empty()) {
            const Result<RankGpuWork> rank = work.value()->rank(i, context.progress);
            if (!rank)
                return rank.error();
            time = rank->rows.empty() ? 0 : hullOf(rank->rows).length();
        }
        walls[work.value()->rankIndex(i)] = std::move(own).value();
    }
    return times;
}

/// Ranks of a collective; 0 where the file does not say.
std::int64_t ranksExpected(const CollectiveMatching& matching, const CollectiveInstance& instance)
{
    return instance.kind == CollectiveKind::Pair ? 2 : matching.groups[instance.group].size;
}

/// Said where figures are about the ranks that are there.
void remarkOnMissing(const WaitLedger& ledger, const CollectiveMatching& matching, std::vector<Remark>& remarks)
{
    const auto missing = std::count_if(ledger.instances.begin(), ledger.instances.end(), [&](const WaitInstance& each) {
        return static_cast<std::int64_t>(each.ranks.size())
            < ranksExpected(matching, matching.instances[each.instance]);
    });
    if (missing > 0)
        remarks.push_back({ "ranks-missing",
            { KT_PHRASE("wait-causes",
                  "%1 of %2 collectives lack ranks of their group in this scope: of these the transfer may be shorter "
                  "than it looks, and the last of the ranks that are there may itself have waited."),
                arg::Count { missing }, arg::Count { ledger.instances.size() } } });
}

Table waitRanksTable(const SharedFacts& facts, const std::map<std::uint32_t, Nanoseconds>& times)
{
    Table table("ranks", kRanksTitle, waitRankColumns());
    std::vector<std::vector<std::uint32_t>> runs;
    for (const auto& [rank, time] : times) {
        const auto found = facts->totals.ranks.find(rank);
        const WaitTotals totals = found == facts->totals.ranks.end() ? WaitTotals {} : found->second;
        table.addRow({ facts->rankOf(rank), totals.instances, totals.lastCount, totals.caused,
            percentCell(totals.caused, facts->ledger.charged), totals.heldUp, totals.suffered, totals.exposed, time,
            percentCell(totals.exposed, time) });
        runs.push_back(totals.runs);
    }
    setRunEvidence(table, facts, std::move(runs));
    return table;
}

Table waitInstancesTable(const SharedFacts& facts, Timestamp first, Nanoseconds leastWaits)
{
    Table table("instances", kInstancesTitle, waitInstanceColumns());
    std::vector<std::vector<std::uint32_t>> runs;
    std::int64_t number = -1;
    for (const WaitInstance& instance : facts->ledger.instances) {
        ++number;
        if (instance.waits < leastWaits)
            continue;
        const CollectiveInstance& found = facts->matching.instances[instance.instance];
        const NamedGroup& group = facts->matching.groups[found.group];
        std::vector<std::uint32_t>& own = runs.emplace_back();
        Cell last;
        for (const RankWait& rank : instance.ranks) {
            own.push_back(rank.run);
            if (rank.isLast && std::holds_alternative<std::monostate>(last))
                last = facts->rankOf(facts->matching.runs[rank.run].rank);
        }
        const std::int64_t expected = ranksExpected(facts->matching, found);
        const auto ofCharged = [&instance](Nanoseconds figure) { return instance.isCharged ? Cell(figure) : Cell(); };
        table.addRow({ number, groupText(group), std::string(toString(found.kind)), numberCell(found.sequence),
            numberCell(facts->matching.runs[own.front()].step), std::string(toString(found.matchedBy)),
            static_cast<std::int64_t>(instance.ranks.size()), expected > 0 ? Cell(expected) : Cell(),
            saturatingSubtract(instance.start, first), instance.transfer, last,
            ofCharged(static_cast<std::int64_t>(instance.tied)), ofCharged(instance.waits),
            ofCharged(instance.longestWait), ofCharged(instance.heldUp), instance.endSpread });
    }
    setRunEvidence(table, facts, std::move(runs));
    return table;
}

Table waitStepsTable(const SharedFacts& facts, const StepWalls& walls)
{
    Table table("steps", kStepsTitle, waitStepColumns());
    std::vector<std::vector<std::uint32_t>> runs;
    const auto add = [&](std::uint32_t rank, std::optional<std::int64_t> step, std::optional<Nanoseconds> wall) {
        const auto found = facts->totals.steps.find({ rank, step });
        const WaitTotals totals = found == facts->totals.steps.end() ? WaitTotals {} : found->second;
        table.addRow({ facts->rankOf(rank), numberCell(step), numberCell(wall), totals.instances, totals.suffered,
            totals.exposed, wall ? percentCell(totals.exposed, *wall) : Cell(), totals.lastCount, totals.caused,
            totals.heldUp });
        runs.push_back(totals.runs);
    };
    for (const auto& [rank, steps] : walls) {
        if (facts->totals.steps.contains({ rank, std::nullopt }))
            add(rank, std::nullopt, std::nullopt);
        for (const auto& [step, wall] : steps)
            add(rank, step, wall);
    }
    setRunEvidence(table, facts, std::move(runs));
    return table;
}

std::string kindsText(const GroupWaitTotals& group)
{
    std::vector<std::pair<std::int64_t, std::string>> kinds; // most first, then by name
    for (const auto& [kind, count] : group.kinds)
        kinds.emplace_back(-count, std::string(toString(kind)));
    std::sort(kinds.begin(), kinds.end());
    std::string text;
    for (const auto& [count, kind] : kinds)
        text += (text.empty() ? "" : " ") + kind;
    return text;
}

void addGroupRow(Table& table, const WaitFacts& facts, const NamedGroup& group, const GroupWaitTotals& totals)
{
    std::vector<std::pair<Nanoseconds, std::uint32_t>> caused; // most first, then the lowest rank
    for (const auto& [rank, time] : totals.caused)
        caused.emplace_back(-time, rank);
    std::sort(caused.begin(), caused.end());
    Nanoseconds worst = 0;
    const std::size_t few = std::max<std::size_t>(1, totals.ranks.size() * 3 / 100);
    for (std::size_t i = 0; i < std::min(few, caused.size()); ++i)
        worst = saturatingSubtract(worst, caused[i].first);
    const bool hasWaits = totals.waits > 0;
    table.addRow({ groupText(group), rankSetText(group.ranks), group.size > 0 ? Cell(group.size) : Cell(),
        static_cast<std::int64_t>(totals.ranks.size()), totals.instances, totals.complete, totals.unmatched,
        kindsText(totals), totals.waits, totals.transfer, hasWaits ? Cell(facts.rankOf(caused.front().second)) : Cell(),
        hasWaits ? percentCell(-caused.front().first, totals.waits) : Cell(),
        hasWaits ? percentCell(worst, totals.waits) : Cell() });
}

Table waitGroupsTable(const SharedFacts& facts)
{
    Table table("groups", kGroupsTitle, waitGroupColumns());
    std::vector<std::uint32_t> order;
    for (const auto& [group, totals] : facts->totals.groups)
        order.push_back(group);
    const auto textOf = [&](std::uint32_t group) { return groupText(facts->matching.groups[group]); };
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        const Nanoseconds ofA = facts->totals.groups.at(a).waits;
        const Nanoseconds ofB = facts->totals.groups.at(b).waits;
        return ofA != ofB ? ofA > ofB : textOf(a) < textOf(b);
    });
    std::vector<std::vector<std::uint32_t>> runs;
    for (const std::uint32_t group : order) {
        addGroupRow(table, *facts, facts->matching.groups[group], facts->totals.groups.at(group));
        runs.push_back(facts->totals.groups.at(group).runs);
    }
    setRunEvidence(table, facts, std::move(runs));
    return table;
}

Table waitRankGroupsTable(const SharedFacts& facts)
{
    Table table("rank-groups", kRankGroupsTitle, waitRankGroupColumns());
    std::vector<std::vector<std::uint32_t>> runs;
    for (const auto& [key, totals] : facts->totals.rankGroups) {
        table.addRow({ facts->rankOf(key.first), groupText(facts->matching.groups[key.second]), totals.instances,
            totals.lastCount, totals.caused, totals.heldUp, totals.suffered, totals.exposed });
        runs.push_back(totals.runs);
    }
    setRunEvidence(table, facts, std::move(runs));
    return table;
}

Table waitsTable(const SharedFacts& facts)
{
    Table table("waits", kWaitsTitle, waitRunColumns());
    std::vector<std::vector<std::uint32_t>> runs;
    std::int64_t number = 0;
    for (const WaitInstance& instance : facts->ledger.instances) {
        for (const RankWait& rank : instance.ranks) {
            const CommunicationRun& run = facts->matching.runs[rank.run];
            const auto ofCharged = [&instance](Nanoseconds wait) { return instance.isCharged ? Cell(wait) : Cell(); };
            table.addRow({ number, facts->rankOf(run.rank), rank.arrival, run.range.length(), ofCharged(rank.wait),
                ofCharged(rank.exposed) });
            runs.push_back({ rank.run });
        }
        ++number;
    }
    setRunEvidence(table, facts, std::move(runs));
    return table;
}

/// Job time of the earliest event that has a duration and is no profiler's span, clocks aligned.
Timestamp firstEvent(const TraceSet& traces, const RankClocks& clocks)
{
    constexpr int kNoEvent = kSliceInstant | kSliceCorrupt | kSliceCorruptTime | kSliceMissingDuration;
    Timestamp first = kMaxTimestamp;
    for (std::size_t rank = 0; rank < traces.ranks().size(); ++rank) {
        const RankTrace& trace = traces.ranks()[rank];
        const SliceTable& slices = trace.trace->slices();
        Timestamp own = kMaxTimestamp;
        for (std::size_t row = 0; row < slices.size(); ++row) {
            if (slices.kind[row] != EventKind::TraceSpan && (slices.flags[row] & kNoEvent) == 0)
                own = std::min(own, slices.start[row]);
        }
        if (own != kMaxTimestamp)
            first = std::min(first, clocks.ranks[rank].applied(trace.toJobTime(own)));
    }
    return first;
}

Result<AnalysisResult> runWaitCauses(
    std::span<const AnalysisInput> inputs, const Parameters& parameters, const AnalysisContext& context)
{
    const AnalysisInput& input = inputs[0];
    Result<CollectiveMatching> matching = matchCollectives(*input.traces, *context.classifier, context.progress);
    if (!matching)
        return matching.error();
    Result<RankClocks> clocks = alignClocks(*input.traces, *matching, {}, context.progress);
    if (!clocks)
        return clocks.error();
    if (!parameters.boolean(kClockAlignment)) {
        for (RankClock& clock : clocks->ranks)
            clock.applied = {};
    }
    Result<WaitLedger> ledger = waitLedger(input, *matching, *clocks, context);
    if (!ledger)
        return ledger.error();
    StepWalls walls;
    const auto times = timesOf(input, walls, context);
    if (!times)
        return times.error();
    AnalysisResult result;
    result.remarks = matching->remarks;
    result.remarks.insert(result.remarks.end(), clocks->remarks.begin(), clocks->remarks.end());
    if (ledger->instances.empty())
        result.remarks.push_back({ "no-collectives",
            { KT_PHRASE("wait-causes",
                  "No collective was found on two ranks or more in this scope: record every rank of the job, with %1."),
                arg::Text { kGpuRecordingOption } } });
    remarkOnMissing(*ledger, *matching, result.remarks);
    auto facts = std::make_shared<WaitFacts>();
    facts->traces = input.traces;
    facts->totals = totalsOf(*ledger, *matching);
    facts->matching = std::move(matching).value();
    facts->ledger = std::move(ledger).value();
    result.tables.push_back(waitRanksTable(facts, *times));
    result.tables.push_back(
        waitInstancesTable(facts, firstEvent(*input.traces, *clocks), parameters.integer(kMinWaits)));
    result.tables.push_back(waitStepsTable(facts, walls));
    result.tables.push_back(waitGroupsTable(facts));
    result.tables.push_back(waitRankGroupsTable(facts));
    result.tables.push_back(waitsTable(facts));
    return result;
}

} // namespace

AnalysisDescriptor waitCauses()
{
    AnalysisDescriptor analysis;
    analysis.id = "wait-causes";
    analysis.title = "Waits between ranks";
    analysis.question = "Whom do the others wait for in collectives, and how long?";
    analysis.group = PanelGroup::Communication;
    analysis.parameters = { { .id = kMinWaits,
                                .title = "Least waits",
                                .help = "Collectives with less waiting are not listed; they count all the same",
                                .type = ParameterType::Duration,
                                .defaultValue = std::int64_t { 0 },
                                .minimum = 0.0 },
        { .id = kClockAlignment,
            .title = "Align clocks",
            .help = "Put starts and ends on one clock where it is known; waits need none",
            .type = ParameterType::Bool,
            .defaultValue = true } };
    analysis.tables = { { "ranks", kRanksTitle, waitRankColumns() },
        { "instances", kInstancesTitle, waitInstanceColumns() }, { "steps", kStepsTitle, waitStepColumns() },
        { "groups", kGroupsTitle, waitGroupColumns() }, { "rank-groups", kRankGroupsTitle, waitRankGroupColumns() },
        { "waits", kWaitsTitle, waitRunColumns() } };
    analysis.recordingOption = "one trace per rank, activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]";
    analysis.run = runWaitCauses;
    return analysis;
}

} // namespace kinetoscope
