// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/timeline/lane_cells.h"
#include "widgets/support/palette.h"
#include "widgets/timeline/painters/lane_canvas.h"
#include "widgets/timeline/slice_colours.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace kinetoscope {

/// Draws the pixels of lanes in the colours and patterns of their kinds. Device pixels throughout. Keeps working space
/// between calls; one per thread.
class SlicePainter {
public:
    static constexpr QRgb kOfItsKind = 0; ///< transparent: no colour of its own

    /// @param pixelRatio  device pixels per logical pixel: line widths, gaps and stripes are in logical ones.
    SlicePainter(const Palette& palette, double pixelRatio);

    /// Density of one lane or strip in [top, top + height). Columns under wide slices should be 0.
    /// @param fills  empty, or a colour for each cell instead of its kind's; kOfItsKind: that of its kind all the same.
    void drawDensity(
        LaneCanvas& canvas, std::span<const PixelCell> cells, int top, int height, std::span<const QRgb> fills = {});
    /// One wide slice in a lane of the given height; calls and Python frames take three quarters of it.
    /// @param own  instead of the kind's colours; a container is filled with it like any other slice.
    void drawSlice(LaneCanvas& canvas, const WideSlice& slice, ColourClass colourClass, int top, int height,
        std::optional<SliceColours::Colour> own = std::nullopt) const;
    /// Annotations and steps: drawn as outlines.
    [[nodiscard]] bool isContainer(ColourClass colourClass) const;

    /// Height of what drawSlice draws in a lane.
    [[nodiscard]] static int sliceHeight(ColourClass colourClass, int laneHeight);
    /// Logical to device pixels, at least 1.
    [[nodiscard]] int pixels(double logical) const { return devicePixels(logical, m_pixelRatio); }

private:
    struct Colours {
        QRgb fill;
        QRgb interior; ///< containers: the fill at 25 %
        QRgb faint;    ///< density of containers
        QRgb label;
        QRgb edge;
        bool hasEdge;
        Pattern pattern;
    };

    std::array<Colours, kColourClassCount> m_colours;
    double m_pixelRatio;
    std::vector<QRgb> m_columnColours; ///< working space, by column
    std::vector<std::int32_t> m_columnHeights;
};

} // namespace kinetoscope
