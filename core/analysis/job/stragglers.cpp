// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/job/stragglers.h"

#include "core/analysis/gpu/gpu_work.h"
#include "core/analysis/job/straggler_vote.h"
#include "core/analysis/scope_text.h"
#include "core/analysis/steps.h"
#include "core/analysis/stream_cell.h"
#include "core/analysis/words.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace kinetoscope {

namespace {

constexpr const char* kCandidatesTitle = "Which ranks the others may be waiting for";
constexpr const char* kCollectivesTitle = "Long collectives, step by step";
constexpr std::int64_t kWholeTrace = 0; ///< the step number where there are no steps

std::vector<ColumnDescriptor> candidateColumns()
{
    return {
        { "rank", ColumnType::Int, Unit::None, "Rank", "" },
        { "count", ColumnType::Int, Unit::Count, "Steps in which it starts last", "" },
        { "shortest_count", ColumnType::Int, Unit::Count, "Steps in which it waits least", "" },
        { "steps", ColumnType::Int, Unit::Count, "Steps looked at", "" },
        { "name", ColumnType::String, Unit::None, "Collective", "", false, TextKind::Name },
        { "stream", ColumnType::Int, Unit::None, "Stream", "" },
    };
}

std::vector<ColumnDescriptor> collectiveColumns()
{
    return {
        { "name", ColumnType::String, Unit::None, "Collective", "", false, TextKind::Name },
        { "stream", ColumnType::Int, Unit::None, "Stream", "" },
        { "step", ColumnType::Int, Unit::None, "Step", "" },
        { "ranks", ColumnType::Int, Unit::Count, "Ranks", "" },
        { "duration_std", ColumnType::Float, Unit::Microseconds, "Deviation of durations", "" },
        { "shortest_rank", ColumnType::Int, Unit::None, "Waits least", "" },
        { "shortest_duration", ColumnType::Duration, Unit::Microseconds, "Shortest", "" },
        { "longest_duration", ColumnType::Duration, Unit::Microseconds, "Longest", "" },
        { "latest_rank", ColumnType::Int, Unit::None, "Starts last", "" },
        { "start_skew", ColumnType::Duration, Unit::Microseconds, "First to last start", "" },
        { "chosen", ColumnType::Int, Unit::None, "Candidates come from it", "" },
    };
}

/// A communication kernel and the step it was launched in.
struct CommunicationRow {
    CollectiveKey key;
    std::int64_t step = 0;
    CollectiveRun<Nanoseconds> run;
};

/// The steps whose work is compared, and that work.
struct Communication {
    std::vector<CommunicationRow> rows; ///< ranks ascending; latest start of a rank's collective in a step last
    std::set<std::int64_t> steps;
    Timestamp begin = kMaxTimestamp;
    Timestamp end = kMinTimestamp;

    void include(TimeRange range)
    {
        begin = std::min(begin, range.begin);
        end = std::max(end, range.end);
    }
    [[nodiscard]] double stepLength() const
    {
        return steps.empty() || end <= begin
            ? 0.0
            : static_cast<double>(saturatingSubtract(end, begin)) / static_cast<double>(steps.size());
    }
};

/// The communication of the given steps of all ranks, in one pass; of the whole scope as one step if there are none.
Result<Communication> communicationOf(
    const AnalysisInput& input, const std::vector<std::int64_t>& steps, const AnalysisContext& context)
{
    AnalysisInput chosen = input;
    chosen.scope.steps = steps;
    const auto work = ScopedGpuWork::create(chosen, *context.classifier);
    if (!work)
        return work.error();
    Communication found;
    found.steps.insert(steps.begin(), steps.end());
    if (steps.empty())
        found.steps.insert(kWholeTrace);
    for (std::size_t i = 0; i < work.value()->rankCount(); ++i) {
        const Result<RankGpuWork> rank = work.value()->rank(i, context.progress);
        if (!rank)
            return rank.error();
        const Trace& trace = *work.value()->rankTrace(i).trace;
        for (const TimeRange& range : rank->window)
            found.include(range);
        const std::size_t first = found.rows.size();
        for (const GpuStream& stream : rank->streams) {
            for (std::size_t at = stream.firstRow; at < stream.firstRow + stream.rowCount; ++at) {
                const GpuWorkRow& row = rank->rows[at];
                if (row.type != KernelType::Communication)
                    continue;
                const CollectiveRun<Nanoseconds> run { rank->rank, row.range.begin, row.range.length(),
                    { rank->rankIndex, row.slice } };
                const std::int64_t step = work.value()->stepNumberOf(i, row.slice).value_or(kWholeTrace);
                found.rows.push_back({ { stream.stream, std::string(trace.name(row.slice)) }, step, run });
            }
        }
        std::stable_sort(found.rows.begin() + static_cast<std::ptrdiff_t>(first), found.rows.end(),
            [](const CommunicationRow& a, const CommunicationRow& b) { return a.run.start < b.run.start; });
    }
    return found;
}

std::set<std::int64_t> allSteps(const AnalysisInput& input)
{
    std::set<std::int64_t> numbers;
    for (const RankTrace& rank : input.traces->ranks()) {
        if (const Result<std::vector<Step>> steps = stepsOf(*rank.trace, input.scope)) {
            for (const Step& step : *steps)
                numbers.insert(step.number);
        }
    }
    return numbers;
}

/// The steps to look at; empty where the traces have none.
Result<std::vector<std::int64_t>> chosenSteps(const AnalysisInput& input, const std::string& text)
{
    const std::set<std::int64_t> there = allSteps(input);
    if (text == "all") {
        if (!input.scope.steps.empty())
            return input.scope.steps;
        return std::vector<std::int64_t>(there.begin(), there.end());
    }
    Result<std::vector<std::int64_t>> steps = parseNumberList(text);
    if (!steps)
        return Error { ErrorCode::InvalidArgument, "--profiler-steps: " + steps.error().message };
    for (const std::int64_t step : *steps) {
        if (!there.contains(step))
            return Error { ErrorCode::InvalidArgument,
                notThereWords("step", step, "this job", std::vector(there.begin(), there.end())) };
    }
    return steps;
}

Collectives<Nanoseconds> longCollectives(const Communication& communication)
{
    Collectives<Nanoseconds> collectives;
    const double shortest = kLongCollectiveShare * communication.stepLength();
    for (const CommunicationRow& row : communication.rows) {
        if (static_cast<double>(row.run.duration) >= shortest)
            putRun(collectives, row.key, row.step, row.run);
    }
    return collectives;
}

Selection slicesOf(const std::vector<CollectiveRun<Nanoseconds>>& runs)
{
    Selection selection;
    for (const CollectiveRun<Nanoseconds>& run : runs)
        selection.slices.push_back(run.slice);
    return selection;
}

using Collective = Collectives<Nanoseconds>::value_type;

Table candidatesTable(const TraceSet& traces, const Collective* collective, std::size_t count)
{
    Table table("candidates", kCandidatesTitle, candidateColumns());
    std::vector<Selection> evidence;
    if (collective) {
        const auto late =
            countExtremes(collective->second, count, [](const CollectiveRun<Nanoseconds>& run) { return run.start; });
        const auto unwaiting = countExtremes(
            collective->second, count, [](const CollectiveRun<Nanoseconds>& run) { return -run.duration; });
        for (const auto& [rank, votes] : firstByVotes(late, count)) {
            table.addRow({ rank, votes, unwaiting.at(rank), static_cast<std::int64_t>(collective->second.size()),
                collective->first.second, streamCell(traces, collective->first.first, Track::kNoStream) });
            Selection& own = evidence.emplace_back();
            for (const auto& [step, runs] : collective->second) {
                for (const CollectiveRun<Nanoseconds>& run : runs) {
                    if (run.rank == rank)
                        own.slices.push_back(run.slice);
                }
            }
        }
    }
    Selection firsts; // one of each step
    if (collective) {
        for (const auto& [step, runs] : collective->second)
            firsts.slices.push_back(runs.front().slice);
    }
    table.setEvidence([evidence = std::move(evidence), firsts = std::move(firsts), steps = table.columnIndex("steps")](
                          std::size_t row, std::size_t column) { return column == steps ? firsts : evidence[row]; });
    return table;
}

Table collectivesTable(const TraceSet& traces, const Collectives<Nanoseconds>& collectives, const Collective* chosen)
{
    Table table("collectives", kCollectivesTitle, collectiveColumns());
    std::vector<Selection> evidence;
    for (const Collective& collective : collectives) {
        const Cell stream = streamCell(traces, collective.first.first, Track::kNoStream);
        for (const auto& [step, runs] : collective.second) {
            const auto byDuration = [](const auto& a, const auto& b) { return a.duration < b.duration; };
            const auto byStart = [](const auto& a, const auto& b) { return a.start < b.start; };
            const auto [shortest, longest] = std::minmax_element(runs.begin(), runs.end(), byDuration);
            const auto [earliest, latest] = std::minmax_element(runs.begin(), runs.end(), byStart);
            const auto spread = durationSpread(runs);
            table.addRow({ collective.first.second, stream, step, static_cast<std::int64_t>(runs.size()),
                spread ? Cell { *spread / 1000.0 } : Cell {}, shortest->rank, shortest->duration, longest->duration,
                latest->rank, saturatingSubtract(latest->start, earliest->start),
                std::int64_t { &collective == chosen ? 1 : 0 } });
            evidence.push_back(slicesOf(runs));
        }
    }
    table.setEvidence([evidence = std::move(evidence)](std::size_t row, std::size_t) { return evidence[row]; });
    return table;
}

std::vector<ChartDescription> charts()
{
    ChartDescription votes;
    votes.id = "candidates";
    votes.kind = ChartKind::GroupedBars;
    votes.table = "candidates";
    votes.title = kCandidatesTitle;
    votes.labelColumn = "rank";
    votes.series = { { "count", "Starts last", PartKind::Communication },
        { "shortest_count", "Waits least", PartKind::IdleHostWait } };
    return { votes };
}

Result<AnalysisResult> run(
    std::span<const AnalysisInput> inputs, const Parameters& parameters, const AnalysisContext& context)
{
    const AnalysisInput& input = inputs[0];
    const Result<std::vector<std::int64_t>> steps = chosenSteps(input, parameters.text("profiler-steps"));
    if (!steps)
        return steps.error();
    const Result<Communication> communication = communicationOf(input, *steps, context);
    if (!communication)
        return communication.error();
    const Collectives<Nanoseconds> collectives = longCollectives(*communication);
    const Collective* chosen = mostUnequalCollective(collectives);
    AnalysisResult result;
    result.tables.push_back(
        candidatesTable(*inputs[0].traces, chosen, static_cast<std::size_t>(parameters.integer("num-candidates"))));
    result.tables.push_back(collectivesTable(*inputs[0].traces, collectives, chosen));
    result.charts = charts();
    if (steps->empty())
        result.remarks.push_back({ "no-steps", "These traces have no steps: the whole of them counts as one.", "" });
    if (!chosen)
        result.remarks.push_back({ "no-collectives",
            "No long collective runs on two ranks or more in this scope: record every rank of the job, with "
            "activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA].",
            "" });
    return result;
}

} // namespace

Table emptyStragglerTableOfHta()
{
    std::vector<ColumnDescriptor> columns = candidateColumns();
    columns.resize(2);
    return { "candidates", kCandidatesTitle, std::move(columns) };
}

AnalysisDescriptor stragglers()
{
    AnalysisDescriptor analysis;
    analysis.id = "stragglers";
    analysis.title = "Stragglers";
    analysis.question = "Which rank do the others wait for?";
    analysis.group = PanelGroup::Communication;
    analysis.parameters = { { "profiler-steps", "Steps", "Steps to look at, as in 10-12, or all", ParameterType::String,
                                std::string("all"), std::nullopt, std::nullopt, std::nullopt, {}, false,
                                NamedThing::Step },
        { "num-candidates", "Candidates", "Number of ranks to name", ParameterType::Int, std::int64_t { 2 },
            std::nullopt, 1.0, 1e9, {}, false } };
    analysis.tables = { { "candidates", kCandidatesTitle, candidateColumns() },
        { "collectives", kCollectivesTitle, collectiveColumns() } };
    analysis.recordingOption = "one trace per rank, activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]";
    analysis.run = run;
    return analysis;
}

} // namespace kinetoscope
