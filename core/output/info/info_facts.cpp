// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/info/info_facts.h"

#include <algorithm>
#include <set>

namespace kinetoscope {

std::vector<std::int64_t> stepNumbersOf(const Trace& trace)
{
    std::set<std::int64_t> numbers;
    for (const Step& step : trace.steps())
        numbers.insert(step.number);
    return { numbers.begin(), numbers.end() };
}

std::vector<DeviceProperties> devicesOf(const Trace& trace)
{
    std::vector<DeviceProperties> devices = trace.metadata().devices;
    std::set<std::int64_t> withWork;
    for (const Track& track : trace.tracks()) {
        if (track.kind == TrackKind::Stream && track.device >= 0) // a device named by a text has no id
            withWork.insert(track.device);
    }
    for (const std::int64_t id : withWork) {
        if (std::ranges::none_of(devices, [id](const DeviceProperties& device) { return device.id == id; })) {
            devices.push_back({ .id = id });
        }
    }
    return devices;
}

TimeRange jobRange(const RankTrace& rank)
{
    return rank.toJobTime(rank.readsFrom() != nullptr ? rank.readsFrom()->meta.range : rank.trace->range());
}

} // namespace kinetoscope
