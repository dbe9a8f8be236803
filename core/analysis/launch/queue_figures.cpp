// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/launch/queue_figures.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace kinetoscope {

QueueFigures figuresOf(const StreamQueue& queue)
{
    const std::int64_t first = queue.points.empty() ? 0 : queue.points.front().length;
    QueueFigures figures;
    figures.longest = figures.shortest = first;
    std::vector<double> lengths;
    lengths.reserve(queue.points.size());
    std::int64_t before = 0;
    for (const QueuePoint& point : queue.points) {
        lengths.push_back(static_cast<double>(point.length));
        figures.longest = std::max(figures.longest, point.length);
        figures.shortest = std::min(figures.shortest, point.length);
        figures.launches += std::max<std::int64_t>(0, point.length - before);
        before = point.length;
    }
    figures.lengths = describe(lengths);
    return figures;
}

Nanoseconds extentOf(const Trace& trace)
{
    const SliceTable& slices = trace.slices();
    TimeRange extent { kMaxTimestamp, kMinTimestamp };
    for (std::size_t row = 0; row < slices.size(); ++row) {
        const SliceId slice = SliceTable::at(row);
        if (!slices.isSound(slice) || slices.kind[row] == EventKind::TraceSpan)
            continue;
        extent.begin = std::min(extent.begin, slices.start[row]);
        extent.end = std::max(extent.end, slices.end(slice));
    }
    return extent.length();
}

} // namespace kinetoscope
