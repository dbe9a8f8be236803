// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/kinds/pattern_occurrences.h"

#include "core/analysis/host/kernel_sequences.h"
#include "core/analysis/run_analysis.h"
#include "core/base/vectors.h"
#include "core/catalog/analyses.h"

#include <algorithm>
#include <map>

namespace kinetoscope {

namespace {

/// What the analysis takes of the export's parameters.
Parameters analysisParameters(const ExportInput& input, const AnalysisDescriptor& analysis)
{
    Parameters own;
    const auto take = [&](const ParameterDescriptor& parameter) {
        const auto it = input.parameters.all().find(parameter.id);
        if (it != input.parameters.all().end())
            own.set(parameter.id, it->second);
    };
    for (const ParameterDescriptor& parameter : analysis.parameters)
        take(parameter);
    for (const ParameterDescriptor& parameter : htaParameters())
        take(parameter);
    return own;
}

/// From the table `occurrences`: what each op called lies behind it, deeper.
void takeOccurrences(const Table& table, const Trace& trace, RankPatterns& found)
{
    const SliceTable& slices = trace.slices();
    const std::size_t column = table.columnIndex("pattern");
    std::map<std::string_view, std::uint32_t> numbers;
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        const std::string_view text = table.text(row, column);
        const auto [number, isNew] = numbers.emplace(text, static_cast<std::uint32_t>(found.patterns.size()));
        if (isNew)
            found.patterns.push_back({ std::string(text), 0 });
        ++found.patterns[number->second].count;
        PatternOccurrence occurrence;
        occurrence.pattern = number->second;
        for (const SliceRef& ref : table.evidence(row, column).slices) {
            found.events.emplace_back(slices.eventIndex[ref.slice.index()], number->second);
            if (isDeviceSide(trace.kind(ref.slice))) {
                occurrence.kernels.push_back(ref.slice);
                continue;
            }
            occurrence.op = ref.slice;
            const std::uint32_t end = trace.track(trace.trackOf(ref.slice)).endSlice();
            for (std::uint32_t i = ref.slice.value + 1; i < end && slices.depth[i] > slices.depth[ref.slice.index()];
                 ++i)
                found.events.emplace_back(slices.eventIndex[i], number->second);
        }
        found.occurrences.push_back(std::move(occurrence));
    }
}

/// From HTA's table, whose rows know all their events.
void takeRows(const Table& table, const Trace& trace, std::size_t topK, RankPatterns& found)
{
    const std::size_t pattern = table.columnIndex("pattern");
    const std::size_t count = table.columnIndex("count");
    for (std::size_t row = 0; row < std::min(topK, table.rowCount()); ++row) {
        const Cell times = table.cell(row, count);
        found.patterns.push_back(
            { std::string(table.text(row, pattern)), static_cast<std::uint64_t>(std::get<std::int64_t>(times)) });
        for (const SliceRef& ref : table.evidence(row, pattern).slices)
            found.events.emplace_back(trace.slices().eventIndex[ref.slice.index()], static_cast<std::uint32_t>(row));
    }
}

Result<Table> chosenOccurrences(const ExportInput& input, const AnalysisInput& rank, const AnalysisDescriptor& analysis)
{
    KT_TRY(const Parameters complete, completeParameters(analysis, analysisParameters(input, analysis), Mode::Exact));
    return sequenceOccurrences(rank, complete, input.chains, input.context);
}

void finish(RankPatterns& found)
{
    sortUnique(found.events);
}

} // namespace

Result<RankPatterns> findPatterns(const ExportInput& input, std::size_t rank)
{
    const RankTrace& rankTrace = input.traces->ranks()[rank];
    const AnalysisDescriptor& analysis = *findAnalysis("kernel-sequences");
    AnalysisInput one { input.traces, {} };
    one.scope.ranks = { rankTrace.rank };
    RankPatterns found;
    if (!input.chains.empty() && input.mode == Mode::Exact) {
        KT_TRY(const Table occurrences, chosenOccurrences(input, one, analysis));
        takeOccurrences(occurrences, *rankTrace.trace, found);
        if (found.patterns.empty())
            found.remarks.push_back({ "no-sequences",
                { KT_PHRASE("export", "None of the chains that are marked is on rank %1 with these parameters."),
                    arg::Number { rankTrace.rank } } });
        finish(found);
        return found;
    }
    KT_TRY(const AnalysisResult result,
        runAnalysis(analysis, { &one, 1 }, analysisParameters(input, analysis), input.mode, input.context));
    found.remarks = result.remarks;
    if (const Table* table = result.findTable(input.mode == Mode::Hta ? "sequences" : "occurrences")) {
        if (input.mode == Mode::Hta)
            takeRows(*table, *rankTrace.trace, static_cast<std::size_t>(input.parameters.integer("top-k")), found);
        else
            takeOccurrences(*table, *rankTrace.trace, found);
    }
    if (found.patterns.empty() && found.remarks.empty())
        found.remarks.push_back({ "no-sequences",
            { KT_PHRASE("export", "No op %1 launches enough kernels, or there is none."),
                arg::Name { input.parameters.text("operator-name") } } });
    finish(found);
    return found;
}

} // namespace kinetoscope
