// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/overview/idle/idle_groups.h"
#include "core/analysis/overview/idle/named_slices.h"
#include "core/base/progress.h"

namespace kinetoscope {

/// What of idle time in data loaders, IdleGroup::DataLoading, is in loaders without worker processes, and what in
/// starting these. Keeps references to all that it is given.
class LoaderTime {
public:
    LoaderTime(const Trace& trace, const CauseRules& rules);

    /// Adds to IdleOf::startingWorkers and withoutWorkers.
    void add(const IdlePart& part, IdleOf& to);
    /// Fills IdleOf::startsWorkersAgain, when all is added. O(slices) where workers are started.
    void finish(IdleOf& loading, const Progress& progress) const;

private:
    [[nodiscard]] SliceId iterationOf(SliceId frame) const;

    const Trace& m_trace;
    const CauseRules& m_rules;
    NamedSlices m_workerStarts;
    NamedSlices m_withoutWorkers;
};

} // namespace kinetoscope
