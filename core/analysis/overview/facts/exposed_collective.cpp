// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/facts/exposed_collective.h"

#include "core/analysis/gpu/overlap/overlap_times.h"
#include "core/numeric/intervals.h"

#include <map>
#include <string_view>
#include <utility>

namespace kinetoscope {

ExposedCollective exposedCollectiveOf(
    const Trace& trace, const RankGpuWork& work, const std::vector<TimeRange>& exposed, const Progress& progress)
{
    if (exposed.empty())
        return {};
    std::map<std::string_view, std::vector<TimeRange>> byName;
    StopCheck check(progress);
    for (const GpuWorkRow& row : work.rows) {
        if (check.after(1))
            return {};
        if (isCommunication(row))
            byName[collectiveText(trace, overlapCollectiveOf(trace, row.slice))].push_back(row.range);
    }
    ExposedCollective most;
    for (auto& [name, ranges] : byName) {
        const Nanoseconds time = totalLength(intersectionOf(unionOf(std::move(ranges), progress), exposed, progress));
        if (time > most.time)
            most = { std::string(name), time };
    }
    return most;
}

} // namespace kinetoscope
