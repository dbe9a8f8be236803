// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/gpu/first_moment.h"

#include <algorithm>

namespace kinetoscope {

Timestamp firstMomentOf(const Trace& trace)
{
    const SliceTable& slices = trace.slices();
    Timestamp first = kMaxTimestamp;
    for (const Track& track : trace.tracks()) {
        for (std::uint32_t row = track.firstSlice; row < track.endSlice() && slices.start[row] < first; ++row) {
            const bool counts = isHostCallTree(slices.kind[row]) || isGpuWork(slices.kind[row]);
            if (counts && slices.isSound(SliceTable::at(row)))
                first = slices.start[row];
        }
    }
    return first;
}

} // namespace kinetoscope
