// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/gpu/overlap/comm_comp_overlap.h"

#include "core/analysis/gpu/gpu_work.h"
#include "core/analysis/gpu/overlap/overlap_times.h"
#include "core/analysis/scope/per_rank.h"
#include "core/analysis/types/column_names.h"
#include "core/analysis/types/columns.h"
#include "core/base/vectors.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace kinetoscope {

namespace {

constexpr const char* kCommCompOverlapRanksTitle = "Communication hidden under computation";
constexpr const char* kCollectivesTitle = "Communication hidden under computation, by process group and collective";
constexpr const char* kDenominator = "% of communication time";

/// What the figures of a row are made of: three columns, and all work.
enum class OverlapFigure { Communication, Overlap, Exposed, OtherSteps, Computation, Work };

std::vector<ColumnDescriptor> timeColumns()
{
    return {
        durationColumn(column::kCommTime, "Communication", "Covered by communication; what runs at once counts once"),
        durationColumn(column::kOverlapTime, "Hidden under computation"),
        durationColumn(column::kExposedTime, "Exposed"),
        durationColumn(column::kOtherSteps, "Beside other steps", "Beside computation of other steps"),
    };
}

std::vector<ColumnDescriptor> rankColumns()
{
    return joinedColumns({ commCompOverlapColumnsOfHta(), timeColumns(),
        { durationColumn(column::kCompTime, "Computation"), countColumn(column::kCount, "Communication kernels") } });
}

std::vector<ColumnDescriptor> collectiveColumns()
{
    std::vector<ColumnDescriptor> all = commCompOverlapColumnsOfHta();
    all.insert(
        all.begin() + 1, { textColumn("process_group", "Process group"), textColumn("collective", "Collective") });
    append(all, timeColumns());
    all[all.size() - timeColumns().size()].isMainFigure = true;
    all.push_back(countColumn(column::kCount, "Kernels"));
    return all;
}

std::optional<OverlapFigure> partOf(const ColumnDescriptor& column)
{
    if (column.name == column::kCommTime)
        return OverlapFigure::Communication;
    if (column.name == column::kOverlapTime || column.name == column::kCompCommOverlapPctg)
        return OverlapFigure::Overlap;
    if (column.name == column::kExposedTime)
        return OverlapFigure::Exposed;
    if (column.name == column::kOtherSteps)
        return OverlapFigure::OtherSteps;
    if (column.name == column::kCompTime)
        return OverlapFigure::Computation;
    return column.name == "count" ? std::optional(OverlapFigure::Work) : std::nullopt;
}

/// What a row is about, so that its evidence can be read again.
struct CommCompOverlapRowKey {
    std::size_t rank = 0; ///< in ScopedGpuWork
    std::optional<OverlapCollective> collective;
};

Selection commCompOverlapEvidenceOf(
    const ScopedGpuWork& source, const CommCompOverlapRowKey& key, OverlapFigure part, const Progress& progress)
{
    const RankGpuWork work = source.rowsOf(key.rank, progress);
    const RankTrace& rank = source.rankTrace(key.rank);
    const auto isMeant = [&](const GpuWorkRow& row) {
        return isCommunication(row)
            && (!key.collective || overlapCollectiveOf(*rank.trace, row.slice) == *key.collective);
    };
    switch (part) {
    case OverlapFigure::Communication:
        return selectionOf(work, unionWhere(work, isMeant, progress), progress);
    case OverlapFigure::Overlap:
        return selectionOf(work,
            intersectionOf(unionWhere(work, isMeant, progress), unionWhere(work, isComputation, progress), progress),
            progress);
    case OverlapFigure::Exposed:
    case OverlapFigure::OtherSteps: {
        const std::vector<TimeRange> computation = unionWhere(work, isComputation, progress);
        const std::vector<TimeRange> others = computationOfOtherSteps(work, computation);
        const std::vector<TimeRange> meant = unionWhere(work, isMeant, progress);
        return selectionOf(work,
            part == OverlapFigure::OtherSteps
                ? intersectionOf(meant, others, progress)
                : differenceOf(differenceOf(meant, computation, progress), others, progress),
            progress);
    }
    case OverlapFigure::Computation:
        return selectionOf(work, unionWhere(work, isComputation, progress), progress);
    case OverlapFigure::Work:
        return selectionWhere(source, rank, work, isMeant, progress);
    }
    return {};
}

void appendTimes(std::vector<Cell>& cells, const OverlapTimes& times)
{
    cells.push_back(exactPercentCell(times.overlap, times.communication));
    cells.emplace_back(times.communication);
    cells.emplace_back(times.overlap);
    cells.emplace_back(saturatingSubtract(times.communication, saturatingAdd(times.overlap, times.otherSteps)));
    cells.emplace_back(times.otherSteps);
}

void setEvidence(
    Table& table, const std::shared_ptr<const ScopedGpuWork>& source, std::vector<CommCompOverlapRowKey> keys)
{
    table.setEvidence([source, keys = std::move(keys), parts = mapped(table.columns(), partOf)](
                          std::size_t row, std::size_t column, const Progress& progress) {
        return parts[column] ? commCompOverlapEvidenceOf(*source, keys[row], *parts[column], progress) : Selection {};
    });
}

std::vector<ChartDescription> commCompOverlapCharts()
{
    ChartDescription share { .id = "overlap-share",
        .table = "ranks",
        .title = "How much of the communication is hidden under computation",
        .denominator = kDenominator,
        .labelColumn = column::kRank,
        .series = { { column::kCompCommOverlapPctg, "", PartKind::ComputeAndCommunication } },
        .form = BarChart { .sortByValue = false } };

    ChartDescription times { .id = "overlap-times",
        .table = "ranks",
        .title = "How much communication is hidden, how much exposed",
        .labelColumn = column::kRank,
        .series = { { column::kOverlapTime, "", PartKind::ComputeAndCommunication },
            { column::kExposedTime, "", PartKind::CommunicationExposed },
            { column::kOtherSteps, "", PartKind::OtherSteps } },
        .form = StackedBarChart { .totalColumn = column::kCommTime, .sortByValue = false } };
    return { share, times };
}

Result<AnalysisResult> runCommCompOverlap(AnalysisInputs inputs, const Parameters&, const AnalysisContext& context)
{
    KT_TRY(const std::shared_ptr<const ScopedGpuWork> source, ScopedGpuWork::create(inputs[0], *context.classifier));
    KT_TRY(std::vector<OverlapOfRank> all, forEachRank(source->rankCount(), context, [&](std::size_t i) {
        return measureOverlap(*source, i, context.progress);
    }));

    AnalysisResult result;
    Table ranks("ranks", kCommCompOverlapRanksTitle, rankColumns());
    Table collectives("collectives", kCollectivesTitle, collectiveColumns());
    std::vector<CommCompOverlapRowKey> rankKeys;
    std::vector<CommCompOverlapRowKey> collectiveKeys;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const OverlapOfRank& figures = all[i];
        const RankTrace& rank = source->rankTrace(i);
        std::vector<Cell> cells { rank.rank };
        appendTimes(cells, figures.whole);
        cells.emplace_back(figures.computation);
        cells.emplace_back(figures.whole.count);
        ranks.addRow(std::move(cells));
        rankKeys.push_back({ i, std::nullopt });
        const auto text = [](std::string_view words) { return words.empty() ? Cell {} : Cell { std::string(words) }; };
        for (const auto& [key, times] : figures.collectives) {
            cells = { rank.rank, text(groupText(*rank.trace, key)), text(collectiveText(*rank.trace, key)) };
            appendTimes(cells, times);
            cells.emplace_back(times.count);
            collectives.addRow(std::move(cells));
            collectiveKeys.push_back({ i, key });
        }
        append(result.remarks, figures.remarks);
    }
    setEvidence(ranks, source, std::move(rankKeys));
    setEvidence(collectives, source, std::move(collectiveKeys));
    result.tables = tableList(std::move(ranks), std::move(collectives));
    result.charts = commCompOverlapCharts();
    return result;
}

} // namespace

std::vector<ColumnDescriptor> commCompOverlapColumnsOfHta()
{
    return {
        numberColumn(column::kRank, "Rank"),
        roundedInFiles(percentColumn(column::kCompCommOverlapPctg, "Hidden", kDenominator)),
    };
}

AnalysisDescriptor commCompOverlap()
{
    return { .id = "comm-comp-overlap",
        .title = "Communication-computation overlap",
        .question = "How much of the communication is hidden under computation?",
        .group = PanelGroup::Communication,
        .tables = { { "ranks", kCommCompOverlapRanksTitle, rankColumns() },
            { "collectives", kCollectivesTitle, collectiveColumns() } },
        .recordingOption = kGpuRecordingOption,
        .run = runCommCompOverlap };
}

} // namespace kinetoscope
