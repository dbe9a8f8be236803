// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/cause.h"
#include "core/analysis/causes/replay/changes.h"
#include "core/base/nanoseconds.h"
#include "core/base/progress.h"

#include <array>
#include <span>
#include <vector>

namespace kinetoscope {

class NameTypes;
class Recording;

/// Host time that changes take away because of what is around it, or because the host does nothing while a graph
/// launches.
struct TakenAway {
    using Causes = std::array<bool, kCauseCount>;
    Causes causes {};              ///< whether there is such time, of any thread
    Causes ofLine0 {};             ///< of the main thread and its backward threads
    std::vector<TimeRange> ranges; ///< of these, trace time, disjoint and ascending
};

/// O(operations) where a change takes such time away. Not complete if told to stop.
[[nodiscard]] TakenAway takenAway(
    const Recording& recording, const NameTypes& types, std::span<const NamedChange> changes, const Progress& progress);

} // namespace kinetoscope
