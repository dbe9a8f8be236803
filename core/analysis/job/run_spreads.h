// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/job/straggler_vote.h"
#include "core/base/nanoseconds.h"

#include <algorithm>
#include <vector>

namespace kinetoscope {

/// From the first to the last start of a collective's runs, and end.
struct Spreads {
    Nanoseconds starts = 0;
    Nanoseconds ends = 0;
};
[[nodiscard]] inline Spreads spreadsOf(const std::vector<CollectiveRun<Nanoseconds>>& runs)
{
    TimeRange starts { kMaxTimestamp, kMinTimestamp };
    TimeRange ends { kMaxTimestamp, kMinTimestamp };
    for (const CollectiveRun<Nanoseconds>& run : runs) {
        const Timestamp end = saturatingAdd(run.start, run.duration);
        starts = { std::min(starts.begin, run.start), std::max(starts.end, run.start) };
        ends = { std::min(ends.begin, end), std::max(ends.end, end) };
    }
    return { starts.length(), ends.length() };
}

/// Whether starts of different ranks can be compared. Ranks leave a collective at nearly the same time: where the ends
/// lie half as far apart as the starts, or further, so may the starts whoever came last. Clocks may differ, or the runs
/// end apart for another reason.
[[nodiscard]] inline bool clocksTell(const std::vector<CollectiveRun<Nanoseconds>>& runs)
{
    const Spreads spreads = spreadsOf(runs);
    return spreads.ends < spreads.starts / 2;
}

} // namespace kinetoscope
