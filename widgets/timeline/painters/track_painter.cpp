// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/painters/track_painter.h"

#include "widgets/timeline/painters/frame_painter.h"

#include <QPainter>

#include <algorithm>

namespace kinetoscope {

namespace {

constexpr int kPinWidth = 3;
constexpr int kDropLine = 2;
constexpr int kMargin = 24;

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
    const QRect area = scene.geometry(viewport.size).lanes.adjusted(kMargin, kMargin, -kMargin, -kMargin);
    painter.setPen(scene.palette().secondText);
    painter.drawText(area, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, sentence);
}

} // namespace kinetoscope
