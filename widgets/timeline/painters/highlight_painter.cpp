// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/painters/highlight_painter.h"

#include "core/layout/range_pixels.h"
#include "widgets/timeline/painters/frame_painter.h"
#include "widgets/timeline/painters/overlay_painter.h"

#include <QPainter>
#include <QVector>

#include <algorithm>
#include <vector>

namespace kinetoscope {
namespace {

/// Rows in view on which a lane is drawn: its track's, the collapsed row it is inside of, or all of its rank.
std::vector<QRectF> rowsInView(
    const TimelineScene& scene, const TimelineViewport& viewport, const HighlightRanges& lane)
{
    std::vector<QRectF> rows;
    const std::uint32_t first = lane.ranges.entry(0).tag;
    if (first == HighlightRanges::kNoSlice)
        findRows(scene, viewport, { lane.rank, lane.track, {} }, rows);
    else if (const QRectF row = rowInView(scene, viewport, { lane.rank, SliceId { first } }); !row.isEmpty())
        rows.push_back(row);
    std::erase_if(rows, [](const QRectF& row) { return row.isEmpty(); });
    return rows;
}

} // namespace

void paintHighlight(
    QPainter& painter, const TimelineScene& scene, const TimelineViewport& viewport, const Highlight& highlight)
{
    constexpr double kRoomForFrame = 6; // px
    constexpr float kWash = 0.28f;      // thousands of narrow stretches beside each other: what is below stays in sight
    const QRectF lanes(scene.geometry(viewport.size).lanes);
    const TimeScale scale(viewport.visible, lanes.width());
    std::vector<PixelRange> pixels;
    QVector<QRectF> frames;
    QVector<QRectF> lines;
    const auto add = [&](const QRectF& rect) {
        // A frame lies on the pixels at the edge of its rectangle, not half beside them.
        if (rect.width() >= kRoomForFrame)
            frames.append(rect.adjusted(0.5, 0.5, -0.5, -0.5));
        else if (!rect.isEmpty())
            lines.append(rect);
    };
    for (const HighlightRanges& lane : highlight.lanes) {
        if (lane.ranges.isEmpty())
            continue;
        const std::vector<QRectF> rows = rowsInView(scene, viewport, lane);
        if (rows.empty())
            continue;
        allRanges(lane.ranges, scale, pixels);
        for (const PixelRange& range : pixels) {
            // Ends out of view get no line.
            const QRectF columns(
                lanes.left() + range.left, lanes.top() - 1, range.right - range.left, lanes.height() + 2);
            for (const QRectF& row : rows) {
                const QRectF whole = range.tag == HighlightRanges::kNoSlice
                    ? row
                    : sliceRect(scene, viewport, { lane.rank, SliceId { range.tag } });
                add(QRectF(columns.left(), whole.top(), columns.width(), whole.height()) & lanes.adjusted(-1, 0, 1, 0));
            }
        }
    }
    painter.setPen(QPen(scene.palette().accent, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRects(frames);
    painter.setPen(Qt::NoPen);
    QColor wash = scene.palette().accent;
    wash.setAlphaF(kWash);
    painter.setBrush(wash);
    painter.drawRects(lines);
    painter.setBrush(Qt::NoBrush);
}

} // namespace kinetoscope
