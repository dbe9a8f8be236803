// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QRect>
#include <QRgb>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>

class QPainter;

namespace kinetoscope {

/// A length in device pixels, at least one.
[[nodiscard]] inline int devicePixels(double logical, double pixelRatio)
{
    return std::max(1, static_cast<int>(std::lround(logical * pixelRatio)));
}

/// The pixel columns of a lane that is drawn as density, one of each a column: two plain arrays, which compilers turn
/// into vector code.
struct DensityColumns {
    std::span<const QRgb> colours;
    std::span<const std::int32_t> heights; ///< from the lane's bottom; 0 draws nothing
};

/// Where lanes are drawn: opaque axis-parallel rectangles in device pixels, clipped by the canvas itself. Two kinds
/// exist because a frame on screen must not send its slices through QPainter (0.35 us a rectangle), and a vector
/// picture must.
class LaneCanvas {
public:
    virtual ~LaneCanvas() = default;
    /// From now on nothing is drawn outside of the rows of pixels [top, bottom); both may be outside of the canvas.
    virtual void setClip(int top, int bottom) = 0;
    /// [x0, x1) x [y0, y1).
    virtual void fill(int x0, int y0, int x1, int y1, QRgb colour) = 0;
    /// The same, `share` in [0, 1] of the colour over what is there.
    virtual void blend(int x0, int y0, int x1, int y1, QRgb colour, double share) = 0;
    /// A line of 45 degrees, `length` >= 1 rows high and `width` columns wide, from (x, y) downwards, to the right
    /// (direction 1) or left (-1).
    virtual void diagonal(int x, int y, int length, int direction, int width, QRgb colour) = 0;
    /// Column i at x = i, growing upwards from `bottom` (exclusive) over at most `height` pixels.
    virtual void drawDensity(int bottom, int height, const DensityColumns& columns) = 0;
};

/// Scan lines of a QImage (Format_RGB32), not owned.
class ImageCanvas final : public LaneCanvas {
public:
    explicit ImageCanvas(QImage& image);
    void setClip(int top, int bottom) override;
    void fill(int x0, int y0, int x1, int y1, QRgb colour) override;
    void blend(int x0, int y0, int x1, int y1, QRgb colour, double share) override;
    void diagonal(int x, int y, int length, int direction, int width, QRgb colour) override;
    void drawDensity(int bottom, int height, const DensityColumns& columns) override;

private:
    std::uint32_t* m_bits;
    qsizetype m_stride; ///< in pixels
    int m_width;
    int m_height;
    int m_top = 0; ///< of what may be drawn to
    int m_bottom;
};

/// A QPainter, not owned. Clips the geometry itself: QSvgGenerator of Qt 6.4 ignores clips.
class PainterCanvas final : public LaneCanvas {
public:
    PainterCanvas(QPainter& painter, const QRect& area);
    void setClip(int top, int bottom) override;
    void fill(int x0, int y0, int x1, int y1, QRgb colour) override;
    void blend(int x0, int y0, int x1, int y1, QRgb colour, double share) override;
    void diagonal(int x, int y, int length, int direction, int width, QRgb colour) override;
    void drawDensity(int bottom, int height, const DensityColumns& columns) override;

private:
    QPainter& m_painter;
    QRect m_area;
    QRect m_clip;
};

} // namespace kinetoscope
