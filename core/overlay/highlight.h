// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"
#include "core/model/selection.h"
#include "core/model/trace_set.h"
#include "core/overlay/range_index.h"

#include <cstdint>
#include <limits>
#include <stop_token>
#include <vector>

namespace kinetoscope {

/// What is pointed at on one lane of the timeline.
struct HighlightRanges {
    /// Tag of a stretch that is no slice.
    static constexpr std::uint32_t kNoSlice = std::numeric_limits<std::uint32_t>::max();

    std::uint32_t rank = 0; ///< position in TraceSet::ranks()
    TrackId track;          ///< invalid: the whole rank
    RangeIndex ranges;      ///< job time; tag: index of the slice, or kNoSlice
};

/// Slices and stretches that somebody points at elsewhere, made to be drawn: however many there are, a frame costs what
/// is seen of them. Immutable; any thread.
struct Highlight {
    std::vector<HighlightRanges> lanes; ///< by rank, track and nesting depth; those of one lane do not hide each other

    [[nodiscard]] bool isEmpty() const { return lanes.empty(); }
};

/// O(n log n): off the GUI thread. References to slices or ranks that do not exist are left out. Empty when stopped.
[[nodiscard]] Highlight highlightOf(
    const TraceSet& traces, const Selection& selection, const std::stop_token& stop = {});

} // namespace kinetoscope
