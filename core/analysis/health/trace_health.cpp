// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/health/trace_health.h"

#include "core/analysis/gpu/class_doubts.h"
#include "core/analysis/gpu/gpu_work.h"
#include "core/analysis/gpu/slipped_names.h"
#include "core/analysis/health/health_finding.h"
#include "core/analysis/health/host_clock.h"
#include "core/analysis/names/classification.h"
#include "core/analysis/scope/per_rank.h"
#include "core/analysis/types/column_names.h"
#include "core/analysis/types/columns.h"
#include "core/analysis/types/parameter_ids.h"
#include "core/analysis/types/parameter_makers.h"
#include "core/base/sort_stably.h"
#include "core/base/vectors.h"
#include "core/numeric/rounding.h"
#include "core/words/english.h"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

namespace kinetoscope {

namespace {

constexpr const char* kTitle = "What is wrong, missing or worth knowing about the file";

std::vector<ColumnDescriptor> columns()
{
    return {
        textColumn(column::kSeverity, "Severity", TextKind::Word),
        numberColumn(column::kRank, "Rank", "Empty: of all ranks together"),
        textColumn("check", "Check", TextKind::Word),
        textColumn(column::kFinding, "Finding", TextKind::Sentence),
        countColumn(column::kCount, "How many"),
        durationColumn(column::kTime, "Time concerned"),
        percentColumn("share_pctg", "Share", "% of what the finding names"),
    };
}

/// A finding, and whose it is.
struct Row {
    HealthFinding finding;
    std::vector<std::uint32_t> ranks;         ///< positions in TraceSet::ranks(); empty: the job
    std::vector<std::vector<SliceId>> slices; ///< by entry of `ranks`
};

/// What several ranks have in common is one row: nobody wants to read eight times that stacks were not recorded.
std::vector<Row> joinedRows(std::vector<std::vector<HealthFinding>> byRank, const std::vector<std::uint32_t>& ranks)
{
    std::vector<Row> rows;
    std::map<std::pair<std::string, std::string>, std::size_t> known; ///< check, general sentence
    for (std::size_t i = 0; i < byRank.size(); ++i) {
        for (HealthFinding& finding : byRank[i]) {
            std::size_t place = rows.size();
            if (!finding.general.isEmpty())
                place = known.try_emplace({ finding.check, english(finding.general) }, place).first->second;
            std::vector<SliceId> slices = std::move(finding.slices);
            if (place == rows.size()) {
                rows.push_back({ std::move(finding), {}, {} });
            } else {
                rows[place].finding.count += finding.count;
                if (rows[place].finding.time && finding.time)
                    rows[place].finding.time = saturatingAdd(*rows[place].finding.time, *finding.time);
            }
            rows[place].ranks.push_back(ranks[i]);
            rows[place].slices.push_back(std::move(slices));
        }
    }
    return rows;
}

Message traceHealthSentenceOf(const TraceSet& traces, const Row& row, std::size_t allRanks)
{
    if (row.ranks.size() < 2)
        return row.finding.sentence;
    if (row.ranks.size() == allRanks)
        return row.finding.general;
    return { KT_PHRASE("trace-health", "%1 Ranks %2."), row.finding.general,
        arg::Numbers { mapped(row.ranks, [&traces](std::uint32_t rank) { return traces.ranks()[rank].rank; }) } };
}

/// Two decimals; a little that they do not show as it is, for little is not nothing.
Cell shareCell(double share)
{
    const double rounded = roundHalfEven(share, 2);
    return rounded != 0 ? rounded : share;
}

void addRow(Table& table, const TraceSet& traces, const Row& row, std::size_t allRanks)
{
    const HealthFinding& finding = row.finding;
    const bool isOneRank = row.ranks.size() == 1;
    table.addRow(
        { std::string(toString(finding.level)), isOneRank ? Cell { traces.ranks()[row.ranks[0]].rank } : Cell {},
            finding.check, traceHealthSentenceOf(traces, row, allRanks), static_cast<std::int64_t>(finding.count),
            finding.time ? Cell { *finding.time } : Cell {}, finding.share ? shareCell(*finding.share) : Cell {} });
}

Selection evidenceOf(const Row& row)
{
    Selection selection;
    for (std::size_t i = 0; i < row.ranks.size(); ++i) {
        for (const SliceId slice : row.slices[i])
            selection.slices.push_back({ row.ranks[i], slice });
    }
    return selection;
}

ArgumentLevel levelFrom(const std::string& text)
{
    return text == "complete" ? ArgumentLevel::Complete
        : text == "standard"  ? ArgumentLevel::Standard
                              : ArgumentLevel::Minimal;
}

/// What was found where the trace was summarized, of the whole of it.
std::vector<HealthFinding> findingsOfSummary(const RankSummary& summary)
{
    std::vector<HealthFinding> findings;
    for (const SummaryFinding& from : summary.health) {
        HealthFinding& finding = findings.emplace_back();
        finding.level = from.severity == toString(HealthLevel::Serious) ? HealthLevel::Serious
            : from.severity == toString(HealthLevel::Warning)           ? HealthLevel::Warning
                                                                        : HealthLevel::Info;
        finding.check = from.code;
        finding.sentence = Message::verbatim(from.sentence);
        finding.general = Message::verbatim(from.sentence); // ranks of which the same is said are one row
        finding.count = static_cast<std::uint64_t>(std::max<std::int64_t>(0, from.count));
    }
    return findings;
}

/// Adds that `slices` are so many of `all` in the whole trace, whatever the scope; nothing without any.
void addOfAll(std::vector<HealthFinding>& findings, HealthLevel level, const char* check, Message sentence,
    std::vector<SliceId>& slices, std::size_t all)
{
    const std::size_t count = slices.size();
    if (count > 0)
        findings.push_back({ .level = level,
            .check = check,
            .sentence = std::move(sentence),
            .count = count,
            .share = 100.0 * static_cast<double>(count) / static_cast<double>(all),
            .slices = std::move(slices) });
}

/// Kernels whose class may be wrong. Early if told to stop.
void checkClasses(const Trace& trace, const RankGpuWork& work, const KernelClassifier& classifier,
    const Progress& progress, std::vector<HealthFinding>& findings)
{
    for (DoubtfulClass& doubtful : doubtfulClasses(trace, work, classifier, progress)) {
        const bool isGuessed = doubtful.doubt == ClassDoubt::Guessed;
        findings.push_back({ .level = isGuessed ? HealthLevel::Info : HealthLevel::Warning,
            .check = isGuessed                               ? "class-guessed"
                : doubtful.doubt == ClassDoubt::Contradicted ? "class-contradicted"
                                                             : "class-runs-apart",
            .sentence = doubtMessage(doubtful, trace, true),
            .general = doubtMessage(doubtful, trace, false),
            .count = doubtful.slices.size(),
            .time = doubtful.time,
            .share = 100.0 * static_cast<double>(doubtful.time) / static_cast<double>(doubtful.allKernelTime),
            .slices = std::move(doubtful.slices) });
    }
}

/// Kernels of graphs whose names may be those of others.
void checkNames(const Trace& trace, const Progress& progress, std::vector<HealthFinding>& findings)
{
    if (std::optional<SlippedNames> slipped = slippedNames(trace, progress))
        findings.push_back({ .level = HealthLevel::Serious,
            .check = "slipped-names",
            .sentence = namesSlipped(*slipped, trace),
            .count = slipped->kernels.size(),
            .time = slipped->time,
            .share = 100.0 * static_cast<double>(slipped->time)
                / static_cast<double>(std::max<Nanoseconds>(1, slipped->allKernelTime)),
            .slices = std::move(slipped->kernels) });
}

/// @param i  of the rank in `work`.
Result<std::vector<HealthFinding>> checkRank(
    const ScopedGpuWork& work, std::size_t i, const Parameters& parameters, const AnalysisContext& context)
{
    const RankTrace& rank = work.rankTrace(i);
    if (const RankSummary* summary = rank.readsFrom())
        return findingsOfSummary(*summary);
    std::vector<HealthFinding> findings;
    checkImport(*rank.trace, findings);
    KT_TRY_DONE(checkSlices(rank, work.scope(), *context.classifier, parameters.number(parameter::kOverheadShare),
        context.progress, findings));
    EarlyReturns early = earlyReturnsOf(*rank.trace, context.progress);
    addOfAll(findings, HealthLevel::Serious, "return-before-work", earlyReturns(early), early.calls, early.all);
    LateStarts late = lateStartsOf(*rank.trace, context.progress);
    const std::size_t starts = late.works.size();
    addOfAll(findings, HealthLevel::Warning, "starts-late", lateStarts(late), late.works, starts);
    BlockingLaunches blocking = blockingLaunchesOf(*rank.trace, context.progress);
    addOfAll(findings, HealthLevel::Warning, "blocking-launches", blockingLaunches(blocking), blocking.kernels,
        blocking.all);
    KT_TRY_DONE(checkRecording(*rank.trace, context.progress, findings));
    KT_TRY(const RankGpuWork rows, work.rank(i, context.progress));
    checkNames(*rank.trace, context.progress, findings);
    checkClasses(*rank.trace, rows, *context.classifier, context.progress, findings);
    checkSteps(*rank.trace, context.progress, findings);
    KT_TRY_DONE(checkArguments(*rank.trace, levelFrom(parameters.text(parameter::kLevel)), context.progress, findings));
    return findings;
}

Remark allIsWell(const TraceSet& traces, const std::vector<std::uint32_t>& ranks)
{
    std::uint64_t events = 0;
    for (const std::uint32_t rank : ranks) {
        const RankTrace& from = traces.ranks()[rank];
        events += from.readsFrom() != nullptr ? from.readsFrom()->meta.events : from.trace->report().events;
    }
    return { "healthy",
        { KT_PLURAL("trace-health", "Nothing was found: %1 event read, none dropped, none repaired.",
              "Nothing was found: %1 events read, none dropped, none repaired."),
            arg::Count { events } } };
}

Result<AnalysisResult> run(AnalysisInputs inputs, const Parameters& parameters, const AnalysisContext& context)
{
    const TraceSet& traces = *inputs[0].traces;
    KT_TRY(const auto work, ScopedGpuWork::create(inputs[0], *context.classifier));
    const std::vector<std::uint32_t> ranks = ranksInScope(inputs[0]);
    KT_TRY(auto byRank,
        forEachRank(ranks.size(), context, [&](std::size_t i) { return checkRank(*work, i, parameters, context); }));

    std::vector<Row> rows;
    std::vector<HealthFinding> job;
    checkJob(traces, ranks, job);
    for (HealthFinding& finding : job)
        rows.push_back({ std::move(finding), {}, {} });
    std::vector<Row> ofRanks = joinedRows(std::move(byRank), ranks);
    std::move(ofRanks.begin(), ofRanks.end(), std::back_inserter(rows));
    sortStably(rows, {}, [](const Row& a) { return a.finding.level; });

    AnalysisResult result;
    Table table("findings", kTitle, columns());
    for (const Row& row : rows)
        addRow(table, traces, row, ranks.size());
    const auto shared = std::make_shared<const std::vector<Row>>(std::move(rows));
    const std::size_t firstFigure = table.columnIndex(column::kFinding);
    table.setEvidence([traces = inputs[0].traces, shared, firstFigure](std::size_t row, std::size_t column) {
        return column < firstFigure ? Selection {} : evidenceOf((*shared)[row]);
    });
    if (shared->empty())
        result.remarks.push_back(allIsWell(traces, ranks));
    result.tables.push_back(std::move(table));
    return result;
}

} // namespace

bool hasSeriousFinding(const AnalysisResult& result)
{
    const Table* table = result.findTable("findings");
    if (!table)
        return false;
    const std::size_t severity = table->columnIndex(column::kSeverity);
    for (std::size_t row = 0; row < table->rowCount(); ++row) {
        if (table->text(row, severity) == toString(HealthLevel::Serious))
            return true;
    }
    return false;
}

AnalysisDescriptor traceHealth()
{
    AnalysisDescriptor analysis { .id = std::string(kHealthAnalysis),
        .title = "Trace health",
        .question = "Can the numbers of this trace be trusted, and what is missing?",
        .group = PanelGroup::Health };
    ParameterDescriptor level = choiceParameter(parameter::kLevel, "Arguments checked",
        "Types of arguments: minimal, those the loader reads anyway; standard, those analyses read; complete, all. The "
        "last two read the file again",
        { "minimal", "standard", "complete" });
    ParameterDescriptor overhead =
        threshold(numberParameter(parameter::kOverheadShare, "Much overhead, share of the trace",
            "From this share of the trace on, the profiler's own work is a warning", 0.01, { 0.0, 1.0 }));
    analysis.parameters = { std::move(level), std::move(overhead) };
    analysis.tables.push_back({ "findings", kTitle, columns() });
    analysis.readsSummaries = true;
    analysis.run = run;
    return analysis;
}

} // namespace kinetoscope
