// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace.h"
#include "core/model/track.h"

namespace kinetoscope {

/// Whether a track has the profiler's own work: nothing that the program did.
[[nodiscard]] inline bool isOverheadTrack(const Track& track)
{
    return track.name == kOverheadTrackName;
}

/// Whether that is in no process: for CUPTI's own work Kineto writes -1.
[[nodiscard]] inline bool isOverheadOfNoProcess(const Trace& trace, const Track& track)
{
    return isOverheadTrack(track) && track.processName.empty() && trace.text(track.pid) == "-1";
}

} // namespace kinetoscope
