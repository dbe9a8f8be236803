// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/events/raw_event.h"

#include <cstddef>

namespace kinetoscope {

/// The fast path: reads one event object of the shape Kineto writes.
///
/// It accepts only what it is sure about and declines the rest: escapes or control bytes in a key or a text it wants,
/// bad UTF-8 anywhere, a key given twice, an odd number, nesting beyond the limit, counters and metadata (all of their
/// arguments are wanted), an object that is not complete in the buffer (ElementReader shows it no more than 64 KiB).
/// What it accepts is what the decoder (RapidJSON, the authority) would have read; a differential test and a fuzzer
/// hold the two together.
///
/// In values that nobody wants it looks only at quotes and brackets: to check the grammar of every list of shapes would
/// cost more than all the rest. So it accepts some events that the decoder mends by giving up all of `args`: a loss
/// that the event need not suffer. A number beyond a double, which RapidJSON refuses, it takes as the text that mending
/// makes of it. It never writes, never allocates, and reads at most kScanPadding bytes behind `end`.
///
/// @param begin  the '{' of an event
/// @param end    end of the text; kScanPadding readable bytes follow
/// @param maxDepth  greatest nesting inside the event
/// @return the byte behind the event's '}', or nullptr when declined (`event` then holds rubbish)
[[nodiscard]] const char* scanEvent(const char* begin, const char* end, std::size_t maxDepth, RawEvent& event);

} // namespace kinetoscope
