// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/builder/build_state.h"

namespace kinetoscope::builder {

/// First start to last end of all slices and samples with plausible times (data.range); needs sorted slices whose
/// unfinished ones still have no end. Empty at 0 for a trace without any.
[[nodiscard]] TimeRange wholeRange(const BuildState& state);

/// The range without far outliers: where leaving out at most 0.1 % of the slices makes the span 100 times shorter, the
/// span of the rest, else `range`. (Kineto once wrote kernels at ts 0: pytorch/kineto#109.)
[[nodiscard]] TimeRange coreRange(const TraceData& data, TimeRange range);

} // namespace kinetoscope::builder
