// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/quick_open/picker_model.h"
#include "core/base/ids.h"

#include <cstdint>
#include <vector>

namespace kinetoscope {

class TimelineScene;

/// A track of the timeline, folded away or not.
struct TrackEntry {
    std::uint32_t rank = 0; ///< position in TraceSet::ranks()
    TrackId track;
    PickerItem item; ///< name, rank and process or device, number of events
};

/// Every track of the open job in the order of the timeline. Empty without a job.
[[nodiscard]] std::vector<TrackEntry> tracksOf(const TimelineScene& scene);

} // namespace kinetoscope
