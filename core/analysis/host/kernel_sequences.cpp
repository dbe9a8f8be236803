// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/host/kernel_sequences.h"

#include "core/analysis/gpu/slipped_names.h"
#include "core/analysis/host/kernel_ngrams.h"
#include "core/analysis/host/sequence_rows.h"
#include "core/analysis/scope/recorded_elsewhere.h"
#include "core/analysis/scope/steps.h"
#include "core/analysis/types/column_names.h"
#include "core/analysis/types/columns.h"
#include "core/analysis/types/parameter_ids.h"
#include "core/analysis/types/parameter_makers.h"
#include "core/analysis/words/remark_codes.h"
#include "core/base/vectors.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace kinetoscope {

namespace {

constexpr const char* kKernelSequencesTitle = "Which chains of kernels ops launch again and again";
constexpr const char* kOccurrencesTitle = "Where the first of them are";
constexpr const char* kSequenceStepsTitle = "The first of them step by step";

std::vector<ColumnDescriptor> sequenceColumns()
{
    return {
        textColumn(column::kPattern, "Op and kernels", TextKind::Chain),
        defined(countColumn(column::kCount, "Times"),
            "How often the op launches the chain; chains of a named op are listed by it, rank by rank"),
        durationColumn("GPU kernel duration (us)", "Kernel time", "Sum of the kernels"),
        durationColumn("CPU op duration (us)", "Op time", "Sum of the ops"),
        numberColumn(column::kRank, "Rank"),
        countColumn("kernels", "Kernels each time"),
        durationColumn(column::kSavingGaps, "Gaps saved",
            "Gaps between the kernels, which fusing would save; chains of all ops are listed by it, rank by rank"),
        microsecondsColumn(column::kMeanGpuDuration, "Mean kernel time", "Sum of the kernels, mean of an occurrence"),
        defined({ "saving_traffic", ColumnType::Int, Unit::Bytes, "Traffic saved" },
            "Results written and read again, which fusing would save"),
    };
}

std::vector<ColumnDescriptor> occurrenceColumns()
{
    return {
        textColumn(column::kPattern, "Op and kernels", TextKind::Chain),
        numberColumn(column::kRank, "Rank"),
        { column::kTs, ColumnType::Time, Unit::Microseconds, "Op starts" },
        durationColumn(column::kCpuDuration, "Op"),
        durationColumn(column::kGpuDuration, "Kernel time", "Sum of the kernels"),
        durationColumn(column::kSavingGaps, "Gaps", "Gaps between the kernels"),
    };
}

std::vector<ColumnDescriptor> sequenceStepColumns()
{
    return {
        textColumn(column::kPattern, "Op and kernels", TextKind::Chain),
        numberColumn(column::kRank, "Rank"),
        numberColumn(column::kStep, "Step"),
        countColumn(column::kCount, "Times"),
        durationColumn(column::kGpuDuration, "Kernel time", "Sum of the kernels"),
        durationColumn(column::kCpuDuration, "Op time", "Sum of the ops"),
        durationColumn(column::kSavingGaps, "Gaps", "Gaps between the kernels"),
    };
}

void addOccurrence(
    Selection& selection, std::uint32_t rank, const KernelSequence& sequence, bool withOp, bool withKernels)
{
    if (withOp)
        selection.slices.push_back({ rank, sequence.op });
    for (std::size_t i = 0; withKernels && i < sequence.kernels.size(); ++i)
        selection.slices.push_back({ rank, sequence.kernels[i] });
}

Table sequencesTable(const std::shared_ptr<const ScopedLaunches>& source, const PatternRows& rows)
{
    Table table("sequences", kKernelSequencesTitle, sequenceColumns());
    for (const PatternRow& row : *rows) {
        const auto count = static_cast<std::int64_t>(row.sequences.size());
        table.addRow({ table.addChain(row.steps, kPatternSeparator), count, row.gpuTime, row.opTime,
            source->rankNumber(row.rank), static_cast<std::int64_t>(row.kernelCount), row.gaps,
            static_cast<double>(row.gpuTime) / static_cast<double>(count) / 1000.0, cellOrNothing(row.traffic) });
    }
    table.setEvidence([source, rows, names = sequenceColumns()](std::size_t rowIndex, std::size_t column) {
        const PatternRow& row = (*rows)[rowIndex];
        const std::string& name = names[column].name;
        Selection selection;
        for (const KernelSequence& sequence : row.sequences)
            addOccurrence(selection, source->rankIndex(row.rank), sequence,
                name.find("GPU") == std::string::npos && name != column::kMeanGpuDuration,
                name != "CPU op duration (us)");
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
        const std::string pattern = table.addChain(row.steps, kPatternSeparator);
        for (std::size_t n = 0; n < row.sequences.size(); ++n) {
            const KernelSequence& sequence = row.sequences[n];
            table.addRow({ pattern, rank.rank, rank.toJobTime(slices.start[sequence.op.index()]),
                slices.duration(sequence.op), sequence.gpuTime, sequence.gaps });
            places.emplace_back(i, n);
        }
    }
    table.setEvidence([source, rows, places = std::move(places), names = occurrenceColumns()](
                          std::size_t rowIndex, std::size_t column) {
        const PatternRow& row = (*rows)[places[rowIndex].first];
        Selection selection;
        addOccurrence(selection, source->rankIndex(row.rank), row.sequences[places[rowIndex].second],
            names[column].name != column::kGpuDuration, names[column].name != column::kCpuDuration);
        return selection;
    });
    return table;
}

/// The first patterns step by step: an op belongs to the step in which it starts. Empty without steps.
Result<Table> stepsTable(const std::shared_ptr<const ScopedLaunches>& source, const PatternRows& rows,
    const std::vector<std::size_t>& chosen, const std::stop_token& stop)
{
    Table table("steps", kSequenceStepsTitle, sequenceStepColumns());
    std::vector<std::pair<std::size_t, std::vector<std::size_t>>> members; // pattern, its sequences
    for (const std::size_t i : chosen) {
        const PatternRow& row = (*rows)[i];
        const RankTrace& rank = source->rankTrace(row.rank);
        const SliceTable& slices = rank.trace->slices();
        const std::string pattern = table.addChain(row.steps, kPatternSeparator);
        KT_TRY(const std::vector<Step> steps, stepsOf(*rank.trace, source->scope(), stop));
        std::vector<std::vector<std::size_t>> byStep(steps.size());
        for (std::size_t n = 0; n < row.sequences.size(); ++n) {
            if (const Step* const step = stepAt(steps, slices.start[row.sequences[n].op.index()]))
                byStep[static_cast<std::size_t>(step - steps.data())].push_back(n);
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
            table.addRow({ pattern, rank.rank, steps[step].number, static_cast<std::int64_t>(byStep[step].size()),
                gpuTime, opTime, gaps });
            members.emplace_back(i, std::move(byStep[step]));
        }
    }
    table.setEvidence([source, rows, members = std::move(members), names = sequenceStepColumns()](
                          std::size_t rowIndex, std::size_t column) {
        const PatternRow& row = (*rows)[members[rowIndex].first];
        Selection selection;
        for (const std::size_t n : members[rowIndex].second)
            addOccurrence(selection, source->rankIndex(row.rank), row.sequences[n],
                names[column].name != column::kGpuDuration, names[column].name != column::kCpuDuration);
        return selection;
    });
    return table;
}

/// The charts show the first patterns in the order of the table, with the letters that mark them on the timeline.
std::vector<ChartDescription> kernelSequencesCharts(
    const std::vector<PatternRow>& rows, const std::vector<std::size_t>& chosen, bool isNamed)
{
    std::vector<ChartRow> shown;
    std::vector<std::string_view> lettered;
    for (const std::size_t i : chosen) {
        const auto known = std::ranges::find(lettered, rows[i].pattern);
        const auto letter = static_cast<std::size_t>(known - lettered.begin());
        if (known == lettered.end())
            lettered.push_back(rows[i].pattern);
        shown.push_back({ i, letter < kMostPatterns ? std::string(1, static_cast<char>('A' + letter)) : "" });
    }
    ChartDescription counts { .id = "patterns",
        .table = "sequences",
        .title = "How often each chain comes",
        .labelColumn = column::kPattern,
        .series = { { column::kCount, "", PartKind::Compute } },
        .rows = std::move(shown),
        .form = BarChart { .sortByValue = false } };
    ChartDescription savings = counts;
    savings.id = "savings";
    savings.title = "What fusing each chain could save: gaps between its kernels";
    savings.series = { { column::kSavingGaps, "", PartKind::Compute } };
    // What the rows are ranked by comes first.
    return isNamed ? std::vector { counts, savings } : std::vector { savings, counts };
}

/// How the op was asked for: "named 'aten::mm'".
Message namedMessage(const Parameters& parameters)
{
    const std::string& match = parameters.text(parameter::kMatch);
    const arg::Name asked { parameters.text(parameter::kOperatorName) };
    if (match == "regex")
        return { KT_PHRASE("kernel-sequences", "whose name matches %1"), asked };
    if (match == "contains")
        return { KT_PHRASE("kernel-sequences", "with %1 in its name"), asked };
    return { KT_PHRASE("kernel-sequences", "named %1"), asked };
}

Result<Remark> whyNothing(const ScopedLaunches& source, const Parameters& parameters, SequenceRules rules,
    std::size_t launches, bool repeatsOnStreams, const AnalysisInput& input, const AnalysisContext& context)
{
    if (launches == 0 && mayBeRecordedElsewhere(input))
        return Remark { "no-launches",
            { KT_PHRASE("kernel-sequences", "No GPU work in this scope is linked to an op.") } };
    if (launches == 0)
        return Remark { "no-launches",
            { KT_PHRASE(
                  "kernel-sequences", "No GPU work in this scope is linked to an op: record them together, with %1."),
                arg::Text { kGpuRecordingOption } } };
    const arg::Count asked { rules.minimumKernels };
    const arg::Option fewer { parameter::kMinPatternLen };
    if (!rules.matcher)
        return Remark { std::string(kNothingFits),
            { KT_PHRASE("kernel-sequences",
                  "In this scope no op launches the same chain of %1 kernels or more twice; %2 may be lowered.%3"),
                asked, fewer,
                repeatsOnStreams ? Message { KT_PHRASE("kernel-sequences",
                    " The table of the streams has chains that repeat, whatever op launched them.") }
                                 : Message {} } };
    rules.minimumKernels = 1;
    KT_TRY(const FoundPatterns shorter, findPatternRows(source, rules, false, context));
    std::size_t longest = 0;
    for (const PatternRow& row : shorter.rows)
        longest = std::max(longest, row.kernelCount);
    if (longest == 0)
        return Remark { std::string(kNothingFits),
            { KT_PHRASE("kernel-sequences", "No op %1 launches GPU work in this scope."), namedMessage(parameters) } };
    return Remark { std::string(kNothingFits),
        { KT_PLURAL("kernel-sequences",
              "The op %2 launches at most %1 kernel each time in this scope, not %3: lower %4.",
              "The op %2 launches at most %1 kernels each time in this scope, not %3: lower %4."),
            arg::Count { longest }, namedMessage(parameters), asked, fewer } };
}

Result<AnalysisResult> runKernelSequences(
    AnalysisInputs inputs, const Parameters& parameters, const AnalysisContext& context)
{
    KT_TRY(SequenceRules rules, sequenceRules(parameters));
    const bool isNamed = rules.matcher.has_value();
    KT_TRY(const std::shared_ptr<const ScopedLaunches> source, ScopedLaunches::create(inputs[0]));
    KT_TRY(FoundPatterns found, findPatternRows(*source, rules, true, context));
    sortPatternRows(found.rows, isNamed);
    const auto shared = std::make_shared<const std::vector<PatternRow>>(std::move(found.rows));
    KT_TRY(Table ngrams,
        isNamed ? Table("ngrams", kNgramsTitle, ngramColumns())
                : ngramsTable(inputs[0], std::max<std::size_t>(2, rules.minimumKernels),
                    static_cast<std::size_t>(parameters.integer(parameter::kMaxNgramLen)), context));
    const std::vector<std::size_t> chosen =
        firstPatternRows(*shared, static_cast<std::size_t>(parameters.integer(parameter::kTopK)), isNamed);
    const bool repeatsOnStreams = ngrams.rowCount() > 0;
    KT_TRY(Table steps, stepsTable(source, shared, chosen, inputs[0].stop));
    AnalysisResult result { .tables = tableList(sequencesTable(source, shared),
                                occurrencesTable(source, shared, chosen), std::move(steps), std::move(ngrams)),
        .charts = kernelSequencesCharts(*shared, chosen, isNamed),
        .remarks = std::move(found.remarks) };
    if (shared->empty()) {
        KT_TRY(Remark why,
            whyNothing(*source, parameters, std::move(rules), found.launches, repeatsOnStreams, inputs[0], context));
        result.remarks.push_back(std::move(why));
    }
    KT_TRY_DONE(remarkOnSlippedNames(inputs[0], result.remarks, context));
    return result;
}

std::vector<ParameterDescriptor> kernelSequencesParameters()
{
    ParameterDescriptor name = naming(NamedThing::Op,
        textParameter(
            parameter::kOperatorName, "Op", "The op whose kernels are looked at; none: every repeated chain"));
    ParameterDescriptor match = choiceParameter(parameter::kMatch, "Match",
        "How the op is named: exactly, by a part, or by a regular expression", { "exact", "contains", "regex" });
    match.htaDefault = std::string("contains");
    name.matchedBy = match.id;
    ParameterDescriptor order = choiceParameter(
        parameter::kOrder, "Order", "Kernels by their start on the GPU or by their launch", { "start", "launch" });
    ParameterDescriptor length = countParameter(
        parameter::kMinPatternLen, "Minimum length", "Ops with fewer kernels are left out", 3, { 1.0, 1e9 });
    ParameterDescriptor top = countParameter(parameter::kTopK, "Patterns shown",
        "Patterns in the charts, on the timeline and in the tables of occurrences and steps", 5, { 1.0, 1e9 });
    ParameterDescriptor ngram = countParameter(parameter::kMaxNgramLen, "Maximum length",
        "Longest chain in the table ngrams, which is made when no op is named; not used in hta mode", 8, { 1.0, 64.0 });
    return { name, match, order, length, top, ngram };
}

} // namespace

Result<Table> sequenceOccurrences(const AnalysisInput& input, const Parameters& parameters,
    std::span<const std::string> chains, const AnalysisContext& context)
{
    KT_TRY(const SequenceRules rules, sequenceRules(parameters));
    KT_TRY(const auto source, ScopedLaunches::create(input));
    KT_TRY(FoundPatterns found, findPatternRows(*source, rules, false, context));
    const auto rows = std::make_shared<const std::vector<PatternRow>>(std::move(found.rows));
    const std::vector<std::size_t> chosen = placesWhere(
        *rows, [&](const PatternRow& row) { return std::ranges::find(chains, row.pattern) != chains.end(); });
    return occurrencesTable(source, rows, chosen);
}

Table emptySequenceTableOfHta()
{
    return { "sequences", kKernelSequencesTitle, firstLikeHta(4, sequenceColumns()) };
}

AnalysisDescriptor kernelSequences()
{
    return { .id = "kernel-sequences",
        .title = "Kernel sequences",
        .question = "Which chains of kernels come again and again?",
        .group = PanelGroup::Patterns,
        .parameters = kernelSequencesParameters(),
        .tables = { { "sequences", kKernelSequencesTitle, sequenceColumns() },
            { "occurrences", kOccurrencesTitle, occurrenceColumns() },
            { "steps", kSequenceStepsTitle, sequenceStepColumns() }, { "ngrams", kNgramsTitle, ngramColumns() } },
        .recordingOption = kGpuRecordingOption,
        .lowestRankByDefault = true,
        .run = runKernelSequences };
}

} // namespace kinetoscope
