// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/gpu/idle_sums.h"

#include "core/numeric/intervals.h"

#include <vector>

namespace kinetoscope {

StreamIdle measureStream(const RankIdle& idle, const IdleLine& line, const Progress& progress)
{
    StreamIdle stream { line, totalLength(idle.viewOf(line)), 0, totalLength(idle.otherStepsOf(line, progress)), {} };
    std::array<std::vector<double>, kIdleCauseCount> lengths;
    const auto visit = [&](TimeRange part, IdleCause cause) {
        const Nanoseconds length = part.length();
        stream.causes[indexOf(cause)].add(length);
        stream.idle = saturatingAdd(stream.idle, length);
        lengths[indexOf(cause)].push_back(static_cast<double>(length) / 1000.0);
    };
    idle.eachPart(line, visit, progress);
    for (std::size_t i = 0; i < kIdleCauseCount && !progress.shouldStop(); ++i)
        stream.causes[i].lengths = describe(lengths[i]);
    return stream;
}

std::int64_t endingStream(const RankIdle& idle, const IdleGap& gap)
{
    return gap.after.isValid() ? idle.trackOf(gap.after).stream : Track::kNoStream;
}

DeviceIdle measureDevice(const RankIdle& idle, const IdleLine& line, GapRanking& longest, const Progress& progress)
{
    DeviceIdle device { line, totalLength(idle.viewOf(line)), 0, totalLength(idle.otherStepsOf(line, progress)), {} };
    const auto visit = [&](const IdleGap& gap) {
        if (gap.range.isEmpty())
            return; // streams side by side touch and overlap all the time: no gaps of the device
        eachPartOf(gap, [&](TimeRange part, IdleCause cause) {
            device.parts[{ cause, endingStream(idle, gap) }].add(part.length());
        });
        device.idle = saturatingAdd(device.idle, gap.range.length());
        longest.add(gap, line.device);
    };
    idle.eachGap(line, visit, progress);
    return device;
}

} // namespace kinetoscope
