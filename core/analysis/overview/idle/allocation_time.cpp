// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/idle/allocation_time.h"

#include "core/analysis/overview/idle/uncached_allocations.h"

namespace kinetoscope {

AllocationTime::AllocationTime(const Trace& trace)
    : m_trace(trace)
    , m_emptiedCaches(trace, emptiesCache)
    , m_retried(trace)
{
}

void AllocationTime::add(const IdlePart& part, IdleOf& to)
{
    const Nanoseconds length = part.range.length();
    const bool isOwned = part.owner.isValid();
    if (m_emptiedCaches.has(part.owner))
        to.emptyingCache += length;
    else if (to.emptyingCache > 0 && isOwned && allocatesOnDevice(m_trace.name(part.owner)))
        to.afterEmptied += length;
    if (isOwned && m_retried.has(part.owner))
        to.retried += length;
}

void AllocationTime::finish(IdleOf& allocation, const Progress& progress) const
{
    constexpr std::size_t kManyStretches = 20;
    if (allocation.idle.count >= kManyStretches)
        allocation.ofDriver = driverAllocationOf(m_trace, progress);
}

} // namespace kinetoscope
