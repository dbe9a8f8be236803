// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/memory/memory_records.h"
#include "core/base/message.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// What one op asked for, and is held at a peak.
struct HeldByOp {
    std::string_view op; ///< the outermost one around, of the trace; "" for none
    std::int64_t bytes = 0;
    std::int64_t largest = 0;     ///< of one allocation; bytes
    std::vector<SliceId> records; ///< of the allocations, by time
};

/// Which ops asked for what is held at a peak, most bytes first; nothing where the records tell no addresses, and of
/// what was allocated before the records.
/// @param records  by time; to `peak`, one of them. O(records * (tracks + depth)).
[[nodiscard]] std::vector<HeldByOp> heldAt(
    const std::vector<MemoryRecord>& records, const MemoryRecord& peak, const Trace& trace);

/// The same as a sentence: "aten::conv2d (40.1 MB), aten::add (2 MB)", those that hold most; empty where no op is known
/// of any.
[[nodiscard]] Message heldInWords(const std::vector<HeldByOp>& held, const MemoryRecord& peak, const arg::Text& device);

} // namespace kinetoscope
