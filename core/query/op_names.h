// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/model/trace_set.h"

#include <string>
#include <vector>

namespace kinetoscope {

/// The distinct names of the host ops of a job, sorted by their bytes: what somebody may choose an op from. O(slices),
/// one look at the stop flag every few thousand. Cancelled if asked to stop.
[[nodiscard]] Result<std::vector<std::string>> opNames(const TraceSet& traces, const Progress& progress);

/// The names of all slices of a trace, ascending: the set that display names are made of, tables and timeline alike, so
/// that both show the same. O(slices); any thread.
[[nodiscard]] std::vector<StringId> sliceNames(const Trace& trace);

} // namespace kinetoscope
