// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/health/left_out_work.h"

#include <cstdint>

namespace kinetoscope {

Message leftOutWork(const Trace& trace)
{
    const SliceTable& slices = trace.slices();
    std::uint64_t unsound = 0;
    for (const Track& track : trace.tracks()) {
        if (!track.isDeviceSide())
            continue;
        for (std::uint32_t row = track.firstSlice; row < track.endSlice(); ++row)
            unsound += isGpuWork(slices.kind[row]) && !slices.isSound(SliceTable::at(row)) ? 1 : 0;
    }
    const std::uint64_t untimed = trace.report().entry(Problem::MissingTimestamp).count;
    const Message without { KT_PLURAL("trace-health",
                                "%1 event of the file has no time that can be read, which may be work of the GPU",
                                "%1 events of the file have no time that can be read, which may be work of the GPU"),
        arg::Count { untimed } };
    const Message work { KT_PLURAL("trace-health",
                             "%1 GPU activity has a time or duration that is missing or cannot be right",
                             "%1 GPU activities have a time or duration that is missing or cannot be right"),
        arg::Count { unsound } };
    if (unsound > 0 && untimed > 0)
        return { KT_PHRASE("trace-health",
                     "%1, and %2: such work is left out, and while it ran the GPU counts as idle in causes, paths and "
                     "replays."),
            work, without };
    if (unsound == 0 && untimed == 0)
        return {};
    return { KT_PHRASE("trace-health",
                 "%1: such work is left out, and while it ran the GPU counts as idle in causes, paths and replays."),
        unsound > 0 ? work : without };
}

} // namespace kinetoscope
