// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/builder/build_state.h"

namespace kinetoscope::builder {

/// Gathers the columns of data.slices from the batches, one column at a time, each batch column freed as it is done,
/// and sorts every track by (start, level, end descending, event index). Afterwards rowOf holds rows, and
/// state.longDurations still goes by event. Notes the problems of times (negative, implausible, missing). False when
/// cancelled.
[[nodiscard]] bool gatherSlices(BuildState& state);

/// Moves state.longDurations to data.slices.longDurations, which goes by row.
void settleLongDurations(BuildState& state);

} // namespace kinetoscope::builder
