// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/selection.h"
#include "widgets/timeline/timeline_view.h"

#include <QString>

namespace kinetoscope {

class ViewState;

/// What a screen reader finds in a timeline: one tree item a row (title, how busy it is, folded or not), below them the
/// selected event. GUI thread only.

/// Makes Qt use it for every TimelineView; asked again, does nothing.
void installTimelineAccess();
/// Reads the selected event out, if somebody listens and the timeline has the focus.
void announceSelection(TimelineView& view);
/// Tells who listens that rows came or went.
void announceRows(TimelineView& view);

/// "gemm, 12.30 µs, stream 7, starts at 500.000 µs"; "" for no slice of the job.
[[nodiscard]] QString spokenSlice(const ViewState& state, SliceRef slice);

} // namespace kinetoscope
