// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/selection.h"
#include "core/model/trace_set.h"

#include <optional>

namespace kinetoscope {

/// The slice of the same name, on any track of any rank, that starts next after `from` (`direction` > 0) or last before
/// it
/// (`direction` < 0). Slices that start together follow by rank, then by row, so that walking meets each exactly once.
/// Nothing at the ends, and for a reference that is none of this job's. O(slices of the job), reading one column of
/// ids.
[[nodiscard]] std::optional<SliceRef> neighbourOfSameName(const TraceSet& traces, SliceRef from, int direction);

} // namespace kinetoscope
