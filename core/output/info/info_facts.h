// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace_set.h"

#include <cstdint>
#include <vector>

namespace kinetoscope {

// What text, JSON and table of info say alike.

/// Numbers of the steps of a trace, ascending, each once.
[[nodiscard]] std::vector<std::int64_t> stepNumbersOf(const Trace& trace);

/// Devices the file describes, in its order, completed with those that only have work, by id; of these nothing but the
/// id is known.
[[nodiscard]] std::vector<DeviceProperties> devicesOf(const Trace& trace);

/// From the first event of a rank to the last end, in job time (ns); of one that has only a summary, what that says.
[[nodiscard]] TimeRange jobRange(const RankTrace& rank);

} // namespace kinetoscope
