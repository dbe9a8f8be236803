// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/kinds/pattern_occurrences.h"

namespace kinetoscope {

/// Complete events and names of threads that show each pattern as a lane of its own: "A" below the process of its ops,
/// from start to end of the op, and below that of its kernels, from the first kernel's start to the last one's end.
/// Occurrences that overlap get further lanes. Text with kEventSeparator between events.
/// @param count  gets the number of events.
[[nodiscard]] std::string patternLanes(const Trace& trace, const RankPatterns& patterns, std::uint64_t& count);

} // namespace kinetoscope
