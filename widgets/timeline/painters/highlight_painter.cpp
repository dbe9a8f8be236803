// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/painters/highlight_painter.h"

#include "core/layout/timeline/range_pixels.h"
#include "widgets/timeline/painters/frame_painter.h"
#include "widgets/timeline/painters/overlay_painter.h"

#include <QPainter>
#include <QVector>

#include <algorithm>
#include <vector>

namespace kinetoscope {
namespace {

constexpr double kRoomForFrame = 6; // px
/// Of thousands of narrow stretches beside each other, as of a few: what is below stays in sight.
constexpr float kNarrowWash = 0.28f;

/// Stretches of time as rectangles over the lanes.
struct RangeRects {
    QVector<QRectF> slices;          ///< wide enough for a frame
    QVector<QRectF> stretches;       ///< the same, of no slice
    QVector<QRectF> narrow;          ///< slices: neighbours of one height are one rectangle
    QVector<QRectF> narrowStretches; ///< the same, of no slice
};

class RangeRectsMaker {
public:
    RangeRectsMaker(const TimelineScene& scene, const TimelineViewport& viewport)
        : m_scene(scene)
        , m_viewport(viewport)
        , m_lanes(scene.geometry(viewport.size).lanes)
        , m_panes(scene.panes(viewport))
        , m_scale(viewport.visible, m_lanes.width())
    {
    }

    void add(const HighlightRanges& lane)
    {
        if (lane.ranges.isEmpty())
            return;
        if (const std::uint32_t first = lane.ranges.entry(0).tag; first != HighlightRanges::kNoSlice)
            addSlices(lane, { lane.rank, SliceId { first } });
        else
            addStretches(lane);
    }

    [[nodiscard]] const RangeRects& rects() const { return m_rects; }

private:
    /// All slices of a lane are in one row, if it is open on sub-lanes that are not always the same.
    void addSlices(const HighlightRanges& lane, SliceRef first)
    {
        const QRectF whole = rowInView(m_scene, m_viewport, first);
        if (whole.isEmpty())
            return;
        const TimelineRow& row = m_scene.rows().rows()[static_cast<std::size_t>(m_scene.rowOf(first))];
        const Trace& trace = *m_scene.traces()->ranks()[lane.rank].trace;
        const RowPane& pane = m_panes.of(row);
        const double origin = m_lanes.top() + static_cast<double>(pane.top - pane.origin);
        allRanges(lane.ranges, m_scale, m_pixels);
        for (const PixelRange& range : m_pixels) {
            const int width = range.right - range.left;
            const int gap = width >= kWideSlicePixels ? 1 : 0; // to the next slice, as they are drawn
            QRectF rect(m_lanes.left() + range.left, whole.top(), width - gap, whole.height());
            if (row.laneCount > 0) {
                const int at = RowLayout::laneOf(row, trace, SliceId { range.tag });
                if (at < 0)
                    continue; // a Python frame while they are folded
                const double top = origin + static_cast<double>(RowLayout::laneTop(row, at));
                const double bottom = std::min(top + row.laneHeight, whole.bottom());
                rect.setTop(std::max(top, whole.top()));
                rect.setBottom(std::max(rect.top(), bottom));
            }
            add(rect, m_rects.slices);
        }
        flush(m_rects.narrow);
    }

    void addStretches(const HighlightRanges& lane)
    {
        findRows(m_scene, m_viewport, { lane.rank, lane.track, {} }, m_rows);
        if (m_rows.empty())
            return;
        allRanges(lane.ranges, m_scale, m_pixels);
        for (const QRectF& row : m_rows) {
            for (const PixelRange& range : m_pixels)
                add({ m_lanes.left() + range.left, row.top(), static_cast<double>(range.right - range.left),
                        row.height() },
                    m_rects.stretches);
            flush(m_rects.narrowStretches);
        }
    }

    /// @param rect  inside of the lanes but for a column at either side: ends out of view get no line.
    void add(const QRectF& rect, QVector<QRectF>& wide)
    {
        if (rect.height() <= 0)
            return;
        if (rect.width() >= kRoomForFrame) {
            wide.append(rect);
            return;
        }
        if (rect.left() == m_open.right() && rect.top() == m_open.top() && rect.height() == m_open.height()) {
            m_open.setRight(rect.right());
            return;
        }
        flush(&wide == &m_rects.slices ? m_rects.narrow : m_rects.narrowStretches);
        m_open = rect;
    }

    void flush(QVector<QRectF>& narrow)
    {
        if (!m_open.isEmpty())
            narrow.append(m_open);
        m_open = {};
    }

    const TimelineScene& m_scene;
    const TimelineViewport& m_viewport;
    QRectF m_lanes;
    RowPanes m_panes;
    TimeScale m_scale;
    RangeRects m_rects;
    QRectF m_open; ///< narrow ones that may go on
    std::vector<PixelRange> m_pixels;
    std::vector<QRectF> m_rows;
};

RangeRects rectsOf(const TimelineScene& scene, const TimelineViewport& viewport, const Highlight& highlight)
{
    RangeRectsMaker maker(scene, viewport);
    for (const HighlightRanges& lane : highlight.lanes)
        maker.add(lane);
    return maker.rects();
}

/// Frames `width` wide, `distance` outside of the rectangles: as filled bars, which take a fraction of outlines.
void drawFrames(QPainter& painter, const QVector<QRectF>& rects, double distance, double width, const QColor& colour)
{
    QVector<QRectF> bars;
    bars.reserve(4 * rects.size());
    for (const QRectF& rect : rects) {
        const QRectF inner = rect.adjusted(-distance, -distance, distance, distance);
        const QRectF outer = inner.adjusted(-width, -width, width, width);
        bars.append({ outer.left(), outer.top(), outer.width(), width });
        bars.append({ outer.left(), inner.bottom(), outer.width(), width });
        bars.append({ outer.left(), inner.top(), width, inner.height() });
        bars.append({ inner.right(), inner.top(), width, inner.height() });
    }
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawRects(bars);
    painter.setBrush(Qt::NoBrush);
}

void drawWash(QPainter& painter, const QVector<QRectF>& rects, QColor colour, float alpha)
{
    colour.setAlphaF(alpha);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawRects(rects);
    painter.setBrush(Qt::NoBrush);
}

} // namespace

void paintHighlight(
    QPainter& painter, const TimelineScene& scene, const TimelineViewport& viewport, const Highlight& highlight)
{
    const RangeRects rects = rectsOf(scene, viewport, highlight);
    const QColor accent = scene.palette().accent;
    drawFrames(painter, rects.slices, -1, 1, accent);
    drawFrames(painter, rects.stretches, -1, 1, accent);
    drawWash(painter, rects.narrow, accent, kNarrowWash);
    drawWash(painter, rects.narrowStretches, accent, kNarrowWash);
}

void paintSelected(
    QPainter& painter, const TimelineScene& scene, const TimelineViewport& viewport, const Highlight& selected)
{
    constexpr float kWash = 0.12f;
    constexpr float kDenseWash = 0.45f;
    const RangeRects rects = rectsOf(scene, viewport, selected);
    const QColor accent = scene.palette().accent;
    drawWash(painter, rects.stretches, accent, kWash);
    drawFrames(painter, rects.stretches, -1, 1, accent);
    // Two frames, so that the outer one is seen on every fill.
    drawFrames(painter, rects.slices, 0, 1, scene.palette().canvas);
    drawFrames(painter, rects.slices, 1, 2, accent);
    drawWash(painter, rects.narrow, accent, kDenseWash);
    drawWash(painter, rects.narrowStretches, accent, kNarrowWash); // over all tracks: names below are still read
}

void paintHits(QPainter& painter, const TimelineScene& scene, const TimelineViewport& viewport, const Highlight& hits)
{
    constexpr double kLine = 2; // px: as the ticks of the overview, in the way of no name
    RangeRects rects = rectsOf(scene, viewport, hits);
    const QColor colour = scene.palette().searchHit;
    drawFrames(painter, rects.slices, -1, 1, colour);
    for (QVector<QRectF>* below : { &rects.slices, &rects.narrow, &rects.narrowStretches }) {
        for (QRectF& rect : *below)
            rect.setTop(std::max(rect.top(), rect.bottom() - kLine));
        drawWash(painter, *below, colour, 1);
    }
}

} // namespace kinetoscope
