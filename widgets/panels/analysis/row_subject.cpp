// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/analysis/row_subject.h"

#include "core/analysis/types/column_names.h"

#include <utility>
#include <variant>

namespace kinetoscope {

namespace {

/// Nothing to read from: the rows may be gone with the result that they were of.
bool isGone(const RowsAt& rows)
{
    const Table* table = rows.source.table;
    return !table || rows.rows.empty() || rows.rows.front() >= table->rowCount();
}

} // namespace

std::optional<std::string> kernelOfRows(const RowsAt& rows)
{
    const Table* table = rows.source.table;
    if (isGone(rows) || table->columnIndex("kernel_type") == table->columnCount())
        return std::nullopt;
    for (std::size_t column = 0; column < table->columnCount(); ++column) {
        const ColumnDescriptor& descriptor = table->columns()[column];
        if (descriptor.text != TextKind::Name || table->isMissing(rows.rows.front(), column))
            continue;
        std::string name(table->text(rows.rows.front(), column));
        return name == "others" ? std::nullopt : std::optional(std::move(name)); // the rest, folded
    }
    return std::nullopt;
}

std::optional<RankAndStep> rankAndStepOfRows(const RowsAt& rows)
{
    if (isGone(rows))
        return std::nullopt;
    const Table* table = rows.source.table;
    const auto numberIn = [&](const char* name) -> std::optional<std::int64_t> {
        const std::size_t column = table->columnIndex(name);
        if (column == table->columnCount())
            return std::nullopt;
        const Cell cell = table->cell(rows.rows.front(), column);
        const auto* number = std::get_if<std::int64_t>(&cell);
        return number ? std::optional(*number) : std::nullopt;
    };
    const std::optional<std::int64_t> rank = numberIn(column::kRank);
    return rank ? std::optional(RankAndStep { *rank, numberIn(column::kStep) }) : std::nullopt;
}

} // namespace kinetoscope
