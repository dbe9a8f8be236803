// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/idle/after_waits.h"

#include "core/analysis/causes/work/call_names.h"

namespace kinetoscope {

AfterWaits::AfterWaits(const RankTrace& rank, const IdleLedger& ledger, CallerNames& callers)
    : m_trace(*rank.trace)
    , m_mainThread(ledger.mainThread())
    , m_callers(callers)
    , m_inside(m_trace, TimeInside::Of::PythonFunctions)
    , m_copiesToHost(m_trace)
    , m_lateReturns(rank, ledger)
{
}

void AfterWaits::add(const IdlePart& part, IdleOf& to)
{
    const Nanoseconds length = part.range.length();
    if (isMemoryCall(part.afterCall))
        to.afterMemory += length;
    if (m_copiesToHost.isAwaitedBy(part.afterCall))
        to.afterToHost += length;
    if (part.afterCall != m_call) {
        m_call = part.afterCall;
        m_timeOfCall = &m_places[m_callers.of(m_call)];
    }
    *m_timeOfCall += length;
    m_inside.add(m_call, length);
    if (part.cause == Cause::Synchronisation)
        m_lateReturns.add(part);
}

void AfterWaits::finish(IdleOf& after, const TimeRange& view, const Progress& progress)
{
    after.after = mainPlaceOf(m_trace, m_places, after.idle.time);
    m_inside.finish();
    if (after.idle.time > 0 && !view.isEmpty())
        after.afterInside = m_inside.innermost(after.idle.time, m_mainThread, view, progress);
    const auto leastSaid = static_cast<Nanoseconds>(kLeastShareSaid * static_cast<double>(after.idle.time));
    after.toHostBytes = m_copiesToHost.averageBytes();
    after.lateReturn = m_lateReturns.time(leastSaid, progress);
}

bool AfterWaits::isMemoryCall(SliceId call)
{
    if (m_names.empty())
        m_names.resize(m_trace.strings().size());
    Known& known = m_names[m_trace.slices().name[call.index()].index()];
    if (known == Known::Unasked)
        known = callNameOf(m_trace.name(call)) == CallName::Allocation ? Known::Memory : Known::Other;
    return known == Known::Memory;
}

} // namespace kinetoscope
