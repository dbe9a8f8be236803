// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/layout/timeline/hit_test.h"
#include "core/query/name_search.h"
#include "widgets/export/picture_export.h"
#include "widgets/support/latest_job.h"
#include "widgets/timeline/input/collective_walk.h"
#include "widgets/timeline/painters/lanes_painter.h"
#include "widgets/timeline/painters/overlay_painter.h"
#include "widgets/timeline/timeline_scene.h"

#include <QImage>
#include <QPointer>
#include <QTimer>
#include <QWidget>

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

class QPainter;
class QScrollBar;

namespace kinetoscope {

class MarkNoteEditor;
class TrackFilterBox;
class ViewState;

/// A stored view, recalled by its digit.
struct TimelinePlace {
    TimeRange visible;
    std::int64_t scrollY = 0; ///< px; pinned rows are where they are
    bool operator==(const TimelinePlace&) const = default;
};

/// What a person did to a timeline besides selecting: where it stands, what is folded, the views kept under 1 to 9.
struct TimelineArrangement {
    TimeRange visible;        ///< job time
    std::int64_t scrollY = 0; ///< px, of the rows below the pinned ones
    RowChoices choices;
    std::array<std::optional<TimelinePlace>, 9> places;
};

/// The timeline: overview, ruler, and one row a track with everything that happened on it. Shows the view state's job
/// and visible range; sets its selection, hovered slice, pointed time and visible range. Nothing is recomputed while
/// only the pointer moves.
///
/// GUI thread only. Does not own the view state, which must outlive it.
class TimelineView : public QWidget {
    Q_OBJECT

public:
    explicit TimelineView(ViewState* viewState, QWidget* parent = nullptr);
    ~TimelineView() override;

    [[nodiscard]] const TimelineScene& scene() const { return m_scene; }
    [[nodiscard]] TimelineViewport viewport() const;
    [[nodiscard]] Density density() const { return m_scene.density(); }
    void setDensity(Density density);

    /// What lies under a point of the widget; no row outside of lanes and headers.
    [[nodiscard]] TimelineHit hitAt(QPointF position) const;
    /// Where a slice is now, in widget coordinates; empty when it is not in view.
    [[nodiscard]] QRectF rectOf(SliceRef slice) const;
    /// Where the flag of a mark is now, in widget coordinates; empty when it is not in view.
    [[nodiscard]] QRectF flagRect(std::size_t mark) const;
    /// Job time under x, also outside of the lanes.
    [[nodiscard]] Timestamp timeAt(double x) const;

    /// The timeline as it is now (rows, range, scroll position), as a picture of `size` logical pixels. The light theme
    /// unless asked otherwise; with the selection, without the pointer. InvalidArgument, OutOfMemory: see
    /// renderPicture.
    [[nodiscard]] Result<QByteArray> picture(
        PictureFormat format, QSize size, double scale = 2, bool dark = false) const;
    /// Writes picture() whole or not at all. NotWritable.
    [[nodiscard]] Result<Done> savePicture(
        const QString& fileName, QSize size, PictureFormat format, double scale = 2, bool dark = false) const;

    [[nodiscard]] const ViewState& viewState() const { return *m_viewState; }
    /// Of the rows drawn last.
    [[nodiscard]] const std::vector<RowSummary>& summaries() const { return m_summaries; }
    /// The row that was clicked or found last: what Enter folds and the actions on a track are about.
    [[nodiscard]] const std::optional<RowKey>& currentRow() const { return m_currentRow; }
    [[nodiscard]] bool isPinned(const RowKey& row) const;

    /// Whether any thread shows its Python frames, and whether there are any to show.
    [[nodiscard]] bool showsPythonFrames() const;
    [[nodiscard]] bool hasPythonFrames() const;
    [[nodiscard]] ColourMode colourMode() const { return m_scene.colourMode(); }
    void setColourMode(ColourMode mode);
    void setColouring(Colouring colouring);
    /// Over the lanes the wheel alone zooms, and scrolls with Ctrl; without it the other way round.
    void setWheelZooms(bool isOn) { m_wheelZooms = isOn; }
    /// What analyses add to the rows, of the open job; gone when another is opened.
    void setOverlays(std::vector<std::shared_ptr<const Overlay>> overlays);
    /// Hits of a search, marked on the overview; nullptr: none.
    void setSearchHits(std::shared_ptr<const NameSearch> hits);
    /// Patterns that are not marked: bit n stands for the letter n.
    void setHiddenPatterns(std::uint32_t letters);

    [[nodiscard]] TimelineArrangement arrangement() const;
    /// Puts the timeline back; ranges and scroll positions are brought inside the open job's. Nothing without a job.
    void setArrangement(const TimelineArrangement& arrangement);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

public slots:
    /// Shows this stretch of job time, with a little room on both sides.
    void zoomTo(kinetoscope::TimeRange range);
    /// Zooms to everything in a selection and scrolls to it.
    void zoomToSelection(const kinetoscope::Selection& selection);
    /// Makes a slice visible: opens what hides it, scrolls, and moves the range only if the slice is out of it.
    void revealSlice(kinetoscope::SliceRef slice);
    /// The same, and zooms in where the slice would be too narrow to be seen.
    void showHit(kinetoscope::SliceRef slice);
    /// Opens what hides a track, scrolls to it, makes it the current row and marks it for a moment. `rank` is the
    /// position in TraceSet::ranks(); nothing for one that does not exist.
    void revealTrack(std::uint32_t rank, kinetoscope::TrackId track);
    /// Opens a rank, scrolls to its first device with work and marks the rank for a moment; `rank` is the position in
    /// TraceSet::ranks(). A rank of which enough is in view stays where it is.
    void revealRank(std::uint32_t rank);
    /// The core range; asked again there, everything including far outliers.
    void fitAll();
    void zoomIn();
    void zoomOut();
    /// Zooms to the current selection.
    void focusSelection();
    /// +1 or -1: the neighbour of the current slice on its lane.
    void stepSlice(int direction);
    /// +1 or -1: the next (previous) slice of the current one's name, on whatever track or rank it is.
    void stepSameName(int direction);
    /// +1 or -1: the next step of the job after (before) the visible range's middle.
    void stepStep(int direction);
    /// Selects and shows the last step of the job.
    void showLastStep();
    /// +1: from launch to kernel, from forward to backward op, from a collective to the same one on the next rank;
    /// -1: from kernel to launch, from backward to forward op.
    void followFlow(int direction);
    /// The same without the way to other ranks: +1 shows what a slice launched, -1 its launch.
    void followLaunch(int direction);
    /// +1 or -1: the same collective on the next (previous) rank.
    void followCollective(int direction);
    /// Marks the moment under the pointer, else what is selected. A temporary mark moves there, and goes where it is
    /// there already; a kept one asks for its note first.
    void placeMark(bool isKept);
    /// Removes the mark under the pointer, else the current one.
    void removeMark();
    /// Asks for the note of a mark, at its flag.
    void editMarkNote(std::size_t at);
    /// Makes a mark the current one and, if it is out of view, goes there. A range is selected.
    void showMark(std::size_t at);
    /// Python frames of all threads that also run ops; they are folded at first.
    void setPythonFramesShown(bool shown);
    void expandAll();
    void collapseAll();
    void toggleRow(const kinetoscope::RowKey& row);
    /// Shows only tracks with this text in their title, their process's, device's or rank's; "": all of them.
    void setTrackFilter(const QString& text);
    /// Opens the line the filter is written to.
    void startTrackFilter();
    /// Takes a row away with all that is inside: a rank, its steps, a process, a device, a track.
    void hideRow(const kinetoscope::RowKey& row);
    void showHiddenRows();
    /// A pinned track stands above everything else.
    void setPinned(const kinetoscope::RowKey& track, bool isPinned);
    /// -1 or +1: a track among those of its process or device, a process or device among those of its rank.
    void moveRow(const kinetoscope::RowKey& row, int direction);
    /// Undoes what was moved by hand.
    void resetRowOrder();

signals:
    /// Something a person asked for could not be done: a sentence for the status bar.
    void noticed(const QString& sentence);
    /// Rows were folded or unfolded, Python frames shown or hidden.
    void rowsChanged();
    /// The user drew a range of time, or moved an end of one, and let go.
    void rangeDrawn();
    /// A right click; `slice` is what lies there, if anything.
    void contextMenuRequested(std::optional<kinetoscope::SliceRef> slice, const QPoint& globalPosition);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    /// The first slice that begins in the visible range, in the topmost row on show that has one.
    [[nodiscard]] std::optional<SliceRef> firstInView() const;
    void showCollective(SliceRef from, std::optional<SliceRef> other);
    enum class Drag { None, Pressed, Pan, Range, RulerRange, RangeEdge, OverviewMove, Mark, Row };
    enum class MarkPart { Whole, Begin, End };

    /// An end of the selected range that lies under the pointer: it can be dragged.
    struct RangeEdge {
        Timestamp moving = 0; ///< job time
        Timestamp fixed = 0;  ///< the other end
    };
    /// What of a mark lies under the pointer: it can be dragged.
    struct MarkHit {
        std::size_t mark = 0;
        MarkPart part = MarkPart::Whole;
    };
    struct MarkDrag {
        MarkHit hit;
        Mark before;
    };
    /// A row that is dragged by its header to another place.
    struct RowDrag {
        RowKey row;
        std::size_t place = 0; ///< among its MovableRows
        int lineY = 0;         ///< where that is, in widget coordinates
    };

    void takeTraceSet();
    void takeSelection();
    void indexSelection();
    void takeVisibleRange();
    void takeHover();
    void takePointedTime();
    void paintMarkedRow(QPainter& painter) const;
    void takeMarks();
    void invalidate(); ///< lanes must be drawn again
    void updateScrollBar();
    void scrollTo(std::int64_t y);
    void scrollTo(RowScroll scroll);
    /// Up and down at a place of the widget: the pinned rows there if they can be scrolled, else the others.
    void scrollBy(std::int64_t pixels, QPointF position);
    [[nodiscard]] RowPanes panes() const { return m_scene.panes(viewport()); }
    [[nodiscard]] std::int64_t areaY(QPointF position) const; ///< from the top of headers and lanes
    void ensureLayer();
    [[nodiscard]] TimeRange limits() const;
    [[nodiscard]] TimeRange overviewRange() const;
    void setVisible(TimeRange range);
    void zoomBy(double factor, double x);
    void panBy(double share);
    void setPythonFolded(const RowKey& row, bool folded);
    void updateHover(QPointF position);
    void moveDrag(QPointF position, Qt::KeyboardModifiers modifiers);
    void selectRange(QPointF from, QPointF to, bool snap);
    [[nodiscard]] std::optional<RangeEdge> rangeEdgeAt(QPointF position) const;
    void moveRangeEdge(QPointF position, bool snap);
    void selectOnAllRanks(TimeRange range);
    [[nodiscard]] bool isPointerOnTime() const;                          ///< over lanes or ruler
    [[nodiscard]] std::optional<MarkHit> markAt(QPointF position) const; ///< on the ruler
    [[nodiscard]] std::optional<std::size_t> markUnderPointer() const;
    void selectMark(std::size_t at);
    void moveMark(QPointF position, bool snap);
    void toggleMarkRange(std::size_t at);
    void showMarkMenu(std::size_t at, const QPoint& globalPosition);
    void writeNote(const Mark& mark, std::function<void(const QString&)> accept);
    void finishNote();
    void showStep(SliceRef step);
    void applyChoices(const RowChoices& choices);
    void revealInterval(const IntervalRef& interval);
    struct GapHit {
        IntervalRef interval;
        std::uint32_t cause = 0; ///< IdleCause
    };
    /// The idle gap under the pointer, where it is wide enough to be meant.
    [[nodiscard]] std::optional<GapHit> gapAt(QPointF position) const;
    void markRow(const RowKey& row); ///< the current one from now on, framed for a moment
    [[nodiscard]] std::optional<RowKey> headerAt(QPointF position) const;
    [[nodiscard]] bool startRowDrag();
    void dragRow(QPointF position);
    void dropRow();
    bool cancelRowDrag(); ///< whether there was one
    void paintTrackParts(QPainter& painter) const;
    void showTrackMenu(const RowKey& row, const QPoint& globalPosition);
    bool handlePlaceKey(const QKeyEvent& event);
    [[nodiscard]] Timestamp snapped(QPointF position) const;
    void clickAt(QPointF position, Qt::KeyboardModifiers modifiers);
    bool handleKey(QKeyEvent* event);
    bool handleLetter(int letter, bool repeated);
    void showToolTip(const QPoint& position, const QPoint& globalPosition);

    ViewState* m_viewState;
    TimelineScene m_scene;
    TimelineOverlay m_overlay;
    std::shared_ptr<const NameSearch> m_searchHits;
    QScrollBar* m_scrollBar;
    QScrollBar* m_pinnedScrollBar; ///< beside the pinned rows, where they have less room than they need
    RowScroll m_scroll;

    QImage m_layer; ///< lanes of m_layerViewport
    QImage m_overview;
    std::vector<RowSummary> m_summaries;
    TimelineViewport m_layerViewport;
    bool m_layerValid = false;
    bool m_overviewValid = false;

    Drag m_drag = Drag::None;
    QPointF m_dragStart;
    TimeRange m_dragRange;  ///< visible range when the drag began
    RowScroll m_dragScroll; ///< where the rows were then
    RangeEdge m_dragEdge;
    MarkDrag m_markDrag;
    std::optional<RowDrag> m_rowDrag;
    QPointer<MarkNoteEditor> m_noteEditor;
    TrackFilterBox* m_filterBox;
    bool m_spaceHeld = false;
    bool m_wheelZooms = false;
    int m_repeats = 0; ///< of a held zoom key: it accelerates
    QPointF m_lastPosition { -1, -1 };
    std::optional<RowKey> m_markedRow; ///< just found: framed until m_markTimer runs out
    QTimer m_markTimer;
    std::optional<RowKey> m_currentRow;                   ///< last clicked: what Enter folds
    std::array<std::optional<TimelinePlace>, 9> m_places; ///< views 1 to 9
    // Last: destroyed first, so that nothing arrives in a half-destroyed view.
    LatestJob<std::shared_ptr<const Highlight>> m_indexing;
    CollectiveWalk m_collectives;
};

} // namespace kinetoscope
