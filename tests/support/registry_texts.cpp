// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/registry_texts.h"

#include "core/analysis/causes/cause.h"
#include "core/analysis/collectives/collective_matching.h"
#include "core/analysis/communication/operations.h"
#include "core/analysis/counters/range_alignment.h"
#include "core/analysis/efficiency/efficiency_rows.h"
#include "core/analysis/gpu/breakdown/part_columns.h"
#include "core/analysis/health/health_finding.h"
#include "core/analysis/host/host_tree.h"
#include "core/analysis/ranks/late_parts.h"
#include "core/analysis/ranks/rank_clocks.h"
#include "core/analysis/ranks/wait_tables.h"
#include "core/analysis/scope/selection_groups.h"
#include "core/analysis/waterfall/waterfall_tables.h"
#include "core/catalog/analyses.h"
#include "core/export/exports.h"
#include "core/layout/table/category_words.h"
#include "core/overlay/overlays.h"
#include "tests/support/chart_jobs.h"

#include <span>
#include <string_view>
#include <vector>

namespace kinetoscope::tests {

namespace {

class Gathered {
public:
    void add(std::string_view text)
    {
        if (!text.empty())
            m_texts.emplace(text);
    }
    void addColumns(std::span<const ColumnDescriptor> columns)
    {
        for (const ColumnDescriptor& column : columns) {
            if (column.named.isEmpty())
                add(column.title.empty() ? column.name : column.title);
            add(column.denominator);
            add(column.definition);
        }
    }
    void addParameters(std::span<const ParameterDescriptor> parameters)
    {
        for (const ParameterDescriptor& parameter : parameters) {
            if (parameter.htaOnly)
                continue;
            add(parameter.title.empty() ? parameter.id : parameter.title);
            add(parameter.help);
            for (const std::string& choice : parameter.choices)
                add(choice);
        }
    }
    void addAnalysis(const AnalysisDescriptor& analysis)
    {
        add(analysis.title);
        add(analysis.question);
        addParameters(analysis.parameters);
        for (const TableDescriptor& table : analysis.tables) {
            add(table.title);
            add(shortTitle(table.name));
            addColumns(table.columns);
        }
    }
    /// What is known only once it was drawn. Titles of columns alone: their names may be those of counters.
    void addResult(const AnalysisResult& result)
    {
        for (const Table& table : result.tables) {
            add(table.title());
            add(shortTitle(table.name()));
            for (std::size_t i = 0; i < table.columnCount(); ++i) {
                const ColumnDescriptor& column = table.columns()[i];
                add(column.named.isEmpty() ? column.title : std::string());
                for (std::size_t row = 0;
                     column.text == TextKind::Word && column.name != "source" && row < table.rowCount(); ++row)
                    add(table.text(row, i));
            }
        }
        for (const ChartDescription& chart : result.charts) {
            add(chart.title);
            add(chart.denominator);
            std::visit(
                [this](const auto& form) {
                    if constexpr (requires { form.wholeLabel; })
                        add(form.wholeLabel);
                    if constexpr (requires { form.totalOfLabel; })
                        add(form.totalOfLabel);
                },
                chart.form);
            for (const ChartSeries& series : chart.series)
                add(series.label);
            const Table* table = result.findTable(chart.table);
            for (const ColumnDescriptor& column : table ? table->columns() : std::vector<ColumnDescriptor> {}) {
                const std::string inList = "," + column.name + ",";
                const std::string keys = "," + chart.groupColumn + "," + chart.labelColumn + ",";
                if (column.type == ColumnType::Int && keys.find(inList) != std::string::npos)
                    add(column.name); // "rank 0"
            }
        }
    }
    std::set<std::string> take() { return std::move(m_texts); }

private:
    std::set<std::string> m_texts;
};

void addCategories(Gathered& texts)
{
    for (std::size_t i = 0; i < kIdleCauseCount; ++i) {
        texts.add(categoryWords(toString(static_cast<IdleCause>(i))));
        texts.add(kIdleColumns[i].title);
    }
    for (std::size_t i = 0; i < kCauseCount; ++i)
        texts.add(categoryWords(toString(static_cast<Cause>(i))));
    for (std::size_t i = 0; i < kLatePartCount; ++i)
        texts.add(categoryWords(toString(static_cast<LatePart>(i))));
    for (const std::string_view role : { kLateRole, kComparedRole })
        texts.add(role);
    const std::vector<std::string> types { "COMPUTATION", "COMMUNICATION", "MEMORY", "OTHER" };
    for (unsigned chosen = 1; chosen < 1U << types.size(); ++chosen) {
        std::string id;
        for (std::size_t i = 0; i < types.size(); ++i) {
            if ((chosen >> i & 1U) != 0)
                id.append(id.empty() ? "" : " overlapping ").append(types[i]);
        }
        texts.add(categoryWords(id));
    }
    for (const PartColumn& part : kBusyColumns)
        texts.add(categoryWords(part.name));
    texts.add(categoryWords("wall"));
    texts.add(categoryWords("others"));
}

/// Words in cells and trees, whether or not a sample trace has a reason to say them.
void addWords(Gathered& texts)
{
    for (std::size_t i = 0; i < kEventKindCount; ++i) {
        texts.add(toString(static_cast<EventKind>(i)));
        texts.add(hostKindText(static_cast<EventKind>(i)));
    }
    for (const HealthLevel level : { HealthLevel::Serious, HealthLevel::Warning, HealthLevel::Info })
        texts.add(toString(level));
    for (int i = 0; i <= static_cast<int>(MatchedBy::Realigned); ++i)
        texts.add(toString(static_cast<MatchedBy>(i)));
    for (int i = 0; i <= static_cast<int>(SizeSource::OpInput); ++i)
        texts.add(toString(static_cast<SizeSource>(i)));
    for (int i = 0; i <= static_cast<int>(GroupSizeSource::WorldSize); ++i)
        texts.add(toString(static_cast<GroupSizeSource>(i)));
    for (const char* const word : { "alone", "in-switch", "no message", "kind not known", "size not recorded",
             "type not recorded", "group size not known" })
        texts.add(word);
    for (int i = 0; i <= static_cast<int>(ClockStatus::Aligned); ++i)
        texts.add(toString(static_cast<ClockStatus>(i)));
    for (int i = 0; i <= static_cast<int>(ShiftVerdict::Shorter); ++i)
        texts.add(toString(static_cast<ShiftVerdict>(i)));
    for (int i = 1; i <= static_cast<int>(Lack::NoResult); ++i)
        texts.add(toString(static_cast<Lack>(i)));
    for (int i = 1; i <= static_cast<int>(WorkOwner::NoOp); ++i)
        texts.add(toString(static_cast<WorkOwner>(i)));
    for (int i = 1; i <= static_cast<int>(BytesKind::Estimate); ++i)
        texts.add(toString(static_cast<BytesKind>(i)));
    for (const std::string_view word : opCategories())
        texts.add(word);
    for (const std::string_view word :
        { kSeveralKernels, kComputeBound, kMemoryBound, toString(FlopsUnit::Matrix), toString(FlopsUnit::Vector) })
        texts.add(word);
    using enum RangeMatch;
    for (const RangeMatch match : { Order, DriverOrder, ThreadOrder, KernelNames, Position, None })
        texts.add(toString(match));
    for (const char* const word : { "thread", "module", "overlapping", "clipped", "launch", "stream", "added",
             "deleted", "increased", "decreased", "unchanged", "short name", "name but for sizes", "launching op",
             "place in the call tree", "memory", "compute", "given", "memory bandwidth", "communication", "attention",
             "unknown", "FP64", "FP32", "FP16 tensor cores", "traceEvents is not an array",
             "the file ends before the last '}'", "the file ends inside traceEvents",
             "the compressed data end too early", "gzip members", "gzip ratio", kOverheadTrackName })
        texts.add(word);
    for (std::size_t i = 0; i < static_cast<std::size_t>(Problem::Count_); ++i)
        texts.add(problemInfo(static_cast<Problem>(i)).id);
    for (const char* const check : { "argument-type", "unknown-arguments", "class-runs-apart", "class-guessed",
             "class-contradicted", "whole-microseconds", "clocks-differ", "merged-ranks", "ranks-apart",
             "ranks-missing", "steps-differ", "gpu-models-differ", "world-sizes-differ", "more-traces-than-ranks",
             "far-outliers", "healthy", "launches-without-work", "captured-launches", "base-time", "missing-steps",
             "no-collective-metadata", "no-device-properties", "no-duration", "no-gpu-activity", "no-gpu-annotations",
             "no-gpu-work", "no-launches", "no-memory-records", "no-ops", "autograd-profiler", "no-python-stacks",
             "no-pytorch-events", "no-shapes", "no-steps", "nothing-drawable", "duplicates", "host-overlap",
             "stream-overlap", "profiler-overhead", "unlinked-work", "work-before-launch", "shared-correlations",
             "return-before-work", "starts-late", "blocking-launches", "slipped-names" })
        texts.add(check);
    for (const char* const undrawn : { "metadata", "not-an-object", "damaged", "unknown-phase", "without-timestamp",
             "unmatched-end", "unpaired-flow", "counter-without-value", "object-event", "memory-dump", "clock-sync",
             "context-event", "linked-id", "implausible-time", "memory-timeline" })
        texts.add(undrawn);
}

} // namespace

std::set<std::string> registryTexts()
{
    Gathered texts;
    for (const AnalysisDescriptor& analysis : analyses()) {
        texts.addAnalysis(analysis);
        for (const AnalysisInput& job : jobsOfEveryChart()) {
            if (const Result<AnalysisResult> result = chartsOf(analysis, job, Mode::Exact))
                texts.addResult(*result);
        }
    }
    for (const OverlayDescriptor& overlay : overlays()) {
        texts.add(overlay.title);
        texts.add(overlay.question);
    }
    for (const ExportDescriptor& kind : exports()) {
        texts.add(kind.title);
        texts.add(kind.purpose);
        texts.addParameters(kind.parameters);
    }
    using enum SelectionGrouping;
    for (const SelectionGrouping grouping : { Name, Kind, Track }) {
        if (const Result<Table> table = groupSelection(jobsOfEveryChart().front().traces, {}, grouping, {}))
            texts.addColumns(table->columns());
    }
    addCategories(texts);
    addWords(texts);
    return texts.take();
}

} // namespace kinetoscope::tests
