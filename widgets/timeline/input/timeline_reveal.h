// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/timeline/row_panes.h"
#include "core/model/selection.h"

#include <QObject>

#include <optional>

namespace kinetoscope {

class TimelineCamera;
class TimelineRows;
class ViewState;

/// Brings things into view: opens what hides them, scrolls to them, and moves the visible range as far as need be. What
/// does not exist changes nothing. GUI thread only; all it is given must outlive it.
class TimelineReveal : public QObject {
    Q_OBJECT

public:
    TimelineReveal(const ViewState& state, TimelineRows& rows, TimelineCamera& camera);

    /// Where a new job opens: at its top, which says whose rows they are. Where no stream with work would be in view,
    /// or folding them brings all streams of the first device into view, the threads above are folded; where no stream
    /// is in view even so it scrolls.
    void showOpening();
    /// Nobody has scrolled, zoomed, selected or arranged anything since: another size of the screen may open anew.
    [[nodiscard]] bool isOpening() const;
    /// The range moves only if the slice is out of it.
    void showSlice(SliceRef slice);
    /// The same, and zooms in where the slice would be too narrow to be seen.
    void showHit(kinetoscope::SliceRef slice);
    /// A stretch of a track, as showHit shows a slice; without a track only its time.
    void showInterval(const kinetoscope::IntervalRef& interval);
    /// Scrolls to the longest that a selection has in the visible range, unless something of it is in view: its time
    /// alone does not show it where its row is scrolled away. False where it has nothing in the range.
    bool showWithinRange(const kinetoscope::Selection& selection);
    /// Makes the track the current row and marks it for a moment. `rank` is the position in TraceSet::ranks().
    void showTrack(std::uint32_t rank, TrackId track);
    /// Opens a rank, scrolls to its first device with work and marks the rank for a moment; `rank` is the position in
    /// TraceSet::ranks(). A rank of which enough is in view stays where it is.
    void showRank(std::uint32_t rank);
    /// Zooms to everything in a selection and scrolls to it.
    void zoomToSelection(const kinetoscope::Selection& selection);
    /// To what is selected now; an interval does not scroll.
    void focusSelected();

private:
    /// What a selection spans; of a point in time the outermost op around it too, with the point in the middle.
    [[nodiscard]] TimeRange rangeAround(const Selection& selection) const;
    /// Zooms in around what would be too narrow to be seen.
    void widen(TimeRange range);
    /// Moves the visible range if this is out of it.
    void reach(TimeRange range);
    /// Scrolls so that [top, bottom) of the layout is in view, in the pane of `row`.
    void scrollTo(const struct TimelineRow& row, std::int64_t top, std::int64_t bottom);

    const ViewState& m_state;
    TimelineRows& m_rows;
    TimelineCamera& m_camera;
    std::optional<RowScroll> m_opening; ///< what showOpening() came to
};

} // namespace kinetoscope
