// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace.h"

#include <cstdint>
#include <optional>

namespace kinetoscope {

/// The launches of two pieces of GPU work that follow each other on a stream.
struct LaunchPair {
    SliceId earlier;
    SliceId later;
};

/// Those of `work` and of what ran before it on its stream; nothing where it is no GPU work or the first of its stream,
/// and where one of the launches is not known. O(slices of the stream between the two, which are no work).
[[nodiscard]] inline std::optional<LaunchPair> launchesUpTo(const Trace& trace, SliceId work)
{
    if (!work.isValid() || !isGpuWork(trace.kind(work)))
        return std::nullopt;
    const SliceTable& slices = trace.slices();
    const std::uint32_t first = trace.track(trace.trackOf(work)).firstSlice;
    std::size_t row = work.index();
    do {
        if (row == first)
            return std::nullopt;
        --row;
    } while (!isGpuWork(slices.kind[row]));
    const LaunchPair pair { slices.partner[row], slices.partner[work.index()] };
    return pair.earlier.isValid() && pair.later.isValid() ? std::optional(pair) : std::nullopt;
}

} // namespace kinetoscope
