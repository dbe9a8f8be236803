// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/slow/slow_causes.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace kinetoscope::tests {

/// A part of a gap of a device.
struct SlowIdlePart {
    std::int64_t device = 0;
    std::size_t gap = 0; ///< which of the device's gaps
    SlowStretch part;
};

/// What is asked about; trace time.
struct SlowIdleScope {
    std::optional<TimeRange> range;
    std::optional<Step> step;
};

/// Whose the idle time of each device is (causes.md section 2), gap after gap, each explained as a whole and then cut
/// to the window. Neighbours of one cause, owner and call are one part.
[[nodiscard]] std::vector<SlowIdlePart> slowIdleParts(const SlowCauses& causes, const SlowIdleScope& scope);

} // namespace kinetoscope::tests
