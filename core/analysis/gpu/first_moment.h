// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace.h"

namespace kinetoscope {

/// The start of a trace's first host slice or GPU work, trace time; kMaxTimestamp where it has neither. The gap before
/// the first work of a device begins there (causes.md section 2): what was before is not known. Corrupt durations are
/// left out. O(tracks), and the rows of a track before its first such slice.
[[nodiscard]] Timestamp firstMomentOf(const Trace& trace);

} // namespace kinetoscope
