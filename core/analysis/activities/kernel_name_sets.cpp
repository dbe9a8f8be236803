// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/activities/kernel_name_sets.h"

#include "core/analysis/activities/kernel_name_counts.h"
#include "core/analysis/job/compared_inputs.h"
#include "core/analysis/names/classification.h"
#include "core/analysis/scope/per_rank.h"
#include "core/analysis/scope/recorded_elsewhere.h"
#include "core/analysis/types/column_names.h"
#include "core/analysis/types/columns.h"
#include "core/analysis/types/parameter_ids.h"
#include "core/analysis/types/parameter_makers.h"
#include "core/base/vectors.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>

namespace kinetoscope {

namespace {

constexpr const char* kKernelNamesTitle = "Which kernel names are in which input";
constexpr std::string_view kFull = "full";
constexpr std::string_view kShort = "short";

std::vector<ColumnDescriptor> columnsFor(std::size_t inputCount)
{
    std::vector<ColumnDescriptor> columns {
        textColumn(column::kName, "Kernel", TextKind::Name),
        textColumn("found_in", "In inputs"),
        textColumn("missing_from", "Not in inputs"),
    };
    for (std::size_t i = 1; i <= inputCount; ++i)
        columns.push_back(withTitle({ fmt::format("count_{}", i), ColumnType::Int, Unit::Count },
            { KT_PHRASE("kernel-names", "Input %1 calls"), arg::Number { i } }));
    return columns;
}

using WorkSources = std::vector<std::shared_ptr<const ScopedGpuWork>>;

/// The calls of a name in one input; none in a column about another one.
Selection kernelNameSetsEvidenceOf(const WorkSources& sources, const KernelNameLine& line, bool isShort,
    std::size_t column, std::size_t input, const Progress& progress)
{
    constexpr std::size_t kFirstCount = 3;
    if (line.counts[input] == 0 || (column >= kFirstCount && column - kFirstCount != input))
        return {};
    const ScopedGpuWork& source = *sources[input];
    Selection selection;
    for (std::size_t i = 0; i < source.rankCount(); ++i) {
        const RankTrace& rank = source.rankTrace(i);
        std::unordered_map<StringId, bool> isMeant;
        const auto isOfLine = [&](const GpuWorkRow& row) {
            if (!isKernelRow(*rank.trace, row))
                return false;
            const auto [known, isNew] = isMeant.try_emplace(rank.trace->slices().name[row.slice.index()], false);
            if (isNew)
                known->second = shownName(rank.trace->name(row.slice), isShort) == line.name;
            return known->second;
        };
        const Selection part = selectionWhere(source, rank, source.rowsOf(i, progress), isOfLine, progress);
        append(selection.slices, part.slices);
        append(selection.intervals, part.intervals);
    }
    return selection;
}

void kernelNameSetsRemarkOn(
    const std::vector<KernelNameLine>& lines, AnalysisInputs inputs, std::vector<Remark>& remarks)
{
    if (lines.empty() && std::ranges::any_of(inputs, mayBeRecordedElsewhere)) {
        remarks.push_back({ "no-kernels", { KT_PHRASE("kernel-names", "No input has a kernel in this scope.") } });
        return;
    }
    if (lines.empty()) {
        remarks.push_back({ "no-kernels",
            { KT_PHRASE("kernel-names", "No kernel in any input; record with %1."),
                arg::Text { kGpuRecordingOption } } });
        return;
    }
    const auto inAll = std::ranges::count(lines, inputs.size(), &KernelNameLine::inputs);
    remarks.push_back({ "names-in-common",
        { KT_PHRASE("kernel-names", "%1 of %2 names are in all inputs."), arg::Count { inAll },
            arg::Count { lines.size() } } });
}

Result<AnalysisResult> runKernelNameSets(
    AnalysisInputs inputs, const Parameters& parameters, const AnalysisContext& context)
{
    const bool isShort = parameters.text(parameter::kNames) == kShort;
    WorkSources sources;
    std::map<std::string, KernelNameCounts> names;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        KT_TRY(auto source, ScopedGpuWork::create(inputs[i], *context.classifier));
        sources.push_back(std::move(source));
        KT_TRY_DONE(countNames(*sources.back(), isShort, i, inputs.size(), names, context));
    }
    const std::vector<KernelNameLine> lines = sortedLines(std::move(names));
    AnalysisResult result;
    Table table("difference", kKernelNamesTitle, columnsFor(inputs.size()));
    for (const KernelNameLine& line : lines) {
        std::vector<Cell> cells { line.name, line.positions(true), line.positions(false) };
        append(cells, line.counts);
        table.addRow(std::move(cells));
    }
    std::vector<Message> inputNames;
    for (std::size_t i = 1; i <= inputs.size(); ++i) // the first begins the sentence
        inputNames.push_back(i == 1 ? Message { KT_PHRASE("kernel-names", "Input %1"), arg::Number { i } }
                                    : Message { KT_PHRASE("kernel-names", "input %1"), arg::Number { i } });
    if (!lines.empty())
        addComparedInputs(inputs, inputNames, result.remarks);
    kernelNameSetsRemarkOn(lines, inputs, result.remarks);
    table.setEvidence(inputs.size(),
        [sources = std::move(sources), lines, isShort](
            std::size_t row, std::size_t column, std::size_t input, const Progress& progress) {
            return kernelNameSetsEvidenceOf(sources, lines[row], isShort, column, input, progress);
        });
    result.tables.push_back(std::move(table));
    return result;
}

} // namespace

AnalysisDescriptor kernelNameSets()
{
    return { .id = "kernel-names",
        .title = "Kernel names",
        .question = "Which kernels are in one trace and not in the other?",
        .group = PanelGroup::Compare,
        .parameters = { choiceParameter(parameter::kNames, "Names", "Names as recorded, or without types and arguments",
            { std::string(kFull), std::string(kShort) }) },
        .tables = { { "difference", kKernelNamesTitle, columnsFor(2) } },
        .recordingOption = kGpuRecordingOption,
        .inputCount = 2,
        .mostInputs = kMostInputs,
        .run = runKernelNameSets };
}

} // namespace kinetoscope
