// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/owners/loading_doubts.h"
#include "core/analysis/causes/remarks/polling.h"
#include "core/analysis/causes/remarks/python_cost.h"
#include "core/analysis/causes/remarks/queue_waits.h"
#include "core/analysis/causes/remarks/slow_ops.h"
#include "core/analysis/causes/replay/changes.h"
#include "core/analysis/causes/work/repeated_launches.h"
#include "core/analysis/gpu/slipped_names.h"
#include "core/base/remark.h"
#include "core/model/trace_set.h"

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace kinetoscope {

/// What other threads do that the main one may wait for; only where much of the path was not recorded.
struct OtherThreads {
    /// Whether so much time of theirs is worth a sentence. @param wall  of the rank as recorded.
    [[nodiscard]] static bool isWorthSaying(Nanoseconds time, Nanoseconds wall) { return time > wall / 20; }

    Nanoseconds collectives = 0; ///< in which some run on them; 0 where no change is about what was not recorded
    StringId collective;         ///< name of one
    Nanoseconds anything = 0; ///< in which they do something while nothing was recorded of the main one; the same, and
                              ///< only where neither of the others is worth a sentence; 0 where it cannot be
    Nanoseconds calls = 0;    ///< callsOfOtherLaunchers()
};

/// Waiting of a rank about which the savings of changes say too much or too little; ns.
struct ReplayNotes {
    Nanoseconds waitsBeforeWork = 0;   ///< of synchronisations before the first recorded work
    bool isFirstCallAmongThem = false; ///< firstApiCall(): nothing tells that the GPU was in use before
    Nanoseconds otherWaits = 0;        ///< of those for which no recorded work was left
    Nanoseconds waitsForRoom = 0;      ///< of launch calls in front of a full queue; 0 where no change is about them
    QueueWaits queueWaits;             ///< no calls where no change is about GPU work or launch calls
    Nanoseconds beforeCopies = 0;      ///< of copy calls until their copy begins; the same
    Nanoseconds afterCopies = 0;       ///< of blocking copy calls behind their copies; 0 where no wait is taken away
    Nanoseconds afterWork = 0;         ///< of long synchronisations behind the work that they wait for; the same
    LoadingDoubts doubts;              ///< of calls on line 0; none where no change is about them
    Nanoseconds cpuCollectives = 0;    ///< in which one of a backend without kernels runs on a thread of the host
    OtherThreads others;
    StringId waitingWork; ///< of what a change of computation shortens, a name that only waits; invalid for none
    std::optional<SlippedNames> slippedNames;
    Nanoseconds lateStarts = 0;        ///< of the recorded path: event_wait and late_start, which a replay keeps
    Nanoseconds gapsOfLaunches = 0;    ///< of gaps that a replay keeps, as LaunchDelays has it; 0 where no change is
                                       ///< about what the host does
    std::size_t unlinked = 0;          ///< pieces of work without a launch
    std::size_t works = 0;             ///< all pieces of work
    std::size_t eventWaits = 0;        ///< calls that make one of several streams wait for work that no row names
    Nanoseconds pythonWaits = 0;       ///< of the main thread, in frames that only wait; the same
    std::optional<CostlyFrame> costly; ///< of the main thread; the same
    bool isPythonInPlaces = false;     ///< no change names these two: the first is what a change takes away of it by
                                       ///< where it is, the second is there where that is some of the frame, too
    std::size_t graphWorks = 0;        ///< of RepeatedLaunches::most, where a change launches graphs; 0: none
    std::size_t graphTimes = 0;
    bool isGraphMost = false; ///< RepeatedLaunches::isMost
    RepeatedGrids graphGrids = RepeatedGrids::Unknown;
    std::size_t singleWorks = 0;    ///< of RepeatedLaunches::single, where a change launches that as graphs; 0: none
    std::optional<Polling> polling; ///< of the main thread
    std::optional<SlowOps> slowOps; ///< nothing where no change is about ops
};

/// Whether time of each cause, by Cause, of the main thread and its backward threads changes: itself, or because of
/// what is around it, or because the host does nothing while a graph launches. O(operations). Not complete if told to
/// stop.
/// @param changes  none: the standard ones, which have all causes.
[[nodiscard]] std::array<bool, kCauseCount> changedCauses(
    const Recording& recording, const NameTypes& types, std::span<const NamedChange> changes, const Progress& progress);

/// @param changes  none: the standard ones.
/// @param windows  what savings are looked at of, trace time: whether ops are slow is asked of these.
/// O(slices + blocking calls). Not complete if told to stop.
[[nodiscard]] ReplayNotes notesOf(const Recording& recording, const NameTypes& types,
    std::span<const NamedChange> changes, std::vector<TimeRange> windows, const Progress& progress);

} // namespace kinetoscope
