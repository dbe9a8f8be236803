// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/text_reader.h"
#include "core/model/trace.h"

#include <vector>

namespace kinetoscope {

/// Reads PyTorch's raw memory timeline: a JSON array of `[time ns, action, bytes, category]`. Empty if the text is
/// anything else.
[[nodiscard]] std::vector<MemoryTimelineEntry> readMemoryTimeline(TextReader& reader, ImportReport& report);

} // namespace kinetoscope
