// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/gpu/idle/idle_sums.h"

#include "core/base/vectors.h"
#include "core/numeric/intervals.h"

#include <vector>

namespace kinetoscope {

StreamIdle measureStream(const RankIdle& idle, const IdleLine& line, const Progress& progress)
{
    StreamIdle stream { line, totalLength(idle.viewOf(line)), 0, totalLength(idle.otherStepsOf(line, progress)), {} };
    std::array<std::vector<Nanoseconds>, kIdleCauseCount> lengths;
    std::array<GapCounter, kIdleCauseCount> counters; // a window may have parts of some causes only
    const auto visit = [&](const IdleGap& gap) {
        eachPartOf(gap, [&](TimeRange part, IdleCause cause) {
            const std::size_t which = indexOf(cause);
            const bool isNext = counters[which].isNext(gap);
            stream.causes[which].add(part.length(), isNext);
            if (isNext)
                lengths[which].push_back(0);
            lengths[which].back() += part.length();
        });
        stream.idle = saturatingAdd(stream.idle, gap.range.length());
    };
    idle.eachGap(line, visit, progress);
    const auto toMicroseconds = [](Nanoseconds length) { return static_cast<double>(length) / 1000.0; };
    for (std::size_t i = 0; i < kIdleCauseCount && !progress.shouldStop(); ++i)
        stream.causes[i].lengths = describe(mapped(lengths[i], toMicroseconds));
    return stream;
}

std::int64_t endingStream(const RankIdle& idle, const IdleGap& gap)
{
    return gap.after.isValid() ? idle.trackOf(gap.after).stream : Track::kNoStream;
}

DeviceIdle measureDevice(const RankIdle& idle, const IdleLine& line, GapRanking& longest, const Progress& progress)
{
    DeviceIdle device { line, totalLength(idle.viewOf(line)), 0, totalLength(idle.otherStepsOf(line, progress)), {} };
    std::array<GapCounter, kIdleCauseCount> counters;
    const auto visit = [&](const IdleGap& gap) {
        if (gap.range.isEmpty())
            return; // streams side by side touch and overlap all the time: no gaps of the device
        eachPartOf(gap, [&](TimeRange part, IdleCause cause) {
            device.parts[{ cause, endingStream(idle, gap) }].add(part.length(), counters[indexOf(cause)].isNext(gap));
        });
        device.idle = saturatingAdd(device.idle, gap.range.length());
        longest.add(gap, line.device);
    };
    idle.eachGap(line, visit, progress);
    return device;
}

} // namespace kinetoscope
