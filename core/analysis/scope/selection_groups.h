// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/table.h"
#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/model/trace_set.h"

#include <cstdint>
#include <memory>

namespace kinetoscope {

/// What slices of a selection are counted together by.
enum class SelectionGrouping : std::uint8_t {
    Name, ///< name and kind: an op and a kernel of one name are two things
    Kind,
    Track, ///< stream or thread, of one rank; its GPU work, its annotations and the rest are rows of their own
};

/// A selection as a table: one row a group with count, sum, union, shares, mean and percentiles; GPU work first,
/// annotations last, in each most time first. Slices inside a selected range count as far as they lie in it; those
/// selected by themselves count whole; none counts twice. On a thread ops lie inside ops: their sum is more than their
/// union. A share is one of what can be added up: of all GPU work, or of one kind of other events; the utilisation is
/// what the union takes of the selected time, on a track of what is selected there.
///
/// Each cell's evidence is the slices of its group. O(slices of the touched tracks x log ranges). Cancelled if asked to
/// stop.
[[nodiscard]] Result<Table> groupSelection(std::shared_ptr<const TraceSet> traces, const Selection& selection,
    SelectionGrouping grouping, const Progress& progress);

} // namespace kinetoscope
