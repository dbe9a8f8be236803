// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/layout/chart/opened_others.h"
#include "core/model/selection.h"
#include "core/model/trace_set.h"

#include <cstddef>
#include <optional>
#include <span>

namespace kinetoscope {

/// The column that says what a cell is made of: its own. A name, and a figure of which nothing is known, show what the
/// main figure of their row is made of, or else the first figure that is made of anything; a 0 is made of nothing. The
/// own one where there is no other, or when told to stop. May take as long as evidence of each column.
[[nodiscard]] std::size_t evidenceColumn(
    const Table& table, std::size_t row, std::size_t column, const Progress& progress = {});

/// What a column of several rows is made of, together: each slice and each stretch once where they are many.
///
/// @param firstInput  inputs of a comparison before it are left out.
/// @return in no certain order; incomplete when told to stop.
/// As long as the rows take to say it: off the GUI thread. Memory follows the distinct slices, not the rows that share
/// them.
[[nodiscard]] Selection evidenceOf(const RowSource& source, std::span<const std::size_t> rows, std::size_t column,
    std::size_t firstInput, const Progress& progress);

/// The column whose cells are made of most: a row's name and its total are made of all of it, its extremes of one
/// event. A sentence says what its row is about, whatever else the row has a figure of, as what a change to it would
/// save. Asks the first rows, of the table's `input`; 0 where they are made of nothing. Any when told to stop.
[[nodiscard]] std::size_t widestColumn(const Table& table, std::size_t input, const Progress& progress = {});

/// The stretch of a step of a series: of the rank that its row names, across all of its tracks. Empty where the stretch
/// is empty, where there is not one row, and where the row names no rank of the job.
[[nodiscard]] std::optional<IntervalRef> stretchInJob(
    const RowSource& source, std::span<const std::size_t> rows, TimeRange stretch, const TraceSet& traces);

} // namespace kinetoscope
