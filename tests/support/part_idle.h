// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace_set.h"

#include <memory>
#include <string>

namespace kinetoscope::tests {

/// Whether a trace that was cut out of a job invents idle time. For each rank of the part: the time from its first to
/// its last device work, and what of it is idle, must be what the whole has there; so must each device and stream of
/// it. Empty if they are, else a sentence.
[[nodiscard]] std::string inventedIdle(
    const std::shared_ptr<const TraceSet>& whole, const std::shared_ptr<const TraceSet>& part);

} // namespace kinetoscope::tests
