// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/idle/gap_entry.h"
#include "core/query/selection_places.h"
#include "widgets/models/text_tree_model.h"

#include <span>

namespace kinetoscope {

class SliceNames;
class TraceSet;

/// Count, sum and union of several selected slices and intervals, and the longest of them; entries of these lead to
/// them.
[[nodiscard]] TextTree selectionFacts(const SliceNames& names, const SelectionTotals& totals);

/// Times and place of a stretch of time.
[[nodiscard]] TextTree intervalFacts(const TraceSet& traces, const IntervalRef& interval);

/// The GPU's work before and after a stretch of time, who launched what comes after, and what that thread did
/// meanwhile; nothing is added where there is no such work.
/// @param idle  of an idle stretch: its entries in the ledger, instead of what the thread did
void addSurroundings(TextTree& facts, const TraceSet& traces, const SliceNames& names, const IntervalRef& interval,
    const IntervalSurroundings& around, std::span<const GapEntry> idle = {});

} // namespace kinetoscope
