// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/job/stragglers.h"

#include "core/analysis/collectives/matched_ranks.h"
#include "core/analysis/collectives/shared_matching.h"
#include "core/analysis/job/run_spreads.h"
#include "core/analysis/job/step_communication.h"
#include "core/analysis/job/straggler_remarks.h"
#include "core/analysis/job/straggler_vote.h"
#include "core/analysis/names/classification.h"
#include "core/analysis/ranks/measured_job.h"
#include "core/analysis/ranks/ranks_together.h"
#include "core/analysis/scope/scope_text.h"
#include "core/analysis/scope/steps.h"
#include "core/analysis/types/column_names.h"
#include "core/analysis/types/columns.h"
#include "core/analysis/types/parameter_ids.h"
#include "core/analysis/types/parameter_makers.h"
#include "core/analysis/types/stream_cell.h"
#include "core/analysis/words/not_there.h"
#include "core/base/sort_stably.h"
#include "core/base/vectors.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace kinetoscope {

namespace {

constexpr const char* kCandidatesTitle = "Ranks that come last in one collective of each group and step";
constexpr const char* kLongCollectivesTitle = "Long collectives, step by step";

std::vector<ColumnDescriptor> candidateColumns()
{
    return {
        numberColumn(column::kRank, "Rank"),
        countColumn(column::kCount, "Starts last", "Steps in which it starts last"),
        countColumn(column::kShortestCount, "Waits least", "Steps in which it waits least"),
        countColumn(column::kSteps, "Steps looked at"),
        textColumn(column::kName, "Collective", TextKind::Name),
        numberColumn(column::kStream, "Stream"),
    };
}

std::vector<ColumnDescriptor> longCollectiveColumns()
{
    return {
        textColumn(column::kName, "Collective", TextKind::Name),
        numberColumn(column::kStream, "Stream"),
        numberColumn(column::kStep, "Step"),
        countColumn("ranks", "Ranks"),
        microsecondsColumn("duration_std", "Standard deviation"),
        numberColumn("shortest_rank", "Waits least"),
        durationColumn("shortest_duration", "Shortest"),
        durationColumn("longest_duration", "Longest"),
        numberColumn("latest_rank", "Starts last", "Where the ends of the runs let it be told"),
        durationColumn("start_skew", "Start skew", "From the first to the last start"),
        numberColumn("chosen", "Chosen", "1: the candidates come from it"),
    };
}

/// @param ranks  numbers of the ranks that count; empty: all.
std::set<std::int64_t> allSteps(const AnalysisInput& input, const std::vector<std::int64_t>& ranks)
{
    std::set<std::int64_t> numbers;
    for (const RankTrace& rank : input.traces->ranks()) {
        if (!isChosen(ranks, rank.rank))
            continue;
        if (const Result<std::vector<Step>> steps = stepsOf(*rank.trace, input.scope, input.stop)) {
            for (const Step& step : *steps)
                numbers.insert(step.number);
        }
    }
    return numbers;
}

/// The steps to look at; empty where the traces have none.
Result<std::vector<std::int64_t>> chosenSteps(const AnalysisInput& input, const std::string& text)
{
    // Of a rank that was recorded twice the other recording has steps of its own; else ranks of a job have the same.
    const std::set<std::int64_t> there = allSteps(input, matchedRanks(input));
    if (text == "all") {
        if (!input.scope.steps.empty())
            return input.scope.steps;
        return std::vector<std::int64_t>(there.begin(), there.end());
    }
    Result<std::vector<std::int64_t>> steps = parseNumberList(text);
    if (!steps)
        return invalidArgument(
            { KT_PHRASE("stragglers", "%1: %2"), arg::Option { "profiler-steps" }, steps.error().message });
    for (const std::int64_t step : *steps) {
        if (!there.contains(step))
            return invalidArgument(notThere(NamedThing::Step, step, { KT_PHRASE("stragglers", "this job") },
                std::vector(there.begin(), there.end())));
    }
    return steps;
}

/// A collective and the process group that runs it: groups do not wait for each other in it.
using GroupKey = std::pair<CollectiveKey, std::uint32_t>;
using GroupCollectives = std::map<GroupKey, CollectiveSteps<Nanoseconds>>;
using Collective = GroupCollectives::value_type;

/// The last long collective of a name and process group in each step, with all its runs: each step is one vote. Long is
/// one of which any run is: who comes last has the shortest, the others' tell how long a collective took.
GroupCollectives longCollectives(const StepCommunication& communication, const CollectiveMatching& matching)
{
    struct Member {
        const StepCommunicationRow* row = nullptr;
        std::uint32_t run = 0;
    };
    std::map<std::uint32_t, std::vector<Member>> byInstance; // ranks ascending, as the rows are
    for (const StepCommunicationRow& row : communication.rows) {
        const auto run = matching.runOf(row.run.slice.rank, row.run.slice.slice);
        if (!run)
            continue;
        const std::uint32_t instance = matching.instanceOfRun[*run];
        // Where runs were lost the ends tell what belongs together, but only of what all ranks leave together.
        const CollectiveInstance& found = matching.instances[instance];
        if (found.matchedBy != MatchedBy::Realigned || isSynchronising(found.kind))
            byInstance[instance].push_back({ &row, *run });
    }
    const double shortest = kLongCollectiveShare * communication.stepLength();
    const auto isLong = [shortest](
                            const Member& member) { return static_cast<double>(member.row->run.duration) >= shortest; };
    // By the run of the first rank: runs of one rank are in order.
    std::map<std::pair<GroupKey, std::int64_t>, const std::vector<Member>*> lastOfStep;
    for (const auto& [instance, members] : byInstance) {
        if (members.size() < 2 || std::ranges::none_of(members, isLong))
            continue;
        const Member& first = members.front();
        const std::vector<Member>*& last =
            lastOfStep[{ { first.row->key, matching.instances[instance].group }, first.row->step }];
        if (!last || last->front().row->run.rank != first.row->run.rank || last->front().run < first.run)
            last = &members;
    }
    GroupCollectives collectives;
    for (const auto& [place, members] : lastOfStep) {
        for (const Member& member : *members)
            collectives[place.first][place.second].push_back(member.row->run);
    }
    return collectives;
}

/// The collectives that tell who comes late: of each process group the one whose duration differs most between its
/// ranks; the most unequal one of all comes first, and of a group whose ranks differ hardly beside it there is none.
std::vector<const Collective*> votingCollectives(const GroupCollectives& collectives)
{
    constexpr double kHardly = 0.1;
    std::map<std::uint32_t, std::pair<double, const Collective*>> byGroup;
    for (const Collective& collective : collectives) {
        const std::optional<double> spread = meanDurationSpread(collective.second);
        auto& [most, own] = byGroup[collective.first.second];
        if (spread && (!own || *spread > most)) {
            most = *spread;
            own = &collective;
        }
    }
    std::vector<std::pair<double, const Collective*>> found;
    for (const auto& [group, own] : byGroup) {
        if (own.second)
            found.push_back(own);
    }
    sortStably(found, std::greater {}, &std::pair<double, const Collective*>::first);
    std::erase_if(found,
        [most = found.empty() ? 0.0 : found.front().first](const auto& each) { return each.first < kHardly * most; });
    return mapped(found, &std::pair<double, const Collective*>::second);
}

/// The runs that alone have the greatest value(run) of their step, by rank. Of ranks that are equal nobody is last, and
/// where only one rank has a run nobody waits.
/// @param isTold  of the runs of a step: false where nobody counts.
template <typename Value, typename IsTold>
std::map<std::int64_t, Selection> aloneGreatest(
    const CollectiveSteps<Nanoseconds>& steps, Value value, const IsTold& isTold)
{
    std::map<std::int64_t, Selection> found;
    for (const auto& [step, runs] : steps) {
        const bool counts = runs.size() > 1 && isTold(runs);
        const auto byValue = [&value](const auto& a, const auto& b) { return value(a) < value(b); };
        const auto greatest = std::ranges::max_element(runs, byValue);
        const auto equals =
            std::ranges::count_if(runs, [&](const auto& run) { return value(run) == value(*greatest); });
        for (const CollectiveRun<Nanoseconds>& run : runs) {
            Selection& own = found[run.rank];
            if (counts && equals == 1 && run.rank == greatest->rank)
                own.slices.push_back(run.slice);
        }
    }
    return found;
}

Selection slicesOf(const std::vector<CollectiveRun<Nanoseconds>>& runs)
{
    Selection selection;
    for (const CollectiveRun<Nanoseconds>& run : runs)
        selection.slices.push_back(run.slice);
    return selection;
}

/// Whether all ranks leave each of the runs together, once the last has come.
bool areLeftTogether(const Collective& collective, const CollectiveMatching& matching)
{
    return std::ranges::all_of(collective.second, [&matching](const auto& step) {
        const SliceRef first = step.second.front().slice;
        const auto run = matching.runOf(first.rank, first.slice);
        return run && matching.instances[matching.instanceOfRun[*run]].isLeftTogether();
    });
}

/// A rank that comes last in a collective.
struct Straggler {
    std::int64_t rank = 0;
    const Collective* in = nullptr;
    std::size_t votes = 0;
    Selection late;
    Selection unwaiting;
    Nanoseconds waitedFor = 0; ///< over all collectives that tell: by the longest wait of each step

    [[nodiscard]] auto place() const { return std::tuple(votes, unwaiting.slices.size()); }
};

/// Those who come last, most steps first, each in the collective in which it does so in most steps.
std::vector<Straggler> stragglersIn(const std::vector<const Collective*>& voting)
{
    std::map<std::int64_t, Straggler> byRank;
    for (const Collective* collective : voting) {
        auto late = aloneGreatest(
            collective->second, [](const CollectiveRun<Nanoseconds>& run) { return run.start; }, clocksTell);
        auto unwaiting = aloneGreatest(
            collective->second, [](const CollectiveRun<Nanoseconds>& run) { return -run.duration; },
            [](const auto&) { return true; });
        // Where no clock tells, who waits least came last.
        const bool isToldByStarts =
            std::ranges::any_of(collective->second, [](const auto& step) { return clocksTell(step.second); });
        for (auto& [rank, own] : late) {
            Straggler found { rank, collective, 0, std::move(own), std::move(unwaiting.at(rank)) };
            found.votes = (isToldByStarts ? found.late : found.unwaiting).slices.size();
            Straggler& best = byRank[rank];
            found.waitedFor = best.waitedFor;
            if (!best.in || found.place() > best.place())
                best = std::move(found);
        }
        for (const auto& [step, runs] : collective->second) {
            const auto [shortest, longest] =
                std::ranges::minmax_element(runs, {}, &CollectiveRun<Nanoseconds>::duration);
            Nanoseconds& sum = byRank.at(shortest->rank).waitedFor;
            sum = saturatingAdd(sum, longest->duration - shortest->duration);
        }
    }
    std::vector<Straggler> found;
    for (auto& [rank, straggler] : byRank) {
        if (straggler.votes > 0) // else never last: no candidate
            found.push_back(std::move(straggler));
    }
    sortStably(found, std::greater {},
        [](const Straggler& each) { return std::tuple_cat(each.place(), std::tuple(each.waitedFor)); });
    return found;
}

Table candidatesTable(const TraceSet& traces, std::vector<Straggler> stragglers)
{
    Table table("candidates", kCandidatesTitle, candidateColumns());
    struct Evidence {
        Selection late;
        Selection unwaiting;
        Selection all;
        Selection firsts; ///< one of each step
    };
    std::vector<Evidence> evidence;
    for (Straggler& straggler : stragglers) {
        const auto& [key, steps] = *straggler.in;
        table.addRow({ straggler.rank, static_cast<std::int64_t>(straggler.late.slices.size()),
            static_cast<std::int64_t>(straggler.unwaiting.slices.size()), static_cast<std::int64_t>(steps.size()),
            key.first.second, streamCell(traces, key.first.first, Track::kNoStream) });
        Evidence& own = evidence.emplace_back();
        own.late = std::move(straggler.late);
        own.unwaiting = std::move(straggler.unwaiting);
        for (const auto& [step, runs] : steps) {
            own.firsts.slices.push_back(runs.front().slice);
            for (const CollectiveRun<Nanoseconds>& run : runs) {
                if (run.rank == straggler.rank)
                    own.all.slices.push_back(run.slice);
            }
        }
    }
    table.setEvidence([evidence = std::move(evidence), steps = table.columnIndex(column::kSteps),
                          late = table.columnIndex(column::kCount),
                          unwaiting = table.columnIndex(column::kShortestCount)](std::size_t row, std::size_t column) {
        const Evidence& own = evidence[row];
        return column == steps ? own.firsts : column == late ? own.late : column == unwaiting ? own.unwaiting : own.all;
    });
    return table;
}

Table collectivesTable(
    const TraceSet& traces, const GroupCollectives& collectives, const std::vector<const Collective*>& voting)
{
    Table table("collectives", kLongCollectivesTitle, longCollectiveColumns());
    std::vector<Selection> evidence;
    for (const Collective& collective : collectives) {
        const auto& [stream, name] = collective.first.first;
        const bool isVoting = std::ranges::find(voting, &collective) != voting.end();
        for (const auto& ofStep : collective.second) {
            using Run = CollectiveRun<Nanoseconds>;
            const auto step = ofStep.first;
            const auto& runs = ofStep.second; // lambdas of Clang 14 take no structured bindings
            const auto [shortest, longest] = std::ranges::minmax_element(runs, {}, &Run::duration);
            const auto [earliest, latest] = std::ranges::minmax_element(runs, {}, &Run::start);
            // As the candidates are counted: of equals nobody is last.
            const auto aloneWith = [&runs](const Run& run, auto value) {
                return std::ranges::count(runs, std::invoke(value, run), value) == 1 ? Cell { run.rank } : Cell {};
            };
            const auto spread = durationSpread(runs);
            table.addRow(
                { name, streamCell(traces, stream, Track::kNoStream), step, static_cast<std::int64_t>(runs.size()),
                    spread ? Cell { *spread / 1000.0 } : Cell {}, aloneWith(*shortest, &Run::duration),
                    shortest->duration, longest->duration, clocksTell(runs) ? aloneWith(*latest, &Run::start) : Cell {},
                    saturatingSubtract(latest->start, earliest->start), std::int64_t { isVoting ? 1 : 0 } });
            evidence.push_back(slicesOf(runs));
        }
    }
    table.setEvidence([evidence = std::move(evidence)](std::size_t row, std::size_t) { return evidence[row]; });
    return table;
}

std::vector<ChartDescription> stragglersCharts()
{
    return { { .id = "candidates",
        .table = "candidates",
        .title = kCandidatesTitle,
        .labelColumn = column::kRank,
        .series = { { column::kCount, "Starts last", {} }, { column::kShortestCount, "Waits least", {} } },
        .form = GroupedBarChart {} } };
}

Result<AnalysisResult> runStragglers(
    AnalysisInputs inputs, const Parameters& parameters, const AnalysisContext& context)
{
    const AnalysisInput& input = inputs[0];
    KT_TRY(const std::vector<std::int64_t> steps, chosenSteps(input, parameters.text(parameter::kProfilerSteps)));
    KT_TRY(const auto matching, sharedMatching(input, *context.classifier, context.progress));
    // Recordings of different runs have collectives of the same names and places, in which nobody waits for the other.
    const bool areTogether = areRanksTogether(input);
    MeasuredJob measured { matching, nullptr };
    if (areTogether && !matching->ranks.empty()) { // of a set that as a whole is on the clocks of its files
        KT_TRY(measured, measuredJob(input, *context.classifier, {}, context.progress));
    }
    KT_TRY(const StepCommunication communication, communicationOf(input, steps, measured.clocks.get(), context));
    const GroupCollectives collectives = areTogether ? longCollectives(communication, *matching) : GroupCollectives();
    const std::vector<const Collective*> voting = votingCollectives(collectives);
    std::vector<Straggler> found = stragglersIn(voting);
    CandidateVotes votes;
    votes.stepLength = communication.stepLength();
    for (const Straggler& each : found) {
        votes.all = saturatingAdd(votes.all, each.waitedFor);
        votes.waitedFor = std::max(votes.waitedFor, each.waitedFor);
    }
    if (!found.empty()) {
        votes.steps = found.front().in->second.size();
        votes.votes = found.front().votes;
    }
    found.resize(std::min(found.size(), static_cast<std::size_t>(parameters.integer(parameter::kNumCandidates))));
    const Collective* chosen = !found.empty() ? found.front().in : !voting.empty() ? voting.front() : nullptr;
    const auto first = !found.empty() ? std::optional(found.front().rank) : std::nullopt;
    AnalysisResult result;
    result.tables = tableList(
        candidatesTable(*input.traces, std::move(found)), collectivesTable(*input.traces, collectives, voting));
    result.charts = stragglersCharts();
    if (areTogether)
        result.remarks = matching->remarks;
    if (steps.empty())
        result.remarks.push_back(withoutSteps(input.traces->ranks().size()));
    if (!communication.leftOut.empty() && communication.leftOut.size() < input.traces->ranks().size())
        result.remarks.push_back(ranksLeftOut(communication.leftOut));
    if (chosen) {
        KT_TRY_DONE(remarkOnStarts(chosen->second, input, context, result.remarks));
        if (!areLeftTogether(*chosen, *matching))
            result.remarks.push_back(earlyLeavers(chosen->first.first.second));
        const std::size_t before = result.remarks.size();
        KT_TRY_DONE(remarkOnOtherWaits(first, input, context, result.remarks));
        if (const auto little = candidatesTellLittle(votes); little && result.remarks.size() == before)
            result.remarks.push_back(*little);
    } else {
        append(result.remarks, noStragglers(input, *matching));
    }
    return result;
}

} // namespace

Table emptyStragglerTableOfHta()
{
    return { "candidates", "Ranks among the last to start in one collective that HTA picks",
        firstLikeHta(2,
            { numberColumn(column::kRank, "Rank"),
                countColumn(column::kCount, "Among the last",
                    "Steps in which it is one of the last to start: of as many as there are candidates") }) };
}

AnalysisDescriptor stragglers()
{
    return { .id = "stragglers",
        .title = "Stragglers",
        .question = "Which rank do the others wait for?",
        .group = PanelGroup::Communication,
        .parameters = { naming(NamedThing::Step,
                            textParameter(
                                parameter::kProfilerSteps, "Steps", "Steps to look at, as in 10-12, or all", "all")),
            countParameter(parameter::kNumCandidates, "Candidates", "Number of ranks to name", 2, { 1.0, 1e9 }) },
        .tables = { { "candidates", kCandidatesTitle, candidateColumns() },
            { "collectives", kLongCollectivesTitle, longCollectiveColumns() } },
        .recordingOption = "one trace per rank, activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]",
        .run = runStragglers };
}

} // namespace kinetoscope
