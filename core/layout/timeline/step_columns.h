// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/chart/chart_data.h"

#include <span>
#include <vector>

namespace kinetoscope {

/// What a series that is drawn as steps shows in one pixel column: a line through a million samples has no more to it.
struct StepColumn {
    int x = 0; ///< from the left edge of the view, 0 to its width
    double first = 0;
    double least = 0;
    double greatest = 0;
    double last = 0; ///< holds until the next column
    bool operator==(const StepColumn&) const = default;
};

struct StepColumns {
    std::vector<StepColumn> columns; ///< ascending in x; only columns with samples
    /// A later sample is out of view: the last value holds to the right edge.
    bool isHeld = false;
};

/// The samples in [begin, end] of the points' x, drawn `width` pixels wide, with the value that holds where the view
/// begins: it counts as a sample of column 0.
///
/// @param points  ascending in x, y finite.
/// @param begin, end  begin < end, else the result is empty; in the unit of the points' x.
/// @param width   pixels; counts as at least 1.
/// Cost O(samples in view). Pure.
[[nodiscard]] StepColumns stepColumns(std::span<const ChartData::Point> points, double begin, double end, int width);

} // namespace kinetoscope
