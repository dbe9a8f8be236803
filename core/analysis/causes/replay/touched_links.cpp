// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/replay/touched_links.h"

#include <algorithm>

namespace kinetoscope {

Selection touchedLinks(const PathRank& rank, std::span<const NamedChange> changes, const std::optional<Step>& step,
    const CauseThresholds& thresholds)
{
    const Progress none;
    const Trace& trace = *rank.rank.trace;
    PathWalk walk(trace, thresholds, rank.types, none);
    const PathWindow window = step ? walk.around({ &step->slice, 1 }).front() : walk.whole();
    const ChangeTargets targets(trace, changes);
    Selection selection;
    for (const PathLink& link : walk.links(window)) {
        if (targets.has(link.cause, link.owner))
            selection.intervals.push_back({ rank.index, link.place,
                { rank.rank.toJobTime(link.range.begin), rank.rank.toJobTime(link.range.end) } });
    }
    return selection;
}

} // namespace kinetoscope
