// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/painters/slice_painter.h"

#include <algorithm>

namespace kinetoscope {

namespace {

constexpr double kStripePixels = 2;
constexpr double kSmallestDensity = 3; ///< logical pixels: a lone kernel never vanishes

void frame(LaneCanvas& canvas, int x0, int y0, int x1, int y1, int width, QRgb colour)
{
    if (x1 - x0 <= 2 * width || y1 - y0 <= 2 * width) {
        canvas.fill(x0, y0, x1, y1, colour);
        return;
    }
    canvas.fill(x0, y0, x1, y0 + width, colour);
    canvas.fill(x0, y1 - width, x1, y1, colour);
    canvas.fill(x0, y0 + width, x0 + width, y1 - width, colour);
    canvas.fill(x1 - width, y0 + width, x1, y1 - width, colour);
}

/// Dots of `dot` pixels along the inside of a rectangle.
void dottedFrame(LaneCanvas& canvas, int x0, int y0, int x1, int y1, int dot, QRgb colour)
{
    for (int x = x0; x < x1; x += 2 * dot) {
        canvas.fill(x, y0, std::min(x + dot, x1), y0 + dot, colour);
        canvas.fill(x, y1 - dot, std::min(x + dot, x1), y1, colour);
    }
    for (int y = y0 + 2 * dot; y + dot < y1; y += 2 * dot) {
        canvas.fill(x0, y, x0 + dot, y + dot, colour);
        canvas.fill(x1 - dot, y, x1, y + dot, colour);
    }
}

} // namespace

SlicePainter::SlicePainter(const Palette& palette, double pixelRatio)
    : m_pixelRatio(pixelRatio)
{
    for (std::size_t i = 0; i < m_colours.size(); ++i) {
        const KindStyle& style = palette.style(static_cast<ColourClass>(i));
        Colours& colours = m_colours[i];
        colours.fill = style.fill.rgb();
        colours.interior = mixed(palette.canvas, style.fill, 0.25).rgb();
        colours.faint = mixed(palette.canvas, style.fill, 0.6).rgb();
        colours.label = style.label.rgb();
        colours.hasEdge = style.edge.isValid() && style.pattern != Pattern::Container;
        colours.edge = colours.hasEdge ? style.edge.rgb() : colours.fill;
        colours.pattern = style.pattern;
    }
}

int SlicePainter::sliceHeight(ColourClass colourClass, int laneHeight)
{
    const bool low = colourClass == ColourClass::ApiCall || colourClass == ColourClass::PythonFrame;
    return low ? std::max(1, laneHeight * 3 / 4) : laneHeight;
}

bool SlicePainter::isContainer(ColourClass colourClass) const
{
    return m_colours[static_cast<std::size_t>(colourClass)].pattern == Pattern::Container;
}

void SlicePainter::drawDensity(
    LaneCanvas& canvas, std::span<const PixelCell> cells, int top, int height, std::span<const QRgb> fills)
{
    m_columnColours.resize(cells.size());
    m_columnHeights.resize(cells.size());
    const int smallest = std::min(height, pixels(kSmallestDensity));
    std::array<int, kColourClassCount> full {};
    for (std::size_t i = 0; i < full.size(); ++i)
        full[i] = sliceHeight(static_cast<ColourClass>(i), height);
    bool any = false;
    for (std::size_t x = 0; x < cells.size(); ++x) {
        const PixelCell cell = cells[x];
        if (cell.busy == 0) {
            m_columnHeights[x] = 0;
            continue;
        }
        any = true;
        const Colours& colours = m_colours[cell.colourClass];
        const int share = (full[cell.colourClass] * cell.busy + 32767) / 65535;
        const QRgb own = fills.empty() ? kOfItsKind : fills[x];
        m_columnColours[x] = own != kOfItsKind      ? own
            : colours.pattern == Pattern::Container ? colours.faint
                                                    : colours.fill;
        m_columnHeights[x] = std::max(share, smallest);
    }
    if (any)
        canvas.drawDensity(top + height, height, { m_columnColours, m_columnHeights });
}

void SlicePainter::drawSlice(LaneCanvas& canvas, const WideSlice& slice, ColourClass colourClass, int top, int height,
    std::optional<SliceColours::Colour> own) const
{
    Colours colours = m_colours[static_cast<std::size_t>(colourClass)];
    if (own) {
        if (colours.pattern == Pattern::Container)
            colours.pattern = Pattern::Solid; // its colour says an amount, which a faint one would not
        colours.fill = own->fill;
        colours.label = own->label;
        colours.hasEdge = false;
    }
    const int line = pixels(1);
    const int x0 = slice.left;
    const int x1 = std::max(x0 + 1, slice.right - line); // the gap that keeps neighbours apart
    const int bottom = top + sliceHeight(colourClass, height);
    if (colours.pattern == Pattern::Container) {
        canvas.fill(x0, top, x1, bottom, colours.interior);
        frame(canvas, x0, top, x1, bottom, line, colours.fill);
        return;
    }
    canvas.fill(x0, top, x1, bottom, colours.fill);
    // Narrower ones would be nothing but edge.
    if (colours.hasEdge && x1 - x0 >= 5 * line)
        frame(canvas, x0, top, x1, bottom, line, colours.edge);
    const int stripe = pixels(kStripePixels);
    if (colours.pattern == Pattern::TopStripe || colours.pattern == Pattern::BothStripes)
        canvas.fill(x0, top, x1, top + stripe, colours.label);
    if (colours.pattern == Pattern::BottomStripe || colours.pattern == Pattern::BothStripes)
        canvas.fill(x0, bottom - stripe, x1, bottom, colours.label);
    if (colours.pattern == Pattern::DottedFrame && x1 - x0 >= 6 * line)
        dottedFrame(canvas, x0 + line, top + line, x1 - line, bottom - line, line, colours.label);
}

} // namespace kinetoscope
