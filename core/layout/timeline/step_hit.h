// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/nanoseconds.h"
#include "core/layout/chart/chart_data.h"

#include <cstddef>
#include <optional>
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

/// One sample of one line of a chart over time: the step that begins with it.
struct StepPlace {
    std::size_t series = 0; ///< of ChartData::series
    std::size_t point = 0;  ///< of that line
    bool operator==(const StepPlace&) const = default;
};

/// What the pointer covers of a chart over time: one pixel column, and a height in it.
struct StepPointer {
    double begin = 0; ///< of the column, in the unit of the points' x
    double end = 0;   ///< begin < end
    double y = 0;     ///< in the unit of the points' y
    double reach = 0; ///< in x: how far beyond the first and the last sample of a line they still count as hit
};

/// The samples of one series; the points of areas are the heights up to which they are stacked.
[[nodiscard]] const std::vector<ChartData::Point>& lineOf(const ChartData::Group& group, std::size_t series);

/// The step that is drawn under the pointer, of several that share its column the one whose value is nearest to it.
/// Lines: that of the nearest line, however far above or below it is. Areas: that of the area itself, nothing above all
/// of them. Nothing before the first and after the last sample, whose value holds no longer.
///
/// @param group  its lines ascending in x, y finite.
/// Cost O(series x (log samples + samples in the column)). Pure.
[[nodiscard]] std::optional<StepPlace> stepAt(
    const ChartData::Group& group, bool areStacked, const StepPointer& pointer);

/// From the sample to the next one of its line; nothing long for the last one. Ends are those of the points, rounded
/// down.
[[nodiscard]] TimeRange stretchOf(const ChartData::Group& group, StepPlace place);

/// Where the step stands: 0, or of areas the top of the one below it. O(log samples).
[[nodiscard]] double baseOf(const ChartData::Group& group, bool areStacked, StepPlace place);

} // namespace kinetoscope
