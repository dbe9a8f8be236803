// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/model/trace.h"

#include <vector>

namespace kinetoscope {

/// Collectives of backends without kernels (`gloo:barrier`), annotations and ops, whichever host thread they run in;
/// track after track, corrupt ones left out, and those that lie in another one: they are a part of it. O(names);
/// O(slices) where a name is one. Not complete if told to stop.
[[nodiscard]] std::vector<SliceId> cpuCollectivesOf(const Trace& trace, const Progress& progress);

/// The time in which one of them runs at least, in the order of time; trace time.
[[nodiscard]] std::vector<TimeRange> timeInCpuCollectives(const Trace& trace, const Progress& progress);

} // namespace kinetoscope
