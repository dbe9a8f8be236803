// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/timeline/step_columns.h"

#include <algorithm>
#include <cmath>

namespace kinetoscope {

StepColumns stepColumns(std::span<const ChartData::Point> points, double begin, double end, int width)
{
    StepColumns result;
    if (!(begin < end))
        return result;
    width = std::max(1, width);
    const double pixelsPerUnit = width / (end - begin);
    auto first = std::ranges::lower_bound(points, begin, {}, &ChartData::Point::x);
    if (first != points.begin() && (first == points.end() || first->x > begin))
        --first;
    const auto last =
        std::upper_bound(first, points.end(), end, [](double x, const ChartData::Point& point) { return x < point.x; });
    result.isHeld = last != points.end();
    const auto columnOf = [&](double x) {
        return static_cast<int>(std::clamp(std::floor((x - begin) * pixelsPerUnit), 0.0, static_cast<double>(width)));
    };
    for (auto at = first; at != last;) {
        StepColumn column { columnOf(at->x), at->y, at->y, at->y, at->y };
        // Up to the next column's edge, without a division for each sample.
        const double edge = begin + (column.x + 1) / pixelsPerUnit;
        for (++at; at != last && (at->x < edge || column.x == width); ++at) {
            column.least = std::min(column.least, at->y);
            column.greatest = std::max(column.greatest, at->y);
            column.last = at->y;
        }
        // An edge may round to either side of its sample.
        if (!result.columns.empty() && result.columns.back().x == column.x) {
            StepColumn& before = result.columns.back();
            before.least = std::min(before.least, column.least);
            before.greatest = std::max(before.greatest, column.greatest);
            before.last = column.last;
        } else {
            result.columns.push_back(column);
        }
    }
    return result;
}

} // namespace kinetoscope
