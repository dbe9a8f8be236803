// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/path/path_walk.h"
#include "core/analysis/causes/replay/replay.h"
#include "core/analysis/causes/replay/step_walls.h"
#include "core/analysis/causes/replay/work_causes.h"

namespace kinetoscope {

/// By cause, the time of a replay's critical path that is spent in it. Together the replayed wall time.
using CriticalTimes = TimesByCause;

/// What is critical in a replay: walked backward from what ends last, at each operation and each piece of work to what
/// held it up in the replay, not in the recording. Of equal ones the one that was ready last, as on the recorded path.
/// O(operations + work of the path). Not complete if told to stop.
/// @param causes  of the same recording.
[[nodiscard]] CriticalTimes criticalTimesOf(const Recording& recording, const Change& change, const Replay& replay,
    const WorkCauses& causes, const Progress& progress);
/// The same of one step, as StepWalls says for this replay; together its wall time.
[[nodiscard]] CriticalTimes criticalTimesOf(const Recording& recording, const Change& change, const Replay& replay,
    const WorkCauses& causes, const StepWindow& step, const Progress& progress);

} // namespace kinetoscope
