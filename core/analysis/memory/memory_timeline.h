// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"

namespace kinetoscope {

/// "How much memory is in use, and who asked for it at the peak?" (SPEC.md 15.2). Tables `series` and `peaks`, from
/// the `[memory]` instants of traces or from raw memory timeline files. A result has only the columns that its source
/// can fill.
[[nodiscard]] AnalysisDescriptor memoryTimeline();

inline constexpr const char* kMemorySeriesTitle = "Memory in use over time";

} // namespace kinetoscope
