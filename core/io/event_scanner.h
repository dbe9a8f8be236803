// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/raw_event.h"

#include <cstddef>

namespace kinetoscope {

/// The fast path: reads one event object of the shape Kineto writes.
///
/// It accepts only what it is sure about and declines the rest: escapes, control bytes or bad UTF-8 in a text it wants,
/// a key given twice, an odd number, nesting beyond the limit, an object that is not complete in the buffer. What it
/// accepts is what the decoder (RapidJSON, the authority) would have read; a differential test holds the two together.
/// It never writes, never allocates, and reads at most kScanPadding bytes behind `end`.
///
/// @param begin  the '{' of an event
/// @param end    end of the text; kScanPadding readable bytes follow
/// @param maxDepth  greatest nesting inside the event
/// @return the byte behind the event's '}', or nullptr when declined (`event` then holds rubbish)
[[nodiscard]] const char* scanEvent(const char* begin, const char* end, std::size_t maxDepth, RawEvent& event);

} // namespace kinetoscope
