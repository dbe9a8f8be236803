// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/timeline/timeline_projection.h"

#include <QObject>

class QWidget;

namespace kinetoscope {

class ViewState;

/// What of a timeline is looked at: the visible range, which is the view state's, and how far the rows are scrolled.
/// Keeps both inside their limits. Does nothing without a job. GUI thread only.
class TimelineCamera : public QObject {
    Q_OBJECT

public:
    /// @param screen  what the timeline is shown on: its size and pixel ratio count. All three must outlive this.
    TimelineCamera(const QWidget& screen, ViewState& state, const TimelineScene& scene);

    /// As it is now, without the scroll bar's width.
    [[nodiscard]] TimelineViewport viewport() const;
    /// Of the viewport as it is now: made anew with each call, refers to the scene.
    [[nodiscard]] TimelineProjection projection() const { return { m_scene, viewport() }; }
    /// What the strip above the rows spans, job time: the job's core range; empty without a job.
    [[nodiscard]] TimeRange overviewRange() const;
    /// How far rows are scrolled, and how far they can be: logical pixels, 0 or more.
    [[nodiscard]] RowScroll scroll() const { return m_scroll; }
    [[nodiscard]] RowScroll furthest() const { return m_furthest; }
    [[nodiscard]] int rowStep() const { return m_scene.metrics().sliceRow + 1; } ///< px of one step of scrolling
    /// Where the mouse was last over the timeline; (-1, -1) when it is elsewhere.
    [[nodiscard]] QPointF pointer() const { return m_pointer; }
    void setPointer(QPointF point) { m_pointer = point; }

    /// What scroll bars take of the width where there is something to scroll.
    void setBarWidth(int pixels) { m_barWidth = pixels; }
    /// Rows, their sizes or the screen's have changed.
    void refit();
    /// Brought inside the limits; changed() if it is another place.
    void scrollTo(RowScroll scroll);
    /// The rows below the pinned ones.
    void scrollTo(std::int64_t y) { scrollTo(RowScroll { y, m_scroll.pinned }); }
    /// At a point: the pinned rows there if they can be scrolled, else the others. Pixels, positive: down.
    void scrollBy(std::int64_t pixels, QPointF point);

    /// @param range  job time; moved, and shortened or lengthened where it has to be, to lie in the view state's
    /// limits.
    void setVisible(TimeRange range);
    /// Shows this stretch of job time, with a little room on both sides.
    void zoomTo(kinetoscope::TimeRange range);
    /// @param factor  of the length; what is at x stays there.
    void zoomBy(double factor, double x);
    /// By one step, around the middle of the lanes.
    void zoomIn();
    void zoomOut();
    /// @param share  of the length; positive: later.
    void panBy(double share);
    /// Where work was recorded; asked again there the core range, with the profiler's own spans, then everything
    /// including far outliers.
    void fitAll();

signals:
    void changed(); ///< scrolled, or what can be scrolled; not the visible range

private:
    const QWidget& m_screen;
    ViewState& m_state;
    const TimelineScene& m_scene;
    int m_barWidth = 0;
    RowScroll m_scroll;
    RowScroll m_furthest;
    QPointF m_pointer { -1, -1 };
};

} // namespace kinetoscope
