// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/selection.h"
#include "core/overlay/highlight.h"
#include "widgets/timeline/painters/mark_painter.h"
#include "widgets/timeline/timeline_scene.h"

#include <QRectF>

#include <memory>
#include <optional>
#include <vector>

class QPainter;

namespace kinetoscope {

/// What is drawn over the cached lanes: it changes with the pointer and the selection while the lanes stay.
struct TimelineOverlay {
    Selection selection;                       ///< intervals by rank, track and begin: neighbours are painted once
    std::shared_ptr<const Highlight> selected; ///< instead of `selection`, where that is many; null for nothing
    std::vector<SliceRef> related;             ///< launch, kernels, op stack of the selected slice: thin frames
    struct Arrow {
        SliceRef from;
        SliceRef to;
    };
    std::vector<Arrow> arrows;
    std::optional<SliceRef> hovered;
    std::vector<SliceRef> connected; ///< the runs of the collective that is hovered or selected, by rank; joined
    std::shared_ptr<const Highlight> highlight; ///< pointed at in a panel; null for nothing
    std::shared_ptr<const Highlight> hits;      ///< of the search; null for none, or more than are marked
    std::optional<Timestamp> pointer;           ///< job time of the cursor line
    TimelineMarks marks;                        ///< paintMarks draws them
};

/// Launch, kernels, op stack and arrows that belong to the current slice of a selection. At most kMostRelated.
void findRelated(const TraceSet& traces, const Selection& selection, TimelineOverlay& overlay);
inline constexpr std::size_t kMostRelated = 2000;

/// Rectangle of a slice in logical pixels of the whole timeline, at least 1 wide, clipped to just outside the lanes;
/// empty when it is not in view. It may reach over the edge of its pane (lanesOf). A slice inside a collapsed row has
/// that row's strip.
[[nodiscard]] QRectF sliceRect(const TimelineScene& scene, const TimelineViewport& viewport, SliceRef slice);

/// The rows an interval is about, logical pixels: its track's row, or all rows of its rank, with the gaps between them.
/// Pinned rows of a rank are apart from the others, and may be among those of other ranks. Replaces `result`.
void findRows(const TimelineScene& scene, const TimelineViewport& viewport, const IntervalRef& interval,
    std::vector<QRectF>& result);
/// What is in view of the row that shows a slice now; empty without one.
[[nodiscard]] QRectF rowInView(const TimelineScene& scene, const TimelineViewport& viewport, SliceRef slice);

/// Draws the overlay inside the lanes' rectangle, logical pixels.
void paintOverlay(
    QPainter& painter, const TimelineScene& scene, const TimelineViewport& viewport, const TimelineOverlay& overlay);

} // namespace kinetoscope
