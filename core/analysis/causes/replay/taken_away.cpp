// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/replay/taken_away.h"

#include "core/analysis/causes/replay/applied_changes.h"
#include "core/analysis/causes/replay/recording.h"

#include <cstddef>

namespace kinetoscope {

TakenAway takenAway(
    const Recording& recording, const NameTypes& types, std::span<const NamedChange> changes, const Progress& progress)
{
    TakenAway taken;
    std::vector<NamedChange> ofPlaces;
    for (const NamedChange& each : changes) {
        if (each.kind == ChangeKind::In || each.kind == ChangeKind::Graph || each.kind == ChangeKind::Keep)
            ofPlaces.push_back(each);
    }
    if (ofPlaces.empty())
        return taken;
    const Change change = changeOf(recording, types, ofPlaces, progress);
    StopCheck check(progress);
    for (std::size_t i = 0; i < change.isGone.size() && !check.after(1); ++i) {
        const auto operation = static_cast<OperationNumber>(i);
        if (!change.isGone[i] || recording.kinds[i] == OperationKind::Begin)
            continue;
        TakenAway::Causes causes {};
        if (recording.kinds[i] == OperationKind::Run)
            recording.eachPartOf(operation, [&](const RunPart& part) { causes[part.cause()] = true; });
        else
            causes[static_cast<std::size_t>(recording.causes[i])] = true;
        const bool isOfLine0 = operation < recording.endOfLine0();
        for (std::size_t cause = 0; cause < kCauseCount; ++cause) {
            taken.causes[cause] = taken.causes[cause] || causes[cause];
            taken.ofLine0[cause] = taken.ofLine0[cause] || (causes[cause] && isOfLine0);
        }
        const TimeRange range { recording.beginOf(operation), recording.ends[i] };
        if (!isOfLine0 || range.isEmpty())
            continue;
        if (!taken.ranges.empty() && taken.ranges.back().end == range.begin)
            taken.ranges.back().end = range.end;
        else
            taken.ranges.push_back(range);
    }
    return taken;
}

} // namespace kinetoscope
