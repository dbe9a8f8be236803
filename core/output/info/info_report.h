// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/table.h"
#include "core/model/trace_set.h"

#include <cstddef>
#include <string>

namespace kinetoscope {

/// What is inside a job, for people: ranks, events, tracks, steps, devices, and what was wrong with the files.
/// Times are rounded to three decimals.
/// @param lineWidth  characters of a line; 0: lines do not end. Paths are never broken.
[[nodiscard]] std::string writeInfoText(const TraceSet& traces, std::size_t lineWidth = 0);
/// The same as a document of schema kinetoscope.info/1. `range_ns` is job time.
[[nodiscard]] std::string writeInfoJson(const TraceSet& traces);
/// The same figures, one row a rank.
[[nodiscard]] Table infoTable(const TraceSet& traces);

} // namespace kinetoscope
