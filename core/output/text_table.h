// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/output/table_writer.h"

#include <string>

namespace kinetoscope {

/// A table as aligned columns for people: in lines of `options.lineWidth` characters, the largest main figure first,
/// each column in one unit (column_units.h), which stands below its heading. What is not shown is counted or named
/// below the table. Nothing a terminal would act on is passed on.
///
/// Reads the rows that are shown twice, keeps none of them: texts of names alone are kept.
void writeTextTable(const Table& table, const TableWriterOptions& options, const TextSink& sink);

/// Whether the table has one of the columns that options.columns names; true where it names none.
[[nodiscard]] bool hasChosenColumn(const Table& table, const TableWriterOptions& options);

} // namespace kinetoscope
