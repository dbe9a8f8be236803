// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/gpu/idle/idle_gaps.h"
#include "core/analysis/overview/idle/host_waits.h"
#include "core/analysis/overview/idle/idle_groups.h"
#include "core/analysis/overview/idle/profiler_frames.h"
#include "core/analysis/overview/idle/usual_launches.h"
#include "core/base/progress.h"

#include <optional>

namespace kinetoscope {

/// The ledger calls each short gap in front of work that was not queued a latency, also where no launch is in the file.
[[nodiscard]] inline bool isLaunchRecorded(const Trace& trace, SliceId work)
{
    return work.isValid() && trace.slices().partner[work.index()].isValid();
}

/// Tells which group pieces of idle time are of. Keeps references to all that it is given.
class GroupFinder {
public:
    GroupFinder(const RankTrace& rank, const IdleLedger& ledger, CallerNames& callers, PythonWaits& waits,
        const Progress& progress);

    struct Found {
        IdleGroup group = IdleGroup::HostBusy;
        bool isAfterProfiler = false; ///< outside of the profiler, which had waited for the GPU; then of its group
    };
    /// @param part  of `gap`.
    /// @param collective  that is the reason of it; invalid for none.
    /// @param areGraphsMade  meanwhile.
    /// O(slices around it that were not around the one asked for before), O(slices) for the first long gap.
    [[nodiscard]] Found of(const IdlePart& part, const IdleGap& gap, SliceId collective, bool areGraphsMade);

private:
    [[nodiscard]] IdleGroup byCause(const IdlePart& part, Nanoseconds gapLength);
    [[nodiscard]] bool mayBlame(SliceId call, Nanoseconds gapLength);
    [[nodiscard]] Nanoseconds longAfterSync();

    const Trace& m_trace;
    const BlockingCalls& m_blocking;
    PythonWaits& m_waits;
    const Progress& m_progress;
    ProfilerFrames m_profiler;
    UsualLaunches m_usualLaunches;
    std::optional<Nanoseconds> m_longAfterSync;
};

} // namespace kinetoscope
