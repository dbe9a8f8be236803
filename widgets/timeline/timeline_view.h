// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/query/name_search.h"
#include "widgets/export/picture_export.h"
#include "widgets/timeline/input/timeline_keys.h"
#include "widgets/timeline/input/timeline_mouse.h"
#include "widgets/timeline/overlay_keeper.h"
#include "widgets/timeline/timeline_layers.h"
#include "widgets/timeline/timeline_parts.h"

#include <QWidget>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

class QScrollBar;

namespace kinetoscope {

class TrackFilterBox;

/// What a person did to a timeline besides selecting: where it stands, what is folded, the views kept under 1 to 9.
struct TimelineArrangement {
    TimeRange visible;        ///< job time
    std::int64_t scrollY = 0; ///< px, of the rows below the pinned ones
    RowChoices choices;
    TimelinePlaces places {};
};

/// The timeline: overview, ruler, and one row a track with everything that happened on it. Shows the view state's job
/// and visible range; sets its selection, hovered slice, pointed time and visible range. Nothing is recomputed while
/// only the pointer moves. What can be done with it, its parts do: this brings them events, and paints.
///
/// GUI thread only. Does not own the view state, which must outlive it.
class TimelineView : public QWidget {
    Q_OBJECT

public:
    explicit TimelineView(ViewState* viewState, QWidget* parent = nullptr);
    ~TimelineView() override;

    [[nodiscard]] const ViewState& viewState() const { return m_parts.state; }
    [[nodiscard]] const TimelineScene& scene() const { return m_parts.scene; }
    [[nodiscard]] TimelineCamera& camera() { return m_parts.camera; }
    [[nodiscard]] TimelineRows& rows() { return m_parts.rows; }
    [[nodiscard]] TimelineReveal& reveal() { return m_parts.reveal; }
    [[nodiscard]] MarkTool& marks() { return m_parts.marks; }
    [[nodiscard]] SliceWalk& walk() { return m_parts.walk; }
    [[nodiscard]] TimelineMouse& mouse() { return m_mouse; }
    [[nodiscard]] TimelineViewport viewport() const { return m_parts.camera.viewport(); }
    [[nodiscard]] TimelineProjection projection() const { return m_parts.camera.projection(); }
    /// Where a slice is now, in widget coordinates; empty when it is not in view.
    [[nodiscard]] QRectF rectOf(SliceRef slice) const { return projection().rectOf(slice); }
    /// The runs of the collective that is pointed at, else selected, by rank; they are joined on the lanes.
    [[nodiscard]] const std::vector<SliceRef>& connected() const { return m_keeper.overlay().connected; }
    /// Of the rows drawn last.
    [[nodiscard]] const std::vector<RowSummary>& summaries() const { return m_layers.summaries(); }

    /// The timeline as it is now (rows, range, scroll position), as a picture of `size` logical pixels. The light theme
    /// unless asked otherwise; with the selection, without the pointer. InvalidArgument, OutOfMemory: see
    /// renderPicture.
    [[nodiscard]] Result<QByteArray> picture(
        PictureFormat format, QSize size, double scale = 2, bool dark = false) const;
    /// Writes picture() whole or not at all. NotWritable.
    [[nodiscard]] Result<Done> savePicture(
        const QString& fileName, QSize size, PictureFormat format, double scale = 2, bool dark = false) const;

    void setDensity(Density density);
    void setColourMode(ColourMode mode) { setColouring({ mode, nullptr, 0 }); }
    void setColouring(Colouring colouring);
    /// What analyses add to the rows, of the open job; gone when another is opened.
    void setOverlays(std::vector<std::shared_ptr<const Overlay>> overlays);
    /// Hits of a search, marked on the overview; nullptr: none.
    void setSearchHits(std::shared_ptr<const NameSearch> hits);
    /// Patterns that are not marked: bit n stands for the letter n.
    void setHiddenPatterns(std::uint32_t letters);

    [[nodiscard]] TimelineArrangement arrangement() const;
    /// Puts the timeline back; ranges and scroll positions are brought inside the open job's. Nothing without a job.
    void setArrangement(const TimelineArrangement& arrangement);

    [[nodiscard]] QSize sizeHint() const override { return { 1200, 700 }; }
    [[nodiscard]] QSize minimumSizeHint() const override { return { 320, 160 }; }

signals:
    /// Something a person asked for could not be done: a sentence for the status bar.
    void noticed(const QString& sentence);
    /// What such a sentence said is no longer so.
    void noticeOver(const QString& sentence);
    /// A right click; `slice` is what lies there, if anything.
    void contextMenuRequested(std::optional<kinetoscope::SliceRef> slice, const QPoint& globalPosition);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override { m_mouse.move(*event); }
    void mouseReleaseEvent(QMouseEvent* event) override { m_mouse.release(*event); }
    void mouseDoubleClickEvent(QMouseEvent* event) override { m_mouse.doubleClick(*event); }
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void followState();
    void followParts();
    void takeTraceSet();
    void takeCamera();
    void invalidate(); ///< lanes must be drawn again
    void showToolTip(const QPoint& position, const QPoint& globalPosition);
    void hideMovedToolTip(); ///< what it is about is elsewhere now

    TimelineParts m_parts;
    TimelineMouse m_mouse;
    TimelineKeys m_keys;
    TimelineLayers m_layers;
    std::shared_ptr<const NameSearch> m_searchHits;
    std::optional<TimelineViewport> m_toolTipView; ///< in which the last tool tip was shown
    QScrollBar* m_scrollBar;
    QScrollBar* m_pinnedScrollBar; ///< beside the pinned rows, where they have less room than they need
    TrackFilterBox* m_filterBox;
    OverlayKeeper m_keeper; ///< last: destroyed first, so that nothing arrives in a half-destroyed view
};

} // namespace kinetoscope
