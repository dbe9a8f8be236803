// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/painters/lane_canvas.h"

#include <QColor>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace kinetoscope {

ImageCanvas::ImageCanvas(QImage& image)
    : m_bits(reinterpret_cast<std::uint32_t*>(image.bits()))
    , m_stride(image.bytesPerLine() / 4)
    , m_width(image.width())
    , m_height(image.height())
    , m_bottom(image.height())
{
}

void ImageCanvas::setClip(int top, int bottom)
{
    m_top = std::clamp(top, 0, m_height);
    m_bottom = std::clamp(bottom, m_top, m_height);
}

void ImageCanvas::fill(int x0, int y0, int x1, int y1, QRgb colour)
{
    x0 = std::max(x0, 0);
    x1 = std::min(x1, m_width);
    y0 = std::max(y0, m_top);
    y1 = std::min(y1, m_bottom);
    if (x0 >= x1)
        return;
    for (int y = y0; y < y1; ++y) {
        std::uint32_t* line = m_bits + y * m_stride;
        std::fill(line + x0, line + x1, colour);
    }
}

void ImageCanvas::blend(int x0, int y0, int x1, int y1, QRgb colour, double share)
{
    x0 = std::max(x0, 0);
    x1 = std::min(x1, m_width);
    const auto over = static_cast<std::uint32_t>(std::lround(std::clamp(share, 0.0, 1.0) * 256));
    const std::uint32_t under = 256 - over;
    // Red and blue at once, green apart: 16 bits of room each.
    const std::uint32_t redBlue = (colour & 0xff00ffu) * over;
    const std::uint32_t green = (colour & 0x00ff00u) * over;
    for (int y = std::max(y0, m_top); y < std::min(y1, m_bottom); ++y) {
        std::uint32_t* line = m_bits + y * m_stride;
        for (int x = x0; x < x1; ++x)
            line[x] = 0xff000000u | ((((line[x] & 0xff00ffu) * under + redBlue) >> 8) & 0xff00ffu)
                | ((((line[x] & 0x00ff00u) * under + green) >> 8) & 0x00ff00u);
    }
}

void ImageCanvas::diagonal(int x, int y, int length, int direction, int width, QRgb colour)
{
    for (int i = 0; i < length; ++i)
        fill(x + i * direction, y + i, x + i * direction + width, y + i + 1, colour);
}

void ImageCanvas::drawDensity(int bottom, int height, const DensityColumns& columns)
{
    const int width = std::min(m_width, static_cast<int>(columns.colours.size()));
    const int top = std::max(bottom - height, m_top);
    const QRgb* const colours = columns.colours.data();
    const std::int32_t* const heights = columns.heights.data();
    for (int y = top; y < std::min(bottom, m_bottom); ++y) {
        std::uint32_t* const line = m_bits + y * m_stride;
        const int needed = bottom - y;
        // Masks instead of branches: full and empty columns alternate as they please.
        for (int x = 0; x < width; ++x) {
            const std::uint32_t covered = heights[x] >= needed ? 0xffffffffu : 0u;
            line[x] = (colours[x] & covered) | (line[x] & ~covered);
        }
    }
}

PainterCanvas::PainterCanvas(QPainter& painter, const QRect& area)
    : m_painter(painter)
    , m_area(area)
    , m_clip(area)
{
}

void PainterCanvas::setClip(int top, int bottom)
{
    m_clip = m_area & QRect(m_area.left(), top, m_area.width(), std::max(0, bottom - top));
}

void PainterCanvas::fill(int x0, int y0, int x1, int y1, QRgb colour)
{
    const QRect rect = QRect(x0, y0, x1 - x0, y1 - y0) & m_clip;
    if (!rect.isEmpty())
        m_painter.fillRect(rect, QColor::fromRgb(colour));
}

void PainterCanvas::blend(int x0, int y0, int x1, int y1, QRgb colour, double share)
{
    const QRect rect = QRect(x0, y0, x1 - x0, y1 - y0) & m_clip;
    QColor veil = QColor::fromRgb(colour);
    veil.setAlphaF(static_cast<float>(std::clamp(share, 0.0, 1.0)));
    if (!rect.isEmpty())
        m_painter.fillRect(rect, veil);
}

void PainterCanvas::diagonal(int x, int y, int length, int direction, int width, QRgb colour)
{
    // Rows above and below the clip are cut off; sideways the callers stay inside.
    const int above = std::max(0, m_clip.top() - y);
    const int below = std::max(0, y + length - 1 - m_clip.bottom());
    if (above + below >= length)
        return;
    m_painter.setPen(QPen(QColor::fromRgb(colour), width));
    const double half = width / 2.0;
    m_painter.drawLine(QPointF(x + above * direction + half, y + above),
        QPointF(x + (length - below) * direction + half, y + length - below));
}

void PainterCanvas::drawDensity(int bottom, int height, const DensityColumns& columns)
{
    const auto& [colours, heights] = columns;
    std::size_t begin = 0;
    while (begin < colours.size()) {
        std::size_t end = begin + 1;
        while (end < colours.size() && colours[begin] == colours[end] && heights[begin] == heights[end])
            ++end;
        const int h = std::min(heights[begin], height);
        if (h > 0)
            fill(static_cast<int>(begin), bottom - h, static_cast<int>(end), bottom, colours[begin]);
        begin = end;
    }
}

} // namespace kinetoscope
