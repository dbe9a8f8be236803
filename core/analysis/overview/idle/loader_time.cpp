// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/idle/loader_time.h"

#include <optional>

namespace kinetoscope {

LoaderTime::LoaderTime(const Trace& trace, const CauseRules& rules)
    : m_trace(trace)
    , m_rules(rules)
    , m_workerStarts(trace, startsProcess)
    , m_withoutWorkers(trace, isLoaderWithoutWorkers, std::nullopt)
{
}

void LoaderTime::add(const IdlePart& part, IdleOf& to)
{
    if (m_workerStarts.has(part.owner))
        to.startingWorkers += part.range.length();
    if (m_withoutWorkers.has(part.owner))
        to.withoutWorkers += part.range.length();
}

void LoaderTime::finish(IdleOf& loading, const Progress& progress) const
{
    loading.startsWorkersAgain = loading.startingWorkers > 0
        && m_workerStarts.areInSeveral([this](SliceId start) { return iterationOf(start); }, progress);
}

/// The frame that makes an iterator of a data loader and holds another one, where that is the outermost one of the
/// loader; invalid for none.
SliceId LoaderTime::iterationOf(SliceId frame) const
{
    SliceId outermost;
    for (SliceId up = frame; up.isValid() && m_rules.of(up) == Cause::DataLoading;
         up = m_trace.slices().parent[up.index()])
        outermost = up;
    return outermost.isValid() && makesIterator(m_trace.name(outermost)) ? outermost : SliceId {};
}

} // namespace kinetoscope
