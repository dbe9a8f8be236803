// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace.h"

#include <algorithm>
#include <string_view>

namespace kinetoscope {

/// The process that the autograd profiler's own export (EventList.export_chrome_trace) writes ops into, without a
/// category. A PyTorch without Kineto has no other export.
inline constexpr std::string_view kAutogradProfilerOps = "CPU functions";

/// Whether a file has such ops. Its format knows names, times and threads and nothing else. O(tracks).
[[nodiscard]] inline bool isOfAutogradProfiler(const Trace& trace)
{
    return std::ranges::any_of(trace.tracks(),
        [&trace](const Track& track) { return track.sliceCount > 0 && trace.text(track.pid) == kAutogradProfilerOps; });
}

} // namespace kinetoscope
