// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/timeline/row_layout.h"
#include "core/layout/timeline/timeline_tree.h"
#include "core/model/selection.h"
#include "core/model/trace_set.h"
#include "core/session/session.h"

#include <cstddef>

namespace kinetoscope {

/// Between a session, which names things so that they can be recognised later, and a loaded job, which numbers them.
/// What is not found again is left out and counted: a trace may have been replaced since.

/// A selection beyond it is not kept: a cell of a table may stand for a million slices, and a part of them would be
/// another selection.
inline constexpr std::size_t kMostSessionSelection = 10'000;

/// Adds the selection to `session`. False if there is more than a session keeps; then nothing is added.
bool putSelection(const TraceSet& traces, const Selection& selection, Session& session);
/// @param lost  grows by what is not there any more.
[[nodiscard]] Selection selectionOf(const TraceSet& traces, const Session& session, std::size_t& lost);

/// What was folded and unfolded by hand.
[[nodiscard]] std::vector<SessionRow> sessionRowsOf(
    const TraceSet& traces, const TimelineTree& tree, const RowChoices& choices);
/// Rows that are not there any more are left out.
[[nodiscard]] RowChoices rowChoicesOf(
    const TraceSet& traces, const TimelineTree& tree, const std::vector<SessionRow>& rows);

/// Adds `by`, ns, to every job time of the session, saturating: the same moments by a clock with another origin.
void moveTimes(Session& session, Nanoseconds by);

/// The files of the job as they are now, rank by rank, those that are gone left out. Asks the file system.
[[nodiscard]] std::vector<SessionFile> sessionFilesOf(const TraceSet& traces);

} // namespace kinetoscope
