// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/table.h"
#include "core/model/trace_set.h"

#include <string>

namespace kinetoscope {

/// What is inside a job, for people: ranks, events, tracks, steps, devices, and what was wrong with the files.
[[nodiscard]] std::string writeInfoText(const TraceSet& traces);
/// The same as a document of schema kinetoscope.info/1. `range_ns` is job time.
[[nodiscard]] std::string writeInfoJson(const TraceSet& traces);
/// The same figures, one row a rank.
[[nodiscard]] Table infoTable(const TraceSet& traces);

} // namespace kinetoscope
