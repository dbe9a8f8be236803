// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/cause.h"

#include <array>

namespace kinetoscope {

std::string_view toString(Cause cause)
{
    static constexpr std::array<std::string_view, kCauseCount> kWords { "data_loading", "synchronisation",
        "memory_allocation", "graph", "code_loading", "profiler", "compilation", "launch", "copy_call", "other_call",
        "collective", "op", "python", "unrecorded", "launch_latency", "kernel_gap", "event_wait", "late_start",
        "unknown_launch", "compute", "communication", "copy", "other_work" };
    return kWords[static_cast<std::size_t>(cause)];
}

} // namespace kinetoscope
