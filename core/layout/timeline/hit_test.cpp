// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/timeline/hit_test.h"

#include "core/layout/timeline/lane_cells.h"
#include "core/layout/timeline/rank_scale.h"

#include <algorithm>

namespace kinetoscope {

namespace {

// More slices under one pixel cannot be told apart anyway: the longest of the first ones is as good as any.
constexpr int kLookedAt = 256;

/// Distance in pixels from x to [left, right); 0 inside.
double distanceTo(double x, double left, double right)
{
    if (x < left)
        return left - x;
    return x >= right ? x - right : 0;
}

} // namespace

SliceId sliceAt(const Trace& trace, TrackId track, std::uint16_t lane, const TimeScale& scale, double x)
{
    const SliceTable& slices = trace.slices();
    const LaneRows rows = laneRowsOf(trace, track, lane);
    // Rounded outwards: a nanosecond may be many pixels wide.
    const Timestamp reachEnd = saturatingAdd(scale.timeAt(x + kHitTolerancePixels + 1), 1);
    const Timestamp reachBegin = saturatingSubtract(scale.timeAt(x - kHitTolerancePixels), 1);
    SliceId best;
    double bestDistance = kHitTolerancePixels;
    Nanoseconds bestDuration = -1;
    bool bestIsNarrow = false;
    bool bestIsWide = false;
    int looked = 0;
    for (std::size_t i = firstEndingAfter(slices, rows, reachBegin); i < rows.size() && looked < kLookedAt;
         ++i, ++looked) {
        const SliceId slice = rows[i];
        if (slices.start[slice.index()] >= reachEnd)
            break;
        const double left = scale.xOf(slices.start[slice.index()]);
        const double right = std::max(scale.xOf(slices.end(slice)), left);
        // The pixel under the pointer counts as a whole.
        const bool isUnderIt = left < x + 1 && (right > x || left >= x); // one of no length is where it begins
        const double distance = isUnderIt ? 0 : distanceTo(x + 0.5, left, right);
        if (distance > kHitTolerancePixels)
            continue;
        // A wide one can be hit beside this pixel, one that is narrower than it nowhere else.
        const Nanoseconds duration = slices.duration(slice);
        const bool isNarrow = right - left < 1;
        const bool isWide = right - left >= kWideSlicePixels;
        const bool isBetter = (bestIsWide && isNarrow) || (duration > bestDuration && !(bestIsNarrow && isWide));
        if (distance < bestDistance || (distance == bestDistance && isBetter)) {
            best = slice;
            bestDistance = distance;
            bestDuration = duration;
            bestIsNarrow = isNarrow;
            bestIsWide = isWide;
        }
    }
    return best;
}

TimelineHit hitTest(const TraceSet& traces, const RowLayout& layout, const TimeScale& scale, double x, std::int64_t y)
{
    TimelineHit hit;
    const std::ptrdiff_t at = layout.rowAt(y);
    if (at < 0)
        return hit;
    const TimelineRow& row = layout.rows()[static_cast<std::size_t>(at)];
    if (y >= row.y + row.height)
        return hit;
    hit.row = at;
    const RankTrace& rank = traces.ranks()[row.key.rank];
    const Trace& trace = *rank.trace;
    const TimeScale onTrace = rankScale(scale, rank);
    if (row.key.kind == RowKind::Steps) {
        for (const Step& step : trace.steps()) {
            if (distanceTo(x + 0.5, onTrace.xOf(step.range.begin), onTrace.xOf(step.range.end)) == 0)
                hit.slice = SliceRef { row.key.rank, step.slice };
        }
        return hit;
    }
    if (row.key.kind != RowKind::Track || !row.expanded)
        return hit;
    hit.lane = RowLayout::laneAt(row, y);
    if (hit.lane < 0)
        return hit;
    const auto lane = static_cast<std::uint16_t>(row.firstLane + hit.lane);
    const SliceId slice = sliceAt(trace, row.track(), lane, onTrace, x);
    if (slice.isValid())
        hit.slice = SliceRef { row.key.rank, slice };
    return hit;
}

} // namespace kinetoscope
