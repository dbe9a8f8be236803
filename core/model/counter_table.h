// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"
#include "core/base/nanoseconds.h"

#include <vector>

namespace kinetoscope {

/// All counter samples of a trace as columns, contiguous per counter track and sorted by (time, event index). A sample
/// holds until the next one of its track; a gap in the data is a gap, never a zero. Values are doubles as written
/// (bytes stay exact to 2^53).
struct CounterTable {
    std::vector<Timestamp> time;
    std::vector<double> value;
    std::vector<EventIndex> eventIndex;

    [[nodiscard]] std::size_t size() const { return time.size(); }
};

} // namespace kinetoscope
