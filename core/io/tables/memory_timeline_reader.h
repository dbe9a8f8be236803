// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/bytes/text_reader.h"
#include "core/model/trace.h"
#include "core/model/trace_builder.h"

#include <span>
#include <vector>

namespace kinetoscope {

/// Reads PyTorch's raw memory timeline: a JSON array of `[time ns, action, bytes, category]`. Empty if the text is
/// anything else.
[[nodiscard]] std::vector<MemoryTimelineEntry> readMemoryTimeline(TextReader& reader, ImportReport& report);

/// The same as samples of counters: what is in use over time in all, and in each category that ever holds anything.
[[nodiscard]] ParsedEvents memorySamples(std::span<const MemoryTimelineEntry> entries);

} // namespace kinetoscope
