// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/painters/range_painter.h"

#include "core/analysis/gpu/idle/idle_gaps.h"
#include "core/analysis/part_kinds.h"
#include "core/model/colour_class.h"

#include <algorithm>

namespace kinetoscope {

namespace {

constexpr double kSmallestGap = 3;  ///< logical pixels: below, no hatch can be told
constexpr double kSmallestPart = 6; ///< logical pixels: below, a line at its begin would be all there is
constexpr double kMark = 2;         ///< logical pixels: of a gap that is too narrow for a hatch
constexpr double kBracket = 2;      ///< logical pixels
constexpr double kWash = 0.12;
// An occurrence narrower than this is a tick: a bracket of one pixel would be lost among the slices below.
constexpr double kNarrow = 4; ///< logical pixels
constexpr double kTick = 5;
constexpr double kTickWash = 0.3;
constexpr double kPathLine = 2;     ///< logical pixels
constexpr double kSmallestWait = 4; ///< logical pixels
constexpr double kFlag = 6;         ///< logical pixels
constexpr double kLastTick = 4;     ///< logical pixels: half a strip, so that many do not hide it
constexpr double kForwardPitch = 6;
constexpr double kBackwardPitch = 9;
constexpr double kDotPitch = 5;

/// Smallest multiple of `pitch` that is not below `value`.
int multipleFrom(int value, int pitch)
{
    const int rest = ((value % pitch) + pitch) % pitch;
    return rest == 0 ? value : value + pitch - rest;
}

} // namespace

GapLook lookOf(const Palette& palette, Cause cause)
{
    const PartKind part = idleKindOf(cause);
    return { part, palette.style(part).pattern };
}

RangePainter::RangePainter(const Palette& palette, double pixelRatio)
    : m_palette(palette)
    , m_pixelRatio(pixelRatio)
{
}

void RangePainter::drawGaps(LaneCanvas& canvas, const RangeIndex& gaps, const TimeScale& scale, int top, int height)
{
    wideRanges(gaps, scale, pixels(kSmallestGap), m_pixels);
    for (const PixelRange& gap : m_pixels) {
        const PartKind part = partKindOf(static_cast<IdleCause>(gap.tag));
        drawGap(canvas, gap, scale, top, height, { part, m_palette.style(part).pattern });
    }
}

void RangePainter::drawGap(
    LaneCanvas& canvas, const PixelRange& gap, const TimeScale& scale, int top, int height, GapLook look) const
{
    const int x0 = std::max(0, gap.left);
    const int x1 = std::min(gap.right, static_cast<int>(scale.width()));
    const KindStyle& style = m_palette.style(look.colour);
    const QRgb colour = style.fill.rgb();
    switch (look.pattern) {
    case Pattern::HatchForward:
        hatch(canvas, x0, top, x1, top + height, pixels(kForwardPitch), -1, colour);
        if (style.second.isValid())
            canvas.fill(
                x0, top + height - static_cast<int>(height * kHatchStripe), x1, top + height, style.second.rgb());
        break;
    case Pattern::HatchBackward:
        hatch(canvas, x0, top, x1, top + height, pixels(kBackwardPitch), 1, colour);
        break;
    case Pattern::Dots:
        dots(canvas, x0, top, x1, top + height, colour);
        break;
    default:
        dashes(canvas, x0, top, x1, top + height, colour);
        break;
    }
}

void RangePainter::drawLedger(
    LaneCanvas& canvas, const OverlayRanges& gaps, const TimeScale& scale, int top, int height)
{
    wideRanges(gaps.ranges, scale, pixels(kSmallestGap), m_pixels);
    for (const PixelRange& stretch : m_pixels)
        drawGap(canvas, stretch, scale, top, height, lookOf(m_palette, StretchCause::of(stretch.tag).cause));
    wideRanges(gaps.parts, scale, pixels(kSmallestPart), m_pixels);
    const int line = pixels(1);
    int before = -1; ///< where the part before ends
    for (const PixelRange& part : m_pixels) {
        const QRgb colour = m_palette.style(lookOf(m_palette, static_cast<Cause>(part.tag)).colour).fill.rgb();
        if (part.left >= 0 && part.left != before) // or there is one already
            canvas.fill(part.left, top, part.left + line, top + height, colour);
        if (part.right <= static_cast<int>(scale.width()))
            canvas.fill(part.right - line, top, part.right, top + height, colour);
        before = part.right;
    }
}

void RangePainter::drawNarrow(
    LaneCanvas& canvas, const RangeIndex& gaps, bool isLedger, const TimeScale& scale, int top, int height)
{
    const int widest = pixels(kSmallestGap);
    const int end = top + std::min(height, pixels(kMark));
    allRanges(gaps, scale, m_pixels);
    for (const PixelRange& gap : m_pixels) {
        if (gap.right - gap.left > widest)
            continue; // hatched
        const PartKind part = isLedger ? lookOf(m_palette, StretchCause::of(gap.tag).cause).colour
                                       : partKindOf(static_cast<IdleCause>(gap.tag));
        const KindStyle& style = m_palette.style(part);
        canvas.fill(gap.left, top, gap.right, end, style.fill.rgb());
        if (style.second.isValid())
            canvas.fill(gap.left, end, gap.right, std::min(end + pixels(kMark), top + height), style.second.rgb());
    }
}

void RangePainter::hatchedWaits(const OverlayRanges& waits, const std::vector<RunWait>& runs, const TimeScale& scale,
    std::vector<PixelRange>& hatched) const
{
    wideRanges(waits.ranges, scale, pixels(kSmallestWait), hatched);
    std::erase_if(hatched, [&runs](const PixelRange& each) { return runs[each.tag].isLast; });
}

void RangePainter::drawWaits(LaneCanvas& canvas, const OverlayRanges& waits, const std::vector<RunWait>& runs,
    const TimeScale& scale, int top, int height)
{
    wideRanges(waits.ranges, scale, pixels(kSmallestWait), m_pixels);
    for (const PixelRange& each : m_pixels) {
        const int x1 = std::min(each.right, static_cast<int>(scale.width()));
        if (!runs[each.tag].isLast)
            drawWait(canvas, std::max(0, each.left), x1, top, height);
        else if (each.left >= 0) // else it began before
            drawFlag(canvas, each.left, x1, top, height);
    }
}

void RangePainter::drawStripWaits(LaneCanvas& canvas, const OverlayRanges& waits, const std::vector<PixelCell>& cells,
    const TimeScale& scale, int top, int height)
{
    const auto waitsOnly = [&cells](int x) {
        const PixelCell& cell = cells[static_cast<std::size_t>(x)];
        return cell.busy > 0 && cell.colourClass == static_cast<std::uint8_t>(ColourClass::Communication);
    };
    const int width = std::min(static_cast<int>(scale.width()), static_cast<int>(cells.size()));
    wideRanges(waits.ranges, scale, pixels(kSmallestWait), m_pixels);
    for (const PixelRange& each : m_pixels) {
        const int end = std::min(each.right, width);
        for (int x0 = std::max(0, each.left); x0 < end;) {
            int x1 = x0;
            while (x1 < end && waitsOnly(x1))
                ++x1;
            if (x1 > x0)
                drawWait(canvas, x0, x1, top, height);
            x0 = x1 + 1;
        }
    }
    allRanges(waits.parts, scale, m_pixels);
    for (const PixelRange& each : m_pixels) {
        if (each.left < 0 || each.left >= width)
            continue;
        if (each.right - each.left >= pixels(kSmallestWait))
            drawFlag(canvas, each.left, std::min(each.right, width), top, height);
        else
            canvas.fill(each.left, top, std::min(each.left + pixels(1), width),
                top + std::min(pixels(kLastTick), height), m_palette.text.rgb());
    }
}

/// Paler than work, and hatched in the colour of the canvas: whatever colours slices have, a wait is seen.
void RangePainter::drawWait(LaneCanvas& canvas, int x0, int x1, int top, int height) const
{
    const QRgb ground = m_palette.canvas.rgb();
    canvas.blend(x0, top, x1, top + height, ground, kWaitVeil);
    hatch(canvas, x0, top, x1, top + height, pixels(kForwardPitch), -1, ground);
}

/// A flag that grows narrower downwards, and its pole.
void RangePainter::drawFlag(LaneCanvas& canvas, int x0, int x1, int top, int height) const
{
    const QRgb colour = m_palette.text.rgb();
    const int flag = std::min(pixels(kFlag), height);
    canvas.fill(x0, top, x0 + pixels(1), top + height, colour);
    for (int y = 0; y < flag; ++y)
        canvas.fill(x0, top + y, std::min(x0 + flag - y, x1), top + y + 1, colour);
}

void RangePainter::drawSwatch(LaneCanvas& canvas, int width, int height, Cause cause) const
{
    drawGap(canvas, { 0, width, 0 }, TimeScale({ 0, 1 }, width), 0, height, lookOf(m_palette, cause));
}

void RangePainter::hatch(
    LaneCanvas& canvas, int x0, int y0, int x1, int y1, int pitch, int direction, QRgb colour) const
{
    // Lines of x - direction * y = offset. They are anchored to the picture, so neighbouring gaps share them.
    const int first = std::min(x0 - direction * y0, x0 - direction * (y1 - 1));
    const int last = std::max(x1 - 1 - direction * y0, x1 - 1 - direction * (y1 - 1));
    const int width = pixels(1);
    for (int offset = multipleFrom(first, pitch); offset <= last; offset += pitch) {
        // Rows in which the line lies inside the rectangle.
        const int a = direction * (x0 - offset);
        const int b = direction * (x1 - width - offset);
        const int begin = std::max(y0, std::min(a, b));
        const int end = std::min(y1 - 1, std::max(a, b));
        if (begin <= end)
            canvas.diagonal(offset + direction * begin, begin, end - begin + 1, direction, width, colour);
    }
}

void RangePainter::dots(LaneCanvas& canvas, int x0, int y0, int x1, int y1, QRgb colour) const
{
    const int pitch = pixels(kDotPitch);
    const int dot = pixels(1);
    for (int y = y0 + pitch / 2; y + dot <= y1; y += pitch) {
        for (int x = multipleFrom(x0, pitch); x + dot <= x1; x += pitch)
            canvas.fill(x, y, x + dot, y + dot, colour);
    }
}

void RangePainter::dashes(LaneCanvas& canvas, int x0, int y0, int x1, int y1, QRgb colour) const
{
    const int line = pixels(1);
    const int dash = 4 * line;
    for (int x = x0; x < x1; x += 2 * dash) {
        canvas.fill(x, y0, std::min(x + dash, x1), y0 + line, colour);
        canvas.fill(x, y1 - line, std::min(x + dash, x1), y1, colour);
    }
    for (int y = y0; y < y1; y += 2 * dash) {
        canvas.fill(x0, y, x0 + line, std::min(y + dash, y1), colour);
        canvas.fill(x1 - line, y, x1, std::min(y + dash, y1), colour);
    }
}

bool RangePainter::isTick(const PixelRange& occurrence) const
{
    return std::max(occurrence.right - occurrence.left, pixels(1)) < pixels(kNarrow);
}

void RangePainter::drawPath(LaneCanvas& canvas, const std::vector<PixelRange>& onPath, int top, int height) const
{
    const int line = pixels(kPathLine);
    const QRgb colour = m_palette.accent.rgb();
    for (const PixelRange& link : onPath) {
        const int x0 = std::max(0, link.left);
        const int x1 = std::max(link.right, x0 + 1);
        canvas.fill(x0, top, x1, top + line, colour);
        canvas.fill(x0, top + height - line, x1, top + height, colour);
    }
}

void RangePainter::drawVeil(
    LaneCanvas& canvas, const std::vector<PixelRange>& lit, const TimeScale& scale, int top, int height) const
{
    int seen = 0;
    const auto veilUntil = [&](int end) {
        if (seen < end)
            canvas.blend(seen, top, end, top + height, m_palette.canvas.rgb(), kVeil);
    };
    for (const PixelRange& part : lit) {
        veilUntil(part.left);
        seen = std::max({ seen, part.right, part.left + 1 });
    }
    veilUntil(static_cast<int>(scale.width()));
}

void RangePainter::drawPattern(LaneCanvas& canvas, const PixelRange& occurrence, int top, int height) const
{
    const int line = pixels(kBracket);
    const QRgb colour = m_palette.accent.rgb();
    const int x0 = occurrence.left;
    const int x1 = std::max(occurrence.right, x0 + pixels(1));
    if (isTick(occurrence)) {
        const int end = std::min(top + height, top + pixels(kTick));
        canvas.blend(x0, top, x1, top + height, colour, kTickWash);
        canvas.fill(x0, top, x1, end, colour);
        canvas.fill(x0, end, x1, std::min(top + height, end + pixels(1)), m_palette.canvas.rgb());
        return;
    }
    canvas.blend(x0, top, x1, top + height, colour, kWash);
    canvas.fill(x0, top, x1, top + line, colour);
    if (x1 - x0 < 4 * line)
        return;
    // The feet of the bracket: where one occurrence ends and the next begins.
    const int foot = std::min(height, 3 * line);
    canvas.fill(x0, top, x0 + line, top + foot, colour);
    canvas.fill(x1 - line, top, x1, top + foot, colour);
}

} // namespace kinetoscope
