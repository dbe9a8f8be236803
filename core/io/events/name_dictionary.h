// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/events/event_text_source.h"
#include "core/model/trace_builder.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kinetoscope {

/// The spans of the profiler: complete events of this process whose name holds that.
inline constexpr std::string_view kSpanProcess = "Spans";
inline constexpr std::string_view kProfilerSpanName = "PyTorch Profiler";

/// Numbers and the names they stand for, as the args of one event hold them, in their order; nothing if these are no
/// dictionary (a number for each key, a text for each value, at least one).
[[nodiscard]] std::vector<std::pair<std::string, std::string>> readNameDictionary(std::string_view eventJson);

/// Gives the complete events of an overlaid trace their names again. Such a trace (HTA's, or `export sequences`) has
/// numbers for the names of events outside of its patterns, and a dictionary in the args of the profiler's span: the X
/// event of process "Spans" whose name holds "PyTorch Profiler" and whose args are numbers with texts, nothing else.
///
/// Reads that one event again; does nothing to other traces. O(events) where the file has such a span.
void applyNameDictionary(ParsedEvents& parsed, const EventTextSource& texts);

} // namespace kinetoscope
