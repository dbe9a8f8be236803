// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/overview/idle/idle_groups.h"
#include "core/analysis/overview/idle/named_slices.h"
#include "core/analysis/overview/idle/retried_allocations.h"
#include "core/base/progress.h"

namespace kinetoscope {

/// What idle time in which the host allocates or frees memory, IdleGroup::Allocation, has to do with the cache of
/// PyTorch's allocator: emptied by the program, emptied to try again, or switched off. Keeps a reference to the trace.
class AllocationTime {
public:
    /// O(texts).
    explicit AllocationTime(const Trace& trace);

    /// Adds to IdleOf::emptyingCache, afterEmptied and retried; in the order of time.
    void add(const IdlePart& part, IdleOf& to);
    /// Fills IdleOf::ofDriver, when all is added. O(host slices) of many stretches.
    void finish(IdleOf& allocation, const Progress& progress) const;

private:
    const Trace& m_trace;
    NamedSlices m_emptiedCaches;
    RetriedAllocations m_retried;
};

} // namespace kinetoscope
