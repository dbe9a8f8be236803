// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/registry_texts.h"

#include "core/analysis/causes/cause.h"
#include "core/analysis/gpu/part_columns.h"
#include "core/analysis/scope/selection_groups.h"
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
            for (const ColumnDescriptor& column : table.columns())
                add(column.named.isEmpty() ? column.title : std::string());
        }
        for (const ChartDescription& chart : result.charts) {
            add(chart.title);
            add(chart.denominator);
            add(chart.wholeLabel);
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
    const std::vector<std::string> types { "COMPUTATION", "COMMUNICATION", "MEMORY", "OTHER" };
    for (unsigned chosen = 1; chosen < 1U << types.size(); ++chosen) {
        std::string id;
        for (std::size_t i = 0; i < types.size(); ++i) {
            if ((chosen >> i & 1U) != 0)
                id.append(id.empty() ? "" : " overlapping ").append(types[i]);
        }
        texts.add(categoryWords(id));
    }
    texts.add(categoryWords("others"));
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
        if (kind.isHtaOnly)
            continue;
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
    return texts.take();
}

} // namespace kinetoscope::tests
