// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/remarks/first_call.h"

namespace kinetoscope {

SliceId firstApiCall(const Trace& trace)
{
    const SliceTable& slices = trace.slices();
    SliceId first;
    for (const Track& track : trace.tracks()) {
        if (track.kind != TrackKind::HostThread)
            continue;
        for (std::uint32_t row = track.firstSlice; row < track.endSlice(); ++row) { // in order of their starts
            if (first.isValid() && slices.start[row] >= slices.start[first.index()])
                break;
            if (isApiCall(slices.kind[row]) && slices.isSound(SliceTable::at(row))) {
                first = SliceTable::at(row);
                break;
            }
        }
    }
    return first;
}

} // namespace kinetoscope
