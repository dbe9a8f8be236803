// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/timeline/time_scale.h"
#include "core/model/colour_class.h"
#include "core/model/trace.h"

#include <cstdint>
#include <span>
#include <vector>

namespace kinetoscope {

/// Rows of a lane, also of a folded one (see TimelineIndex::foldedLanes): those are numbered from Track::laneCount
/// on.
[[nodiscard]] LaneRows laneRowsOf(const Trace& trace, TrackId track, std::uint16_t lane);

/// What one pixel column of one lane shows.
struct PixelCell {
    std::uint16_t busy = 0;       ///< 0 nothing; else at least 1; 65535 full
    std::uint8_t colourClass = 0; ///< ColourClass with most busy time
};

/// A slice that is wide enough to be drawn as itself.
struct WideSlice {
    SliceId slice;
    std::int32_t left = 0;  ///< first pixel column, may lie left of 0 (-1 then)
    std::int32_t right = 0; ///< one past the last, at most width + 1
};

/// Slices of so many pixels and more are drawn as themselves, narrower ones as density.
inline constexpr double kWideSlicePixels = 3;

/// One lane at one zoom, as pixels.
///
/// Where a pixel is at least as long as the finest bucket of the pyramid, its cells are read, one to three a pixel, and
/// the slice table is touched only for slices of about kWideSlicePixels and more. Below that the slices themselves are
/// read, at most kSlicesPerPixel of one pixel, the rest galloped over. Either way the cost follows `cells.size()`, not
/// the number of slices, and every slice marks at least one pixel.
///
/// @param scale  on the clock of `trace`; its width is cells.size().
/// @param cells  overwritten; columns under a wide slice are full and carry its class.
/// @param wide   cleared, then filled in time order.
void fillLane(const Trace& trace, TrackId track, std::uint16_t lane, const TimeScale& scale, std::span<PixelCell> cells,
    std::vector<WideSlice>& wide);

inline constexpr int kSlicesPerPixel = 16;

/// Density of a whole track in one line: per pixel the busiest lane's share; its class is that of real work where there
/// is some, of the annotation or Python frame around it otherwise. Looks at the first kDensityLanes lanes. `scratch` is
/// working space.
void fillDensity(const Trace& trace, TrackId track, const TimeScale& scale, std::span<PixelCell> cells,
    std::vector<PixelCell>& scratch, std::vector<WideSlice>& scratchWide);

inline constexpr int kDensityLanes = 12;

/// Adds one line of density to another: the busier pixel wins.
void mergeDensity(std::span<PixelCell> into, std::span<const PixelCell> from);

/// First position in `rows` whose slice ends after `time`; rows.size() if none. Slices of a lane are sorted and hardly
/// overlap, so their ends ascend too. O(log n).
[[nodiscard]] std::size_t firstEndingAfter(
    const SliceTable& slices, const LaneRows& rows, Timestamp time, std::size_t from = 0);

} // namespace kinetoscope
