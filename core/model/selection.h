// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"
#include "core/base/nanoseconds.h"

#include <cstdint>
#include <vector>

namespace kinetoscope {

/// One slice of one rank. `rank` is the position in TraceSet::ranks(), not the rank number.
struct SliceRef {
    std::uint32_t rank = 0;
    SliceId slice; ///< of that rank's trace
    auto operator<=>(const SliceRef&) const = default;
};

/// A stretch of job time, on one track or (track invalid) across a whole rank.
struct IntervalRef {
    std::uint32_t rank = 0; ///< as in SliceRef
    TrackId track;          ///< invalid: the interval is about the rank, not about one track
    TimeRange range;        ///< job time
    bool operator==(const IntervalRef&) const = default;
};

/// What is selected, and what a table cell is made of: slices, intervals, or both. A value; every view shows and sets
/// the one in the document's view state.
struct Selection {
    std::vector<SliceRef> slices;
    std::vector<IntervalRef> intervals {};

    [[nodiscard]] bool isEmpty() const { return slices.empty() && intervals.empty(); }
    bool operator==(const Selection&) const = default;
};

/// Stretches of job time of one rank, on one track or across it, in the order of `ranges`.
/// @param rank  as in SliceRef, here and below.
template <typename Ranges>
[[nodiscard]] Selection intervalsOfRank(std::uint32_t rank, const Ranges& ranges, TrackId track = {})
{
    Selection selection;
    for (const TimeRange& range : ranges)
        selection.intervals.push_back({ rank, track, range });
    return selection;
}

/// One of them.
[[nodiscard]] inline Selection intervalOfRank(std::uint32_t rank, const TimeRange& range)
{
    return { {}, { { rank, TrackId {}, range } } };
}

/// Slices of one rank.
template <typename Slices> [[nodiscard]] Selection slicesOfRank(std::uint32_t rank, const Slices& slices)
{
    Selection selection;
    for (const SliceId slice : slices)
        selection.slices.push_back({ rank, slice });
    return selection;
}

} // namespace kinetoscope
