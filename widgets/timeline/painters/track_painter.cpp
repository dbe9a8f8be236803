// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/painters/track_painter.h"

#include "widgets/timeline/painters/frame_painter.h"

#include <QPainter>

#include <algorithm>

namespace kinetoscope {

namespace {

constexpr int kPinWidth = 3;
constexpr int kDropLine = 2;
constexpr int kTrackPainterMargin = 24;
constexpr float kMarkWash = 0.16F;

} // namespace

void paintPins(QPainter& painter, const TimelineScene& scene, const TimelineViewport& viewport,
    const std::vector<RowSummary>& summaries)
{
    for (const RowSummary& summary : summaries) {
        const TimelineRow& row = scene.rows().rows()[static_cast<std::size_t>(summary.row)];
        if (!row.isPinned)
            continue;
        QRect bar = headerRect(scene, viewport, row);
        bar.setWidth(kPinWidth);
        painter.fillRect(bar & headersOf(scene, viewport, row), scene.palette().accent);
    }
}

void paintDropLine(QPainter& painter, const TimelineScene& scene, const TimelineViewport& viewport, int y)
{
    const TimelineGeometry geometry = scene.geometry(viewport.size);
    const QRect area = geometry.headers.united(geometry.lanes);
    const int top = std::clamp(y - kDropLine / 2, area.top(), area.bottom() + 1 - kDropLine);
    painter.fillRect(QRect(area.left(), top, area.width(), kDropLine), scene.palette().accent);
}

void paintNoRows(
    QPainter& painter, const TimelineScene& scene, const TimelineViewport& viewport, const QString& sentence)
{
    const QRect area =
        scene.geometry(viewport.size)
            .lanes.adjusted(kTrackPainterMargin, kTrackPainterMargin, -kTrackPainterMargin, -kTrackPainterMargin);
    painter.setPen(scene.palette().secondText);
    painter.drawText(area, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, sentence);
}

void paintMarkedRow(
    QPainter& painter, const TimelineScene& scene, const TimelineViewport& viewport, const RowKey& marked)
{
    const std::ptrdiff_t at = scene.rows().find(marked);
    if (at < 0)
        return;
    const int right = scene.geometry(viewport.size).lanes.right();
    QRect row = headerRect(scene, viewport, scene.rows().rows()[static_cast<std::size_t>(at)]);
    row.setRight(right);
    QRect area = headersOf(scene, viewport, scene.rows().rows()[static_cast<std::size_t>(at)]);
    area.setRight(right);
    if (!row.intersects(area))
        return;
    QColor wash = scene.palette().accent;
    wash.setAlphaF(kMarkWash);
    painter.save();
    painter.setClipRect(area, Qt::IntersectClip);
    painter.fillRect(row, wash);
    painter.setPen(QPen(scene.palette().accent, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(row.adjusted(1, 0, -1, 0));
    painter.restore();
}

} // namespace kinetoscope
