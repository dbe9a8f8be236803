// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/timeline/painters/gap_words.h"
#include "widgets/timeline/painters/lane_canvas.h"
#include "widgets/timeline/painters/lane_names.h"
#include "widgets/timeline/painters/range_painter.h"
#include "widgets/timeline/painters/slice_painter.h"
#include "widgets/timeline/timeline_scene.h"

#include <optional>
#include <utility>
#include <vector>

class QPainter;

namespace kinetoscope {

/// What the rows on screen say about the visible range: shown in the headers.
struct RowSummary {
    std::ptrdiff_t row = -1;  ///< position in RowLayout::rows()
    double busyShare = 0;     ///< 0 to 1, of the visible range; exact
    std::uint64_t slices = 0; ///< that touch the visible range
    double highest = 0;       ///< counters: upper end of the axis
    Unit unit = Unit::Count;  ///< of `highest`
    bool isCounter = false;
};

/// Paints the lanes of all rows in the viewport: density and slices onto a LaneCanvas in device pixels, then names with
/// a QPainter in logical pixels. Cost follows the pixels on screen. Both parts share one instance, in this order, for
/// one frame.
class LanesPainter {
public:
    /// @param scene     must outlive the painter.
    /// @param viewport  the lanes' part of it is painted, origin at the lanes' top left.
    LanesPainter(const TimelineScene& scene, const TimelineViewport& viewport);

    void paintSlices(LaneCanvas& canvas);
    /// @param textAsText  draw text with drawText, for formats that keep text as text; slower.
    void paintNames(QPainter& painter, bool textAsText);

    [[nodiscard]] const std::vector<RowSummary>& summaries() const { return m_summaries; }

private:
    void paintRow(LaneCanvas& canvas, const TimelineRow& row, RowSummary& summary);
    /// Of the row, whatever path and scope.
    void paintContent(LaneCanvas& canvas, const TimelineRow& row, RowSummary& summary);
    void paintLanes(LaneCanvas& canvas, const TimelineRow& row, RowSummary& summary);
    void paintStrip(LaneCanvas& canvas, const TimelineRow& row, RowSummary& summary);
    /// The strip in the middle of the row: its first row of device pixels, and one past its last.
    [[nodiscard]] std::pair<int, int> stripOf(const TimelineRow& row) const;
    /// m_merged as that strip, whose place it returns.
    std::pair<int, int> paintMerged(LaneCanvas& canvas, const TimelineRow& row);
    void paintSteps(LaneCanvas& canvas, const TimelineRow& row);
    void paintSeries(LaneCanvas& canvas, const TimelineRow& row, RowSummary& summary);
    /// @param topOf  where the bracket of an occurrence sits, by its first slice; device pixels
    template <typename TopOf>
    void paintPatterns(LaneCanvas& canvas, std::uint32_t rank, TrackId track, TopOf topOf, int bottom);
    void paintCounter(LaneCanvas& canvas, const TimelineRow& row, RowSummary& summary);
    void paintWide(LaneCanvas& canvas, const TimelineRow& row, const Trace& trace, int top, int height, int laneHeight);
    [[nodiscard]] std::optional<SliceColours::Colour> ownColour(SliceRef slice, ColourClass colourClass) const;
    void fillColours(std::uint32_t rank, const Trace& trace, TrackId track, std::uint16_t lane, const TimeScale& scale);
    [[nodiscard]] TimeScale traceScale(std::uint32_t rank) const;
    [[nodiscard]] int deviceY(std::int64_t y) const; ///< of y in the layout, in the pane that is painted
    void clipTo(QPainter& painter, const RowPane* pane);

    // lanes_painter_overlays.cpp: what overlays and the scope do to a row
    /// Waits inside of runs on one lane.
    void paintWaits(LaneCanvas& canvas, const TimelineRow& row, int top, int height);
    void paintGaps(LaneCanvas& canvas, const TimelineRow& row, int top, int height);
    void paintNarrowGaps(LaneCanvas& canvas, const TimelineRow& row, int top, int height);
    /// What of the row lies on a path that an overlay marks: m_onPath.
    void findPath(const TimelineRow& row);
    /// What of the row no veil lies over: m_lit.
    void findLit(const TimelineRow& row);
    /// What of it no wait is hatched over either: m_bright.
    void findBright(const TimelineRow& row);
    void placeOnBright(LaneNames::Name& name) const;
    void paintPath(LaneCanvas& canvas, const TimelineRow& row);

    const TimelineScene& m_scene;
    TimelineViewport m_viewport;
    QSize m_lanes; ///< logical size
    RowPanes m_panes;
    const RowPane* m_pane = nullptr; ///< what is painted now
    TimeScale m_scale;               ///< job time to device pixels
    SlicePainter m_slicePainter;
    RangePainter m_rangePainter;
    GapWords m_gapWords;
    LaneNames m_names;
    std::vector<PixelCell> m_cells;
    std::vector<PixelCell> m_merged;
    std::vector<PixelCell> m_scratch;
    std::vector<WideSlice> m_wide;
    std::vector<QRgb> m_fills; ///< of m_cells where colours do not say the kind; else empty
    std::vector<PixelRange> m_occurrences;
    std::vector<PixelRange> m_onPath; ///< of the row that is drawn, by left edge
    bool m_hasPath = false;           ///< a path goes through the row's rank
    std::vector<PixelRange> m_lit;    ///< what of the row is on the path and in the scope, by left edge
    bool m_hasVeil = false;           ///< over the rest of it
    std::vector<PixelRange> m_bright; ///< what of the row has the colours of its slices, by left edge
    bool m_hasPale = false;           ///< not all of it has
    std::vector<int> m_tickTops;      ///< by column of the row that is drawn: where the last tick begins
    std::vector<RowSummary> m_summaries;
};

} // namespace kinetoscope
