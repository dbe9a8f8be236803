// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace.h"

#include <string>

namespace kinetoscope::tests {

/// What PyTorch's key_averages() makes of the events of a trace, as slow and obvious as it gets: the tree from
/// intervals alone, the work from the ops that contain its launch in time. Rows `name kind count self total deviceSelf
/// deviceTotal` in microseconds, sorted as texts. For slices that nest without the tolerance of the tree, and times
/// that are sound; shares no code with the product besides the loaded columns and how a number is written.
[[nodiscard]] std::string slowKeyAverages(const Trace& trace);

/// The lines of a text in order.
[[nodiscard]] std::string sortedLines(const std::string& text);

} // namespace kinetoscope::tests
