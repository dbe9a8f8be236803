// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/event_text_source.h"
#include "core/model/trace_builder.h"

namespace kinetoscope {

/// Gives the complete events of an overlaid trace their names again. Such a trace (HTA's, or `export sequences`) has
/// numbers for the names of events outside of its patterns, and a dictionary in the args of the profiler's span: the X
/// event of process "Spans" whose name holds "PyTorch Profiler" and whose args are numbers with texts, nothing else.
///
/// Reads that one event again; does nothing to other traces. O(events) where the file has such a span.
void applyNameDictionary(ParsedEvents& parsed, const EventTextSource& texts);

} // namespace kinetoscope
