// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/selection.h"
#include "core/model/track.h"
#include "core/query/innermost_slices.h"

#include <cstddef>
#include <stop_token>
#include <vector>

namespace kinetoscope {

class TraceSet;

/// One part of a selection: a slice, or a stretch of time.
struct SelectionPlace {
    Selection part;  ///< it alone
    TimeRange range; ///< job time

    bool operator==(const SelectionPlace&) const = default;
};

/// How much a selection is, and where most of it is.
struct SelectionTotals {
    std::size_t slices = 0;
    std::size_t intervals = 0;
    Nanoseconds sum = 0;                    ///< ns, saturating
    Nanoseconds covered = 0;                ///< ns, union over all ranks and tracks
    std::vector<SelectionPlace> longest {}; ///< longest first, of equal ones the earlier; at most kMostListed
    static constexpr std::size_t kMostListed = 50;
};

/// O(n log n) in the parts of the selection; any thread. Stops early, with what it has, when asked to.
/// @param selection  of slices and ranks that exist.
[[nodiscard]] SelectionTotals selectionTotals(
    const TraceSet& traces, const Selection& selection, const std::stop_token& stop = {});

/// What goes on around a stretch of time of a rank.
struct IntervalSurroundings {
    SliceId before; ///< of the GPU work that starts before the stretch, what ends last; invalid without any
    SliceId after;  ///< GPU work that starts first after it; invalid without any
    TrackId thread; ///< whose launch the GPU waits for (awaitedThread); invalid: no host threads
    struct Activity {
        StringId name;
        SliceId longest;      ///< the slice of this name that is innermost for longest
        Nanoseconds self = 0; ///< for which slices of this name are the innermost ones
    };
    std::vector<Activity> activities; ///< of the thread meanwhile, the most first
    Nanoseconds outside = 0;          ///< of the stretch, in which the thread is in no slice
};

/// O(GPU tracks log slices + host slices of one thread in the interval); any thread.
/// @param interval  of a rank that exists
/// @param device    whose work counts as before and after; kNoDevice: that of the interval's stream, or of the rank
///                  where it has none
[[nodiscard]] IntervalSurroundings surroundingsOf(
    const TraceSet& traces, const IntervalRef& interval, std::int64_t device = Track::kNoDevice);

} // namespace kinetoscope
