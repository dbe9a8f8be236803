// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/timeline/time_scale.h"
#include "core/model/trace_set.h"

namespace kinetoscope {

/// The same pixels for times on a rank's own clock: where a job time is drawn, there is the rank's time of it. Without
/// drift to the nanosecond; with one, a slice is drawn where it really is between two nanoseconds of job time.
[[nodiscard]] TimeScale rankScale(const TimeScale& scale, const RankTrace& rank);

} // namespace kinetoscope
