// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/host/kernel_sequences.h"

#include "core/analysis/host/kernel_ngrams.h"
#include "core/analysis/host/sequence_finder.h"
#include "core/analysis/host/sequence_traffic.h"
#include "core/analysis/per_rank.h"
#include "core/analysis/steps.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace kinetoscope {

namespace {

constexpr const char* kSequencesTitle = "Which chains of kernels come again and again";
constexpr const char* kOccurrencesTitle = "Where the first of them are";
constexpr const char* kStepsTitle = "The first of them step by step";

std::vector<ColumnDescriptor> sequenceColumns()
{
    return {
        { "pattern", ColumnType::String, Unit::None, "Op and kernels", "" },
        { "count", ColumnType::Int, Unit::Count, "Times", "" },
        { "GPU kernel duration (us)", ColumnType::Duration, Unit::Microseconds, "Sum of the kernels", "" },
        { "CPU op duration (us)", ColumnType::Duration, Unit::Microseconds, "Sum of the ops", "" },
        { "rank", ColumnType::Int, Unit::None, "Rank", "" },
        { "kernels", ColumnType::Int, Unit::Count, "Kernels each time", "" },
        { "saving_gaps", ColumnType::Duration, Unit::Microseconds, "Saved if fused: gaps between the kernels", "" },
        { "mean_gpu_duration", ColumnType::Float, Unit::Microseconds, "Mean of the kernels, each time", "" },
        { "saving_traffic", ColumnType::Int, Unit::Bytes, "Saved if fused: results written and read again", "" },
    };
}

std::vector<ColumnDescriptor> occurrenceColumns()
{
    return {
        { "pattern", ColumnType::String, Unit::None, "Op and kernels", "" },
        { "rank", ColumnType::Int, Unit::None, "Rank", "" },
        { "ts", ColumnType::Time, Unit::Microseconds, "Op starts", "" },
        { "cpu_duration", ColumnType::Duration, Unit::Microseconds, "Op", "" },
        { "gpu_duration", ColumnType::Duration, Unit::Microseconds, "Sum of the kernels", "" },
        { "saving_gaps", ColumnType::Duration, Unit::Microseconds, "Gaps between the kernels", "" },
    };
}

std::vector<ColumnDescriptor> stepColumns()
{
    return {
        { "pattern", ColumnType::String, Unit::None, "Op and kernels", "" },
        { "rank", ColumnType::Int, Unit::None, "Rank", "" },
        { "step", ColumnType::Int, Unit::None, "Step", "" },
        { "count", ColumnType::Int, Unit::Count, "Times", "" },
        { "gpu_duration", ColumnType::Duration, Unit::Microseconds, "Sum of the kernels", "" },
        { "cpu_duration", ColumnType::Duration, Unit::Microseconds, "Sum of the ops", "" },
        { "saving_gaps", ColumnType::Duration, Unit::Microseconds, "Gaps between the kernels", "" },
    };
}

/// All that one pattern is made of.
struct PatternRow {
    std::uint32_t rank = 0; ///< in ScopedLaunches
    std::string pattern;
    std::size_t kernelCount = 0;
    std::vector<KernelSequence> sequences;
    Nanoseconds gpuTime = 0;
    Nanoseconds opTime = 0;
    Nanoseconds gaps = 0;
    std::optional<std::int64_t> traffic; ///< bytes, as if all were like the first
};

PatternRow rowOf(
    const Trace& trace, std::uint32_t rank, const SequencePattern& pattern, std::vector<KernelSequence> sequences)
{
    PatternRow row;
    row.rank = rank;
    row.pattern = trace.text(pattern.first);
    for (const StringId name : pattern.second)
        row.pattern.append(kPatternSeparator).append(trace.text(name));
    row.kernelCount = pattern.second.size();
    for (const KernelSequence& sequence : sequences) {
        row.gpuTime = saturatingAdd(row.gpuTime, sequence.gpuTime);
        row.opTime = saturatingAdd(row.opTime, trace.slices().duration(sequence.op));
        row.gaps = saturatingAdd(row.gaps, sequence.gaps);
    }
    row.sequences = std::move(sequences);
    return row;
}

void addOccurrence(
    Selection& selection, std::uint32_t rank, const KernelSequence& sequence, bool withOp, bool withKernels)
{
    if (withOp)
        selection.slices.push_back({ rank, sequence.op });
    for (std::size_t i = 0; withKernels && i < sequence.kernels.size(); ++i)
        selection.slices.push_back({ rank, sequence.kernels[i] });
}

using PatternRows = std::shared_ptr<const std::vector<PatternRow>>;

Table sequencesTable(const std::shared_ptr<const ScopedLaunches>& source, const PatternRows& rows)
{
    Table table("sequences", kSequencesTitle, sequenceColumns());
    for (const PatternRow& row : *rows) {
        const auto count = static_cast<std::int64_t>(row.sequences.size());
        table.addRow({ row.pattern, count, row.gpuTime, row.opTime, source->rankNumber(row.rank),
            static_cast<std::int64_t>(row.kernelCount), row.gaps,
            static_cast<double>(row.gpuTime) / static_cast<double>(count) / 1000.0,
            row.traffic ? Cell { *row.traffic } : Cell {} });
    }
    table.setEvidence([source, rows, names = sequenceColumns()](std::size_t rowIndex, std::size_t column) {
        const PatternRow& row = (*rows)[rowIndex];
        const std::string& name = names[column].name;
        Selection selection;
        for (const KernelSequence& sequence : row.sequences)
            addOccurrence(selection, source->rankIndex(row.rank), sequence,
                name.find("GPU") == std::string::npos && name != "mean_gpu_duration", name != "CPU op duration (us)");
        return selection;
    });
    return table;
}

/// @param chosen  rows to list, ascending.
Table occurrencesTable(const std::shared_ptr<const ScopedLaunches>& source, const PatternRows& rows,
    const std::vector<std::size_t>& chosen)
{
    Table table("occurrences", kOccurrencesTitle, occurrenceColumns());
    std::vector<std::pair<std::size_t, std::size_t>> places; // pattern, sequence
    for (const std::size_t i : chosen) {
        const PatternRow& row = (*rows)[i];
        const RankTrace& rank = source->rankTrace(row.rank);
        const SliceTable& slices = rank.trace->slices();
        for (std::size_t n = 0; n < row.sequences.size(); ++n) {
            const KernelSequence& sequence = row.sequences[n];
            table.addRow({ row.pattern, rank.rank, rank.toJobTime(slices.start[sequence.op.index()]),
                slices.duration(sequence.op), sequence.gpuTime, sequence.gaps });
            places.emplace_back(i, n);
        }
    }
    table.setEvidence([source, rows, places = std::move(places), names = occurrenceColumns()](
                          std::size_t rowIndex, std::size_t column) {
        const PatternRow& row = (*rows)[places[rowIndex].first];
        Selection selection;
        addOccurrence(selection, source->rankIndex(row.rank), row.sequences[places[rowIndex].second],
            names[column].name != "gpu_duration", names[column].name != "cpu_duration");
        return selection;
    });
    return table;
}

/// The first patterns step by step: an op belongs to the step in which it starts. Empty without steps.
Result<Table> stepsTable(const std::shared_ptr<const ScopedLaunches>& source, const PatternRows& rows,
    const std::vector<std::size_t>& chosen)
{
    Table table("steps", kStepsTitle, stepColumns());
    std::vector<std::pair<std::size_t, std::vector<std::size_t>>> members; // pattern, its sequences
    for (const std::size_t i : chosen) {
        const PatternRow& row = (*rows)[i];
        const RankTrace& rank = source->rankTrace(row.rank);
        const SliceTable& slices = rank.trace->slices();
        const Result<std::vector<Step>> steps = stepsOf(*rank.trace, source->scope());
        if (!steps)
            return steps.error();
        std::vector<std::vector<std::size_t>> byStep(steps->size());
        for (std::size_t n = 0; n < row.sequences.size(); ++n) {
            const Timestamp start = slices.start[row.sequences[n].op.index()];
            const auto after = std::upper_bound(steps->begin(), steps->end(), start,
                [](Timestamp time, const Step& step) { return time < step.range.begin; });
            if (after != steps->begin() && (after - 1)->range.contains(start))
                byStep[static_cast<std::size_t>(after - steps->begin()) - 1].push_back(n);
        }
        for (std::size_t step = 0; step < byStep.size(); ++step) {
            if (byStep[step].empty())
                continue;
            Nanoseconds gpuTime = 0;
            Nanoseconds opTime = 0;
            Nanoseconds gaps = 0;
            for (const std::size_t n : byStep[step]) {
                gpuTime = saturatingAdd(gpuTime, row.sequences[n].gpuTime);
                opTime = saturatingAdd(opTime, slices.duration(row.sequences[n].op));
                gaps = saturatingAdd(gaps, row.sequences[n].gaps);
            }
            table.addRow({ row.pattern, rank.rank, (*steps)[step].number,
                static_cast<std::int64_t>(byStep[step].size()), gpuTime, opTime, gaps });
            members.emplace_back(i, std::move(byStep[step]));
        }
    }
    table.setEvidence(
        [source, rows, members = std::move(members), names = stepColumns()](std::size_t rowIndex, std::size_t column) {
            const PatternRow& row = (*rows)[members[rowIndex].first];
            Selection selection;
            for (const std::size_t n : members[rowIndex].second)
                addOccurrence(selection, source->rankIndex(row.rank), row.sequences[n],
                    names[column].name != "gpu_duration", names[column].name != "cpu_duration");
            return selection;
        });
    return table;
}

/// Fills `traffic` of the rows of one rank.
Result<Done> estimateTraffic(const Trace& trace, std::vector<PatternRow>& rows, const Progress& progress)
{
    std::vector<const KernelSequence*> firsts;
    for (const PatternRow& row : rows)
        firsts.push_back(&row.sequences.front());
    const auto saved = savedTraffic(trace, firsts, progress);
    if (!saved)
        return saved.error();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto count = static_cast<std::int64_t>(rows[i].sequences.size());
        if (const auto& bytes = (*saved)[i])
            rows[i].traffic = *bytes > std::numeric_limits<std::int64_t>::max() / count
                ? std::numeric_limits<std::int64_t>::max()
                : *bytes * count;
    }
    return Done {};
}

std::vector<ChartDescription> charts()
{
    ChartDescription counts;
    counts.id = "patterns";
    counts.kind = ChartKind::Bars;
    counts.table = "sequences";
    counts.title = "How often each chain comes";
    counts.labelColumn = "pattern";
    counts.series = { { "count", "", PartKind::Compute } };
    return { counts };
}

/// Sorted as HTA does for a named op; without one, what fusing could save first.
void sortRows(std::vector<PatternRow>& rows, bool isNamed)
{
    std::sort(rows.begin(), rows.end(), [isNamed](const PatternRow& a, const PatternRow& b) {
        if (a.rank != b.rank)
            return a.rank < b.rank;
        if (isNamed && a.sequences.size() != b.sequences.size())
            return a.sequences.size() > b.sequences.size();
        if (!isNamed && a.gaps != b.gaps)
            return a.gaps > b.gaps;
        return a.pattern < b.pattern;
    });
}

/// The rows of the `topK` patterns that come first when the ranks are taken together, ascending. A pattern has a row on
/// each rank: of one rank these are its first rows.
std::vector<std::size_t> chosenRows(const std::vector<PatternRow>& rows, std::size_t topK, bool isNamed)
{
    std::map<std::string_view, std::int64_t> weights;
    for (const PatternRow& row : rows) {
        std::int64_t& weight = weights[row.pattern];
        weight = saturatingAdd(weight, isNamed ? static_cast<std::int64_t>(row.sequences.size()) : row.gaps);
    }
    std::vector<std::pair<std::int64_t, std::string_view>> order;
    for (const auto& [pattern, weight] : weights)
        order.emplace_back(weight, pattern);
    std::sort(order.begin(), order.end(),
        [](const auto& a, const auto& b) { return a.first != b.first ? a.first > b.first : a.second < b.second; });
    order.resize(std::min(topK, order.size()));
    std::set<std::string_view> first;
    for (const auto& [weight, pattern] : order)
        first.insert(pattern);
    std::vector<std::size_t> chosen;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (first.count(rows[i].pattern) > 0)
            chosen.push_back(i);
    }
    return chosen;
}

/// What one rank adds.
struct RankRows {
    std::vector<PatternRow> rows;
    std::vector<Remark> remarks;
};

Result<RankRows> findRows(
    const ScopedLaunches& source, std::size_t i, const SequenceRules& rules, const Progress& progress)
{
    const Trace& trace = *source.rankTrace(i).trace;
    const Result<RankLaunches> launches = source.rank(i, progress);
    if (!launches)
        return launches.error();
    Result<SequencesByPattern> found = findSequences(trace, *launches, rules, progress);
    if (!found)
        return found.error();
    RankRows rank;
    for (auto& [pattern, sequences] : found.value()) {
        if (rules.matcher || sequences.size() > 1)
            rank.rows.push_back(rowOf(trace, static_cast<std::uint32_t>(i), pattern, std::move(sequences)));
    }
    if (const Result<Done> done = estimateTraffic(trace, rank.rows, progress); !done) {
        if (done.error().code == ErrorCode::Cancelled)
            return done.error();
        rank.remarks.push_back({ "traffic-unknown",
            "Rank " + std::to_string(source.rankNumber(i)) + ": no estimate of memory traffic. " + done.error().message,
            trace.path() });
    }
    return rank;
}

Result<AnalysisResult> run(
    std::span<const AnalysisInput> inputs, const Parameters& parameters, const AnalysisContext& context)
{
    SequenceRules rules;
    const std::string& name = parameters.text("operator-name");
    if (!name.empty()) {
        Result<NameMatcher> matcher = NameMatcher::create(name, parameters.text("match"));
        if (!matcher)
            return matcher.error();
        rules.matcher = std::move(matcher).value();
    }
    rules.minimumKernels = static_cast<std::size_t>(parameters.integer("min-pattern-len"));
    rules.inLaunchOrder = parameters.text("order") == "launch";
    auto created = ScopedLaunches::create(inputs[0]);
    if (!created)
        return created.error();
    const std::shared_ptr<const ScopedLaunches> source = created.value();

    std::vector<PatternRow> rows;
    std::vector<Remark> remarks;
    const auto find = [&](std::size_t i) { return findRows(*source, i, rules, context.progress); };
    const auto add = [&](std::size_t, RankRows rank) {
        std::move(rank.rows.begin(), rank.rows.end(), std::back_inserter(rows));
        remarks.insert(remarks.end(), rank.remarks.begin(), rank.remarks.end());
    };
    if (const Result<Done> done = forEachRankInOrder(source->rankCount(), context, find, add); !done)
        return done.error();
    sortRows(rows, rules.matcher.has_value());
    const auto shared = std::make_shared<const std::vector<PatternRow>>(std::move(rows));
    const auto topK = static_cast<std::size_t>(parameters.integer("top-k"));
    Result<Table> ngrams = name.empty() ? ngramsTable(inputs[0], std::max<std::size_t>(2, rules.minimumKernels),
                               static_cast<std::size_t>(parameters.integer("max-ngram-len")), context)
                                        : Table("ngrams", kNgramsTitle, ngramColumns());
    if (!ngrams)
        return ngrams.error();
    const std::vector<std::size_t> chosen = chosenRows(*shared, topK, rules.matcher.has_value());
    Result<Table> steps = stepsTable(source, shared, chosen);
    if (!steps)
        return steps.error();
    AnalysisResult result;
    result.tables.push_back(sequencesTable(source, shared));
    result.tables.push_back(occurrencesTable(source, shared, chosen));
    result.tables.push_back(std::move(steps).value());
    result.tables.push_back(std::move(ngrams).value());
    result.charts = charts();
    result.remarks = std::move(remarks);
    if (shared->empty())
        result.remarks.push_back({ "no-sequences",
            (name.empty() ? std::string("No chain of kernels comes twice")
                          : "No op '" + name + "' launches enough kernels")
                + " in this scope: record ops and GPU work together, with activities=[ProfilerActivity.CPU, "
                  "ProfilerActivity.CUDA], or lower --min-pattern-len.",
            "" });
    return result;
}

std::vector<ParameterDescriptor> parameterDescriptors()
{
    ParameterDescriptor name { "operator-name", "Op", "The op whose kernels are looked at; none: every repeated chain",
        ParameterType::String, std::string(), std::nullopt, std::nullopt, std::nullopt, {}, false, NamedThing::Op };
    ParameterDescriptor match { "match", "Match", "How the op is named: exactly, by a part, or by a regular expression",
        ParameterType::Choice, std::string("exact"), std::string("contains"), std::nullopt, std::nullopt,
        { "exact", "contains", "regex" }, false };
    ParameterDescriptor order { "order", "Order", "Kernels by their start on the GPU or by their launch",
        ParameterType::Choice, std::string("start"), std::nullopt, std::nullopt, std::nullopt, { "start", "launch" },
        false };
    ParameterDescriptor length { "min-pattern-len", "Kernels at least", "Ops with fewer kernels are left out",
        ParameterType::Int, std::int64_t { 3 }, std::nullopt, 1.0, 1e9, {}, false };
    ParameterDescriptor top { "top-k", "Patterns shown", "Patterns in the chart and in the table of occurrences",
        ParameterType::Int, std::int64_t { 5 }, std::nullopt, 1.0, 1e9, {}, false };
    ParameterDescriptor ngram { "max-ngram-len", "Kernels at most, without an op",
        "Longest chain in the table ngrams, which is made when no op is named; not used in hta mode",
        ParameterType::Int, std::int64_t { 8 }, std::nullopt, 1.0, 64.0, {}, false };
    return { name, match, order, length, top, ngram };
}

} // namespace

Table emptySequenceTableOfHta()
{
    std::vector<ColumnDescriptor> columns = sequenceColumns();
    columns.resize(4);
    columns[2].type = ColumnType::Float; // hta mode computes in doubles
    columns[3].type = ColumnType::Float;
    return { "sequences", kSequencesTitle, std::move(columns) };
}

AnalysisDescriptor kernelSequences()
{
    AnalysisDescriptor analysis;
    analysis.id = "kernel-sequences";
    analysis.title = "Kernel sequences";
    analysis.question = "Which chains of kernels come again and again?";
    analysis.group = PanelGroup::Patterns;
    analysis.parameters = parameterDescriptors();
    analysis.tables = { { "sequences", kSequencesTitle, sequenceColumns() },
        { "occurrences", kOccurrencesTitle, occurrenceColumns() }, { "steps", kStepsTitle, stepColumns() },
        { "ngrams", kNgramsTitle, ngramColumns() } };
    analysis.recordingOption = "activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]";
    analysis.lowestRankByDefault = true;
    analysis.run = run;
    return analysis;
}

} // namespace kinetoscope
