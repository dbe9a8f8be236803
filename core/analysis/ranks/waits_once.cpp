// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/ranks/waits_once.h"

#include <algorithm>
#include <iterator>

namespace kinetoscope {

namespace {

/// Puts `range` in, and calls `visit` for the stretches of it that were not there.
/// @param ends  of disjoint stretches, by their begins.
template <typename Visit> void include(std::map<Timestamp, Timestamp>& ends, TimeRange range, Visit visit)
{
    auto next = ends.upper_bound(range.begin);
    TimeRange joined = range;
    Timestamp at = range.begin; // before that all is there
    if (next != ends.begin() && std::prev(next)->second >= range.begin) {
        --next;
        joined.begin = next->first;
    }
    while (next != ends.end() && next->first <= range.end) {
        if (next->first > at)
            visit(TimeRange { at, next->first });
        at = std::max(at, next->second);
        next = ends.erase(next);
    }
    if (at < range.end)
        visit(TimeRange { at, range.end });
    joined.end = std::max(at, range.end);
    ends.emplace(joined.begin, joined.end);
}

} // namespace

WaitsOnce::Counted WaitsOnce::add(const RankWait& wait, Sum sum)
{
    if (m_ledger.overlapping.empty() || wait.wait == 0)
        return { wait.wait, wait.exposed };
    const CommunicationRun& run = m_matching.runs[wait.run];
    const auto overlapping = m_ledger.overlapping.find(run.rank);
    if (overlapping == m_ledger.overlapping.end())
        return { wait.wait, wait.exposed };
    Counted counted;
    const TimeRange range { run.range.begin, saturatingAdd(run.range.begin, wait.wait) };
    include(m_counted[{ run.rank, sum }], range, [&](TimeRange part) {
        counted.wait = saturatingAdd(counted.wait, part.length());
        const bool isOnHost = run.stream() == Track::kNoStream; // then all of it is exposed
        counted.exposed =
            saturatingAdd(counted.exposed, part.length() - (isOnHost ? 0 : overlapping->second.within(part)));
    });
    return counted;
}

std::vector<Nanoseconds> waitsByRun(const WaitLedger& ledger, const CollectiveMatching& matching)
{
    std::vector<Nanoseconds> waits(matching.runs.size(), 0);
    WaitsOnce once(ledger, matching);
    for (const bool areApart : { false, true }) { // what is known to be a wait is one, whatever lies beside it
        for (const WaitInstance& instance : ledger.instances) {
            if (instance.areEndsApart != areApart)
                continue;
            for (const RankWait& rank : instance.ranks)
                waits[rank.run] = once.add(rank).wait;
        }
    }
    return waits;
}

} // namespace kinetoscope
