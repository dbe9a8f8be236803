// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/builder/build_state.h"

namespace kinetoscope::builder {

/// Marks events whose `ts` cannot be right (kRawImplausibleTime): one wrong digit would stretch the recording over
/// years.
///
/// An event is set aside only if all of this holds, so that no recorded work can be:
/// - between it and the recording (the largest number of events without a hole of more than seven days between them)
///   are more than seven days without any event: no recording lasts so long, no clock runs so far off;
/// - events out there are few: at most a twentieth of all;
/// - the clock of its own place (pid, tid, stream) is proven: at least ten times as many of its events are in the
///   recording. A device on a clock of its own, or two recordings in one file, are kept as they are. A single event out
///   there has no place to compare with and is set aside.
///
/// Events keep their times and are drawn where they say; counters lose the sample. Before assignEvents. Two passes over
/// the times, the second only where the first found more than seven days.
void markImplausibleTimes(BuildState& state);

} // namespace kinetoscope::builder
