// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"
#include "core/model/trace_set.h"

namespace kinetoscope {

/// What was done to the clock of a rank, and how sure that is: "aligned by 1.50 ms (±1.30 us, 24 collectives)"; why it
/// cannot be compared with those of others. Empty where clocks were not measured.
[[nodiscard]] Message clockMessage(const RankTrace& rank);

/// The clocks of a job in a few words; empty where clocks were not measured.
[[nodiscard]] Message clocksMessage(const TraceSet& traces);

} // namespace kinetoscope
