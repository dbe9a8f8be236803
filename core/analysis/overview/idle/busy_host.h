// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/path/first_launches.h"
#include "core/analysis/overview/idle/collective_set_up.h"
#include "core/analysis/overview/idle/idle_groups.h"
#include "core/analysis/overview/idle/other_python.h"
#include "core/analysis/overview/idle/python_nodes.h"
#include "core/analysis/overview/idle/time_inside.h"
#include "core/base/progress.h"

#include <vector>

namespace kinetoscope {

/// What the host does in idle time of IdleGroup::HostBusy, which has no cause of its own. Keeps references to all that
/// it is given.
class BusyHost {
public:
    BusyHost(const RankTrace& rank, const IdleLedger& ledger);

    /// In any order, though that of time is faster. O(slices around it that were not around the one before).
    void add(const IdlePart& part);
    /// Time of IdleGroup::AfterSync; the same.
    void addAfterSync(const IdlePart& part);
    /// Time of IdleGroup::PythonWait; the same.
    void addWait(const IdlePart& part);
    /// Fills IdleOf::inside, loading, loadingOps, setUp, otherPython and inNamed, when all is added. O(slices) at most.
    /// @param afterSync, waits  of IdleGroup::AfterSync and PythonWait: of these only otherPython and inNamed are
    /// filled.
    /// @param view   trace time; empty for none.
    void finish(IdleOf& busy, IdleOf& afterSync, IdleOf& waits, const TimeRange& view, const Progress& progress);

private:
    void addOther(const OtherPython& other, std::vector<TimeRange> ranges, IdleOf& to) const;
    [[nodiscard]] bool isOfMainThreads(SliceId slice) const;

    const RankTrace& m_rank;
    const Trace& m_trace;
    const IdleLedger& m_ledger;
    TimeInside m_inside;
    FirstLaunches m_firstLaunches;
    PythonNodes m_nodes;
    CollectiveSetUp m_setUp;
    std::vector<const Track*> m_mainThreads; ///< with the backward threads
    std::vector<TimeRange> m_inPython;       ///< trace time; where the host holds the interpreter's lock
    std::vector<TimeRange> m_inPythonAfterSync;
    std::vector<TimeRange> m_inWaits; ///< the same; where it waits in Python
};

} // namespace kinetoscope
