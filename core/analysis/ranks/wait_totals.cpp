// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/ranks/wait_totals.h"

#include <algorithm>
#include <span>

namespace kinetoscope {

void WaitSums::add(const WaitInstance& instance, const RankWait& rank)
{
    ++instances;
    lastCount += rank.isLast ? 1 : 0;
    caused = saturatingAdd(caused, rank.charged);
    suffered = saturatingAdd(suffered, rank.wait);
    exposed = saturatingAdd(exposed, rank.exposed);
    if (rank.isLast && instance.tied == 1)
        heldUp = saturatingAdd(heldUp, instance.heldUp);
}

std::optional<LatePart> WaitTotals::mainReason() const
{
    const auto most = std::ranges::max_element(chargedFor);
    return *most > 0 ? std::optional(static_cast<LatePart>(most - chargedFor.begin())) : std::nullopt;
}

namespace {

/// Where the sums of one rank are added up, as long as its runs are of one step and one group.
struct PlacesOfRank {
    WaitTotals* all = nullptr;
    WaitSums* ofStep = nullptr;
    std::optional<std::int64_t> step;
    WaitSums* ofGroup = nullptr;
    Nanoseconds* causedInGroup = nullptr;
    std::uint32_t group = 0;
};

/// Finds them again in the totals where a rank's step or group changes: to look for a thousand ranks and all of their
/// steps each time would take most of the time.
class PlacesOfRanks {
public:
    explicit PlacesOfRanks(LedgerTotals& totals)
        : m_totals(totals)
    {
    }

    const PlacesOfRank& at(const CommunicationRun& run, std::uint32_t group)
    {
        if (run.rank >= m_places.size())
            m_places.resize(run.rank + 1);
        PlacesOfRank& places = m_places[run.rank];
        if (!places.all)
            places.all = &m_totals.ranks[run.rank];
        const std::optional<std::int64_t> step = run.step;
        if (!places.ofStep || places.step != step) {
            places.ofStep = &m_totals.steps[{ run.rank, step }];
            places.step = step;
        }
        if (!places.ofGroup || places.group != group) {
            places.ofGroup = &m_totals.rankGroups[{ run.rank, group }];
            places.causedInGroup = &m_totals.groups[group].caused[run.rank];
            places.group = group;
        }
        return places;
    }

private:
    LedgerTotals& m_totals;
    std::vector<PlacesOfRank> m_places; ///< by rank
};

} // namespace

std::vector<std::uint32_t> runsOf(const WaitLedger& ledger, const CollectiveMatching& matching, const WaitScope& scope)
{
    std::vector<std::uint32_t> runs;
    const auto rankOf = [&matching](const RankWait& wait) { return matching.runs[wait.run].rank; };
    for (const WaitInstance& instance : ledger.instances) {
        if (scope.group != WaitScope::kAll && matching.instances[instance.instance].group != scope.group)
            continue;
        const std::span<const RankWait> all(instance.ranks);
        const bool isOfAll = scope.rank == WaitScope::kAll;
        const auto first = isOfAll ? all.begin() : std::ranges::lower_bound(all, scope.rank, {}, rankOf);
        for (auto wait = first; wait != all.end() && (isOfAll || rankOf(*wait) == scope.rank); ++wait) {
            if (!scope.isOfStep || matching.runs[wait->run].step == scope.step)
                runs.push_back(wait->run);
        }
    }
    return runs;
}

LedgerTotals totalsOf(const WaitLedger& ledger, const CollectiveMatching& matching)
{
    LedgerTotals totals;
    PlacesOfRanks ranks(totals);
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
            const PlacesOfRank& places = ranks.at(run, found.group);
            places.all->add(instance, rank);
            places.ofStep->add(instance, rank);
            places.ofGroup->add(instance, rank);
            group.transfer = saturatingAdd(group.transfer, instance.transfer);
            *places.causedInGroup = saturatingAdd(*places.causedInGroup, rank.charged);
            isMatched[rank.run] = 1;
        }
    }
    const std::size_t rankCount = matching.runs.empty() ? 0 : matching.runs.back().rank + 1;
    std::vector<bool> isIn(matching.groups.size() * rankCount, false); // a set would be asked for each run
    for (const std::uint32_t run : ledger.runs) {
        const CommunicationRun& own = matching.runs[run];
        const std::size_t place = own.group * rankCount + own.rank;
        if (isMatched[run] != 0 && isIn[place])
            continue;
        GroupWaitTotals& group = totals.groups[own.group];
        group.unmatched += isMatched[run] != 0 ? 0 : 1;
        group.ranks.insert(own.rank);
        isIn[place] = true;
    }
    return totals;
}

} // namespace kinetoscope
