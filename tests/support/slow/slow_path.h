// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/slow/slow_causes.h"

#include <optional>
#include <vector>

namespace kinetoscope::tests {

/// What a walk covers and where it starts; trace time.
struct SlowWindow {
    TimeRange range;
    SliceId work; ///< it starts there; invalid: on the thread
    TrackId thread;
};

[[nodiscard]] SlowWindow slowWholeWindow(const SlowCauses& causes);
/// A host annotation with the work launched in it.
[[nodiscard]] SlowWindow slowWindowAround(const SlowCauses& causes, SliceId annotation);
/// The links of a window in time order (causes.md section 3); empty ones are left out.
[[nodiscard]] std::vector<SlowStretch> slowPath(const SlowCauses& causes, const SlowWindow& window);

} // namespace kinetoscope::tests
