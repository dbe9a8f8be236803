// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/overview/idle/copies_to_host.h"
#include "core/analysis/overview/idle/host_places.h"
#include "core/analysis/overview/idle/idle_groups.h"
#include "core/analysis/overview/idle/late_returns.h"
#include "core/analysis/overview/idle/time_inside.h"
#include "core/base/progress.h"

#include <cstdint>
#include <vector>

namespace kinetoscope {

/// Which waits for the GPU idle time comes after, IdleGroup::AfterSync. Keeps references to all that it is given.
class AfterWaits {
public:
    AfterWaits(const RankTrace& rank, const IdleLedger& ledger, CallerNames& callers);

    /// Adds to IdleOf::afterMemory and afterToHost. @param part  with a call that it is after.
    void add(const IdlePart& part, IdleOf& to);
    /// Fills IdleOf::after, afterInside, toHostBytes and lateReturn, when all is added. O(work log work) at most.
    /// @param view  trace time; empty for none.
    void finish(IdleOf& after, const TimeRange& view, const Progress& progress);

private:
    [[nodiscard]] bool isMemoryCall(SliceId call);

    const Trace& m_trace;
    TrackId m_mainThread;
    CallerNames& m_callers;
    TimeInside m_inside; ///< time after a call, in the functions that call it
    CopiesToHost m_copiesToHost;
    LateReturns m_lateReturns;
    enum class Known : std::uint8_t { Unasked, Memory, Other };
    std::vector<Known> m_names;          ///< by StringId; empty until the first is asked for
    SliceId m_call;                      ///< of the part before
    Nanoseconds* m_timeOfCall = nullptr; ///< in m_places
    TimeByPlace m_places;                ///< of the calls
};

} // namespace kinetoscope
