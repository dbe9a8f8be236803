// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/one_off_time.h"

#include "core/analysis/causes/path/first_launches.h"
#include "core/analysis/causes/path/path_parts.h"
#include "core/analysis/causes/replay/recording.h"
#include "core/analysis/causes/work/call_names.h"

#include <map>

namespace kinetoscope {

OneOffTime oneOffTime(
    const Recording& recording, std::span<const TimeRange> windows, Nanoseconds slowCall, const Progress& progress)
{
    OneOffTime found;
    ThreadLines lines = recording.parts()->lines(); // where they are gone through is forgotten again
    if (!lines.mainThread().isValid() || recording.works().size() == 0)
        return found;
    const Timestamp firstWork = recording.works().startOf(0);
    const auto op = static_cast<std::size_t>(Cause::Op);
    const StringId sleep = recording.trace().strings().find(kSleepFrame);
    FirstLaunches firsts(recording.trace(), recording.rules());
    std::map<SliceId, Nanoseconds> early; // of what `found` has: of ops that may load code
    for (const TimeRange& window : windows) {
        if (progress.shouldStop()) // a step alone may be too short for a look in it
            return {};
        lines.eachSegment({ LineId::Kind::Main, lines.mainThread() }, window, [&](const LineSegment& segment) {
            const SliceId owner = segment.owner;
            if (sleep.isValid() && owner.isValid() && recording.trace().slices().name[owner.index()] == sleep)
                return; // takes as long as it did
            recording.rules().split(segment, [&](TimeRange range, Cause cause) {
                const bool mayLoad = cause == Cause::Op && firsts.add(segment.owner, range);
                const Nanoseconds time = range.clippedTo({ kMinTimestamp, firstWork }).length();
                if (time <= 0)
                    return;
                found.beforeWork[static_cast<std::size_t>(cause)] += time;
                if (mayLoad)
                    early[segment.owner] += time;
            });
        });
    }
    for (const auto& [slice, time] : firsts.loading(slowCall, progress)) {
        found.loading = saturatingAdd(found.loading, time);
        found.beforeWork[op] -= early[slice];
    }
    return found;
}

bool isHostTwiceAsFast(const NamedChange& change)
{
    return change.kind == ChangeKind::Host && change.factorText == "0.5";
}

OneOffSaving savingOf(std::span<const NamedChange> changes, const OneOffTime& time)
{
    OneOffSaving saving;
    for (std::size_t i = 0; isHostCause(static_cast<Cause>(i)); ++i) {
        const auto cause = static_cast<Cause>(i);
        for (const NamedChange& change : changes) {
            if (!isHostTwiceAsFast(change) || change.target != toString(cause))
                continue;
            saving.beforeWork = saturatingAdd(saving.beforeWork, time.beforeWork[i] / 2);
            saving.loading = cause == Cause::Op ? time.loading / 2 : saving.loading;
        }
    }
    return saving;
}

} // namespace kinetoscope
