// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/table/row_evidence.h"

#include "core/base/vectors.h"

#include <algorithm>
#include <tuple>
#include <variant>

namespace kinetoscope {
namespace {

/// Nested rows are made of the same slices again and again: from here on doubles are thrown out, each time their number
/// has doubled.
constexpr std::size_t kManyParts = std::size_t { 1 } << 20;

void dropDoubles(Selection& selection)
{
    sortUnique(selection.slices);
    std::ranges::sort(selection.intervals, {},
        [](const IntervalRef& a) { return std::tuple(a.rank, a.track, a.range.begin, a.range.end); });
    selection.intervals.erase(
        std::unique(selection.intervals.begin(), selection.intervals.end()), selection.intervals.end());
}

std::size_t partsOf(const Selection& selection)
{
    return selection.slices.size() + selection.intervals.size();
}

bool hasEvidence(const Table& table, std::size_t row, std::size_t column, const Progress& progress)
{
    for (std::size_t input = 0; input < table.evidenceInputs() && !progress.shouldStop(); ++input) {
        if (!table.evidence(row, column, input, progress).isEmpty())
            return true;
    }
    return false;
}

} // namespace

std::size_t evidenceColumn(const Table& table, std::size_t row, std::size_t column, const Progress& progress)
{
    const std::vector<ColumnDescriptor>& columns = table.columns();
    if (column >= columns.size() || !table.hasEvidence() || hasEvidence(table, row, column, progress)
        || (isFigure(columns[column]) && isZero(table.cell(row, column))))
        return column;
    const auto main = std::ranges::find(columns, true, &ColumnDescriptor::isMainFigure);
    const auto mainColumn = static_cast<std::size_t>(main - columns.begin());
    if (main != columns.end() && hasEvidence(table, row, mainColumn, progress))
        return mainColumn;
    for (std::size_t other = 0; other < columns.size(); ++other) {
        if (isFigure(columns[other]) && hasEvidence(table, row, other, progress))
            return other;
    }
    return column;
}

Selection evidenceOf(const RowSource& source, std::span<const std::size_t> rows, std::size_t column,
    std::size_t firstInput, const Progress& progress)
{
    Selection all;
    std::size_t most = kManyParts;
    for (const std::size_t row : rows) {
        const std::optional<RowPlace> place = source.placeOf(row);
        const std::size_t from = place ? evidenceColumn(*place->table, place->row, column, progress) : column;
        for (std::size_t input = firstInput; place && input < place->table->evidenceInputs(); ++input) {
            if (progress.shouldStop())
                return all;
            const Selection part = place->table->evidence(place->row, from, input, progress);
            all.slices.insert(all.slices.end(), part.slices.begin(), part.slices.end());
            all.intervals.insert(all.intervals.end(), part.intervals.begin(), part.intervals.end());
        }
        if (partsOf(all) > most) {
            dropDoubles(all);
            most = std::max(kManyParts, 2 * partsOf(all));
        }
    }
    return all;
}

std::size_t widestColumn(const Table& table, std::size_t input, const Progress& progress)
{
    constexpr std::size_t kRowsAsked = 3;
    const std::size_t rows = std::min(table.rowCount(), kRowsAsked);
    const auto sentence = std::ranges::find(table.columns(), TextKind::Sentence, &ColumnDescriptor::text);
    const auto said = static_cast<std::size_t>(sentence - table.columns().begin());
    for (std::size_t row = 0; row < rows && sentence != table.columns().end(); ++row) {
        if (!table.evidence(row, said, input, progress).isEmpty())
            return said;
    }
    std::size_t widest = 0;
    std::size_t most = 0;
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t column = 0; column < table.columnCount(); ++column) {
            const std::size_t parts = partsOf(table.evidence(row, column, input, progress));
            if (parts > most) {
                most = parts;
                widest = column;
            }
        }
    }
    return widest;
}

std::optional<IntervalRef> stretchInJob(
    const RowSource& source, std::span<const std::size_t> rows, TimeRange stretch, const TraceSet& traces)
{
    const auto place = rows.size() == 1 && !stretch.isEmpty() ? source.placeOf(rows.front()) : std::nullopt;
    const std::size_t column = place ? place->table->columnIndex("rank") : 0;
    if (!place || column == place->table->columnCount())
        return std::nullopt;
    const Cell cell = place->table->cell(place->row, column);
    const auto* number = std::get_if<std::int64_t>(&cell);
    const auto ranks = traces.ranks();
    for (std::uint32_t i = 0; number && i < ranks.size(); ++i) {
        if (ranks[i].rank == *number)
            return IntervalRef { i, TrackId {}, stretch };
    }
    return std::nullopt;
}

} // namespace kinetoscope
