// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/selection.h"
#include "core/model/trace_set.h"

#include <cstdint>
#include <optional>

namespace kinetoscope {

/// The slice of the same name, on any track of any rank, that starts next after `from` (`direction` > 0) or last before
/// it
/// (`direction` < 0). Slices that start together follow by rank, then by row, so that walking meets each exactly once.
/// Nothing at the ends, and for a reference that is none of this job's. O(slices of the job), reading one column of
/// ids.
[[nodiscard]] std::optional<SliceRef> neighbourOfSameName(const TraceSet& traces, SliceRef from, int direction);

/// Where a slice stands among those of its name, on any track of any rank, by length.
struct LengthPlace {
    std::uint64_t place = 0; ///< the longest is 1; of equal ones the earlier comes first
    std::uint64_t count = 0;
    std::optional<SliceRef> longer;  ///< the one before
    std::optional<SliceRef> shorter; ///< the one after
};
/// No place for a reference that is none of this job's. Cost as neighbourOfSameName.
[[nodiscard]] LengthPlace placeByLength(const TraceSet& traces, SliceRef of);

} // namespace kinetoscope
