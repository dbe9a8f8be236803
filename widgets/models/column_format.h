// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/table.h"
#include "core/layout/table/chain_text.h"
#include "core/layout/table/shown_texts.h"
#include "widgets/models/screen_numbers.h"

#include <QString>

#include <memory>
#include <vector>

namespace kinetoscope {

/// How the numbers of a table are written on screen. Exports never use these functions: they are byte for byte the
/// command line's.

/// Between the entries of a list, on screen.
inline const QString kListSeparator = QStringLiteral(" \u203a ");

/// How one column is written: found once for the whole column, so that all its cells share a unit; durations of a table
/// share theirs as far as they can be read in it.
struct ColumnFormat {
    TimeUnit timeUnit = TimeUnit::Nano; ///< Duration and Time columns
    AmountPrefix prefix {};             ///< of amounts that are no times: counters, operations, bytes
    int fractionDigits = 0;             ///< most decimals of any cell: the delegate aligns decimal points with it
    QString longestBeforePoint {};      ///< of the numbers as they are written: how wide the column has to be
    ChainNames chains;                  ///< of a column of chains: what its steps are called
    std::shared_ptr<const ShownTexts> shown {}; ///< of a column of names or chains; null: texts as they are
    bool isReadWhole = false;                   ///< a text that its table is about: wrapped over lines, not cut
};

/// Formats of all columns, from rows spread over the whole table where it has many. Writes some of the numbers: call it
/// on the worker thread.
[[nodiscard]] std::vector<ColumnFormat> columnFormats(const Table& table);

/// One cell as text for people: "12.34" in the column's unit, an en dash for no value.
[[nodiscard]] QString cellText(const Cell& cell, const ColumnDescriptor& column, const ColumnFormat& format);
/// The exact value with its unit: "12 341 999 ns", the whole name.
[[nodiscard]] QString exactCellText(const Cell& cell, const ColumnDescriptor& column);
/// Two or three words and the unit: "Idle time (ms)", "Compute (% of busy)", "Share of type (%)".
[[nodiscard]] QString columnHeading(const ColumnDescriptor& column, const ColumnFormat& format);
/// The same with what a share is of, however long that is, and the column's definition in a line of its own.
[[nodiscard]] QString columnDefinition(const ColumnDescriptor& column, const ColumnFormat& format);

} // namespace kinetoscope
