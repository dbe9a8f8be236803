// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/idle/busy_host.h"

#include "core/analysis/overview/idle/other_python.h"
#include "core/base/vectors.h"
#include "core/numeric/intervals.h"

#include <algorithm>
#include <utility>

namespace kinetoscope {

BusyHost::BusyHost(const RankTrace& rank, const IdleLedger& ledger)
    : m_rank(rank)
    , m_trace(*rank.trace)
    , m_ledger(ledger)
    , m_inside(m_trace)
    , m_firstLaunches(m_trace, ledger.rules())
    , m_nodes(m_trace)
    , m_setUp(m_trace, ledger.rules())
    , m_mainThreads(mapped(ledger.mainThreads(), [this](TrackId each) { return &m_trace.track(each); }))
{
}

void BusyHost::add(const IdlePart& part)
{
    m_inside.add(part.owner, part.range.length());
    if (part.owner.isValid() && part.cause == Cause::Collective)
        m_setUp.add(part.owner, part.range.length());
    if (!part.owner.isValid() || (part.cause != Cause::Op && part.cause != Cause::Python))
        return;
    const TimeRange range { m_rank.toTraceTime(part.range.begin), m_rank.toTraceTime(part.range.end) };
    if (part.cause == Cause::Op)
        m_firstLaunches.add(part.owner, range);
    if (part.cause == Cause::Python ? isOfMainThreads(part.owner) : m_nodes.has(part.owner))
        appendJoined(m_inPython, range); // memory takes longer than this
}

void BusyHost::addAfterSync(const IdlePart& part)
{
    if (part.owner.isValid() && part.cause == Cause::Python && isOfMainThreads(part.owner))
        appendJoined(m_inPythonAfterSync, { m_rank.toTraceTime(part.range.begin), m_rank.toTraceTime(part.range.end) });
}

void BusyHost::addWait(const IdlePart& part)
{
    appendJoined(m_inWaits, { m_rank.toTraceTime(part.range.begin), m_rank.toTraceTime(part.range.end) });
}

void BusyHost::finish(IdleOf& busy, IdleOf& afterSync, IdleOf& waits, const TimeRange& view, const Progress& progress)
{
    m_inside.finish();
    if (!view.isEmpty())
        busy.inside = m_inside.innermost(busy.idle.time, m_ledger.mainThread(), view, progress);
    for (const auto& [op, time] : m_firstLaunches.loading(CauseThresholds {}.slowCall, progress)) {
        busy.loading = saturatingAdd(busy.loading, time);
        ++busy.loadingOps;
    }
    if (const CollectiveSetUp::Found setUp = m_setUp.found(CauseThresholds {}.slowCall, progress); setUp.time > 0)
        busy.setUp = { nameInSentence(m_trace.text(setUp.name)), {}, setUp.time };
    if (m_inPython.empty() && m_inPythonAfterSync.empty() && m_inWaits.empty())
        return;
    const OtherPython other = otherPythonOf(m_trace, m_ledger.mainThread(), progress);
    addOther(other, std::move(m_inPython), busy);
    addOther(other, std::move(m_inPythonAfterSync), afterSync);
    addOther(other, std::move(m_inWaits), waits);
}

void BusyHost::addOther(const OtherPython& other, std::vector<TimeRange> ranges, IdleOf& to) const
{
    std::pair<StringId, Nanoseconds> most { {}, 0 };
    to.otherPython.there = other.timeIn(unionOf(std::move(ranges)), most);
    to.inNamed = most.second;
    if (most.first.isValid())
        to.otherPython.name = nameInSentence(m_trace.text(most.first));
}

bool BusyHost::isOfMainThreads(SliceId slice) const
{
    return std::ranges::any_of(m_mainThreads, [slice](const Track* thread) {
        return slice.value - thread->firstSlice < thread->sliceCount; // below zero wraps
    });
}

} // namespace kinetoscope
