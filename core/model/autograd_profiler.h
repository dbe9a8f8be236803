// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace.h"

#include <algorithm>
#include <string_view>

namespace kinetoscope {

/// The process that PyTorch's autograd profiler writes ops into, without a category: where torch.autograd.profiler is
/// used, or a PyTorch has no Kineto.
inline constexpr std::string_view kAutogradProfilerOps = "CPU functions";

/// Whether a file has such ops. Its format knows names, times and threads and nothing else. O(tracks).
[[nodiscard]] inline bool isOfAutogradProfiler(const Trace& trace)
{
    return std::ranges::any_of(trace.tracks(),
        [&trace](const Track& track) { return track.sliceCount > 0 && trace.text(track.pid) == kAutogradProfilerOps; });
}

} // namespace kinetoscope
