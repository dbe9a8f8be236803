// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/busy_devices.h"

#include <algorithm>

namespace kinetoscope::tests {

BusyDevices::BusyDevices(const RankTrace& rank)
{
    const Trace& trace = *rank.trace;
    std::map<std::int64_t, std::vector<TimeRange>> work;
    for (std::size_t row = 0; row < trace.slices().size(); ++row) {
        const SliceId slice = SliceTable::at(row);
        if (isGpuWork(trace.kind(slice)) && trace.slices().isSound(slice))
            work[trace.track(trace.trackOf(slice)).device].push_back(rank.jobRange(slice));
    }
    for (auto& [device, ranges] : work) {
        std::ranges::sort(ranges, {}, &TimeRange::begin);
        std::vector<TimeRange>& busy = m_all[device];
        for (const TimeRange& range : ranges) {
            if (!busy.empty() && range.begin <= busy.back().end)
                busy.back().end = std::max(busy.back().end, range.end);
            else
                busy.push_back(range);
        }
    }
}

Nanoseconds busyTimeIn(const std::vector<TimeRange>& busy, const TimeRange& window)
{
    Nanoseconds sum = 0;
    for (const TimeRange& range : busy)
        sum += std::max<Nanoseconds>(0, std::min(range.end, window.end) - std::max(range.begin, window.begin));
    return sum;
}

} // namespace kinetoscope::tests
