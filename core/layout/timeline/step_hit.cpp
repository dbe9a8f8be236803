// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/timeline/step_hit.h"

#include "core/layout/timeline/time_scale.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace kinetoscope {
namespace {

using Points = std::vector<ChartData::Point>;

/// Positions of the samples that are drawn in [begin, end): those in it and the one whose value holds where it begins.
std::pair<std::size_t, std::size_t> drawnIn(const Points& line, double begin, double end)
{
    auto first = std::ranges::lower_bound(line, begin, {}, &ChartData::Point::x);
    const auto last = std::ranges::lower_bound(line, end, {}, &ChartData::Point::x);
    // The last sample holds no longer than its own moment.
    if (first != line.begin() && first != line.end() && first->x > begin)
        --first;
    return { static_cast<std::size_t>(first - line.begin()), static_cast<std::size_t>(last - line.begin()) };
}

/// Of the samples [first, last) of a line the one nearest to a value.
std::size_t nearestTo(const Points& line, std::size_t first, std::size_t last, double y)
{
    std::size_t nearest = first;
    for (std::size_t i = first + 1; i < last; ++i) {
        if (std::abs(line[i].y - y) < std::abs(line[nearest].y - y))
            nearest = i;
    }
    return nearest;
}

std::optional<StepPlace> lineAt(const ChartData::Group& group, double begin, double end, double y)
{
    std::optional<StepPlace> found;
    double distance = 0;
    for (std::size_t series = 0; series <= group.further.size(); ++series) {
        const Points& line = lineOf(group, series);
        const auto [first, last] = drawnIn(line, begin, end);
        if (first == last)
            continue;
        const std::size_t nearest = nearestTo(line, first, last, y);
        if (!found || std::abs(line[nearest].y - y) < distance) {
            found = StepPlace { series, nearest };
            distance = std::abs(line[nearest].y - y);
        }
    }
    return found;
}

/// Areas are drawn from the last to the first, each down to zero: the first that reaches the height is what is seen.
std::optional<StepPlace> areaAt(const ChartData::Group& group, double begin, double end, double y)
{
    for (std::size_t series = 0; series <= group.further.size(); ++series) {
        const Points& line = lineOf(group, series);
        const auto [first, last] = drawnIn(line, begin, end);
        std::optional<std::size_t> lowest; // that still reaches it
        for (std::size_t i = first; i < last; ++i) {
            const bool reaches = y >= 0 ? line[i].y >= y : line[i].y <= y;
            if (reaches && (!lowest || std::abs(line[i].y - y) < std::abs(line[*lowest].y - y)))
                lowest = i;
        }
        if (lowest)
            return StepPlace { series, *lowest };
    }
    return std::nullopt;
}

} // namespace

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

const std::vector<ChartData::Point>& lineOf(const ChartData::Group& group, std::size_t series)
{
    return series == 0 ? group.points : group.further[series - 1];
}

std::optional<StepPlace> stepAt(const ChartData::Group& group, bool areStacked, const StepPointer& pointer)
{
    const auto find = areStacked ? areaAt : lineAt;
    if (const auto found = find(group, pointer.begin, pointer.end, pointer.y))
        return found;
    // The ends of a line may be one pixel wide.
    return find(group, pointer.begin - pointer.reach, pointer.end + pointer.reach, pointer.y);
}

TimeRange stretchOf(const ChartData::Group& group, StepPlace place)
{
    const Points& line = lineOf(group, place.series);
    const Timestamp begin = wholeNanoseconds(line[place.point].x);
    return { begin, place.point + 1 < line.size() ? wholeNanoseconds(line[place.point + 1].x) : begin };
}

double baseOf(const ChartData::Group& group, bool areStacked, StepPlace place)
{
    if (!areStacked)
        return 0;
    const ChartData::Point& top = lineOf(group, place.series)[place.point];
    // A series without a value in this row has no point there: then it is the one below that.
    for (std::size_t series = place.series; series-- > 0;) {
        const Points& line = lineOf(group, series);
        auto at = std::ranges::lower_bound(line, top.x, {}, &ChartData::Point::x);
        for (; at != line.end() && at->x == top.x; ++at) {
            if (at->tableRow == top.tableRow)
                return at->y;
        }
    }
    return 0;
}

} // namespace kinetoscope
