// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/timeline/lane_cells.h"
#include "core/layout/timeline/range_pixels.h"
#include "core/overlay/overlay.h"
#include "widgets/support/palette.h"
#include "widgets/timeline/painters/lane_canvas.h"

#include <vector>

namespace kinetoscope {

/// How an idle stretch looks.
struct GapLook {
    PartKind colour = PartKind::IdleOther;
    Pattern pattern = Pattern::Solid;
    bool operator==(const GapLook&) const = default;
};
/// What a cause of idle time looks like: the host is hatched, above a stripe for what it did, what is between host and
/// device dotted in its colour; the device as idle-time's causes.
[[nodiscard]] GapLook lookOf(const Palette& palette, Cause cause);

/// How much canvas lies over what is not on a path, or outside of the scope: names on it are in the colour of texts.
inline constexpr double kVeil = 0.62;
/// How much of it lies over the waiting part of communication: names on it are in the colour of texts, too.
inline constexpr double kWaitVeil = 0.58;

/// Draws the stretches of overlays on lanes: idle gaps as the hatches of their causes, patterns as brackets with a
/// wash. Device pixels. Keeps working space between calls; one per thread.
class RangePainter {
public:
    /// @param pixelRatio  device pixels per logical pixel.
    RangePainter(const Palette& palette, double pixelRatio);

    /// Fills gaps of some pixels and more; drawNarrow marks the others.
    void drawGaps(LaneCanvas& canvas, const RangeIndex& gaps, const TimeScale& scale, int top, int height);
    /// Gaps of devices, each as its host's part and the rest; lines where a part of some pixels begins.
    void drawLedger(LaneCanvas& canvas, const OverlayRanges& gaps, const TimeScale& scale, int top, int height);
    /// Marks in the colour of their cause, at the top of the rectangle, the gaps that are too narrow for a hatch: a gap
    /// is never lost, however far it is zoomed out. Of those that share a pixel column the first one. To be drawn over
    /// the slices: where all gaps are narrow, slices cover them.
    /// @param isLedger  tags are StretchCause, else IdleCause.
    void drawNarrow(
        LaneCanvas& canvas, const RangeIndex& gaps, bool isLedger, const TimeScale& scale, int top, int height);
    /// A rectangle of a legend.
    void drawSwatch(LaneCanvas& canvas, int width, int height, Cause cause) const;
    /// Whether an occurrence is so narrow that it is a tick: all ticks look alike.
    [[nodiscard]] bool isTick(const PixelRange& occurrence) const;
    /// A bracket at the top of one occurrence and a wash over the rest of its rectangle.
    void drawPattern(LaneCanvas& canvas, const PixelRange& occurrence, int top, int height) const;

    /// The waiting parts of runs that drawWaits hatches, in time order: those of some pixels and more.
    void hatchedWaits(const OverlayRanges& waits, const std::vector<RunWait>& runs, const TimeScale& scale,
        std::vector<PixelRange>& hatched) const;
    /// Hatches over the waiting part of runs of some pixels and more, and a flag at the beginning of those that came
    /// last.
    void drawWaits(LaneCanvas& canvas, const OverlayRanges& waits, const std::vector<RunWait>& runs,
        const TimeScale& scale, int top, int height);

    /// The same on the line of a rank of which there is a summary only: hatches where it shows communication that
    /// nothing hides, and a tick in place of the flag where a run that came last is too narrow for one; ticks that
    /// share a pixel column are one.
    /// @param cells  what the line shows, by column.
    void drawStripWaits(LaneCanvas& canvas, const OverlayRanges& waits, const std::vector<PixelCell>& cells,
        const TimeScale& scale, int top, int height);

    /// A line above and below what is on a path.
    void drawPath(LaneCanvas& canvas, const std::vector<PixelRange>& onPath, int top, int height) const;
    /// A veil over all of the row but what is lit. @param lit  by left edge; may be empty.
    void drawVeil(
        LaneCanvas& canvas, const std::vector<PixelRange>& lit, const TimeScale& scale, int top, int height) const;

private:
    [[nodiscard]] int pixels(double logical) const { return devicePixels(logical, m_pixelRatio); }
    void drawGap(
        LaneCanvas& canvas, const PixelRange& gap, const TimeScale& scale, int top, int height, GapLook look) const;
    void drawWait(LaneCanvas& canvas, int x0, int x1, int top, int height) const;
    void drawFlag(LaneCanvas& canvas, int x0, int x1, int top, int height) const;
    void hatch(LaneCanvas& canvas, int x0, int y0, int x1, int y1, int pitch, int direction, QRgb colour) const;
    void dots(LaneCanvas& canvas, int x0, int y0, int x1, int y1, QRgb colour) const;
    void dashes(LaneCanvas& canvas, int x0, int y0, int x1, int y1, QRgb colour) const;

    const Palette& m_palette;
    double m_pixelRatio;
    std::vector<PixelRange> m_pixels;
};

} // namespace kinetoscope
