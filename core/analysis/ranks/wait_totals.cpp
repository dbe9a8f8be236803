// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/ranks/wait_totals.h"

#include <algorithm>

namespace kinetoscope {

void WaitTotals::add(const WaitInstance& instance, const RankWait& rank)
{
    ++instances;
    runs.push_back(rank.run);
    lastCount += rank.isLast ? 1 : 0;
    caused = saturatingAdd(caused, rank.charged);
    suffered = saturatingAdd(suffered, rank.wait);
    exposed = saturatingAdd(exposed, rank.exposed);
    if (rank.isLast && instance.tied == 1)
        heldUp = saturatingAdd(heldUp, instance.heldUp);
}

std::optional<LatePart> WaitTotals::mainReason() const
{
    const auto most = std::max_element(chargedFor.begin(), chargedFor.end());
    return *most > 0 ? std::optional(static_cast<LatePart>(most - chargedFor.begin())) : std::nullopt;
}

LedgerTotals totalsOf(const WaitLedger& ledger, const CollectiveMatching& matching)
{
    LedgerTotals totals;
    std::vector<char> isMatched(matching.runs.size(), 0);
    for (const WaitInstance& instance : ledger.instances) {
        const CollectiveInstance& found = matching.instances[instance.instance];
        GroupWaitTotals& group = totals.groups[found.group];
        ++group.instances;
        ++group.kinds[found.kind];
        const auto count = static_cast<std::int64_t>(instance.ranks.size());
        const bool isPair = found.kind == CollectiveKind::Pair;
        group.complete += isPair || matching.groups[found.group].size == count ? 1 : 0;
        group.waits = saturatingAdd(group.waits, instance.waits);
        if (instance.root)
            totals.ranks[*instance.root].rooted = saturatingAdd(totals.ranks[*instance.root].rooted, instance.waits);
        if (instance.lateness && instance.lateness->reason) {
            const RankWait& last = instance.ranks[*instance.last()];
            Nanoseconds& charged = totals.ranks[matching.runs[last.run].rank]
                                       .chargedFor[static_cast<std::size_t>(*instance.lateness->reason)];
            charged = saturatingAdd(charged, last.charged);
        }
        for (const RankWait& rank : instance.ranks) {
            const CommunicationRun& run = matching.runs[rank.run];
            totals.ranks[run.rank].add(instance, rank);
            totals.steps[{ run.rank, run.step }].add(instance, rank);
            totals.rankGroups[{ run.rank, found.group }].add(instance, rank);
            group.transfer = saturatingAdd(group.transfer, instance.transfer);
            group.caused[run.rank] = saturatingAdd(group.caused[run.rank], rank.charged);
            group.runs.push_back(rank.run);
            isMatched[rank.run] = 1;
        }
    }
    for (const std::uint32_t run : ledger.runs) {
        GroupWaitTotals& group = totals.groups[matching.runs[run].group];
        group.ranks.insert(matching.runs[run].rank);
        group.unmatched += isMatched[run] != 0 ? 0 : 1;
    }
    return totals;
}

} // namespace kinetoscope
