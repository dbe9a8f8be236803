// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/late/waits_by_root.h"

#include <algorithm>
#include <array>

namespace kinetoscope {

bool isTransfer(const WaitInstance& instance, const WaitFacts& facts)
{
    constexpr std::array kTransfers { CollectiveKind::Pair, CollectiveKind::Send, CollectiveKind::Receive,
        CollectiveKind::SendReceive };
    return std::ranges::find(kTransfers, facts.matching->instances[instance.instance].kind) != kTransfers.end();
}

std::map<std::uint32_t, WaitsForRank> waitsByRoot(const WaitFacts& facts, const RootReasons& reasons)
{
    std::map<std::uint32_t, WaitsForRank> byRoot;
    WaitsOnce told(facts.ledger, *facts.matching);
    WaitsOnce untold(facts.ledger, *facts.matching);
    WaitsOnce either(facts.ledger, *facts.matching);
    for (const WaitInstance& instance : facts.ledger.instances) {
        if (!instance.root)
            continue;
        WaitsForRank& root = byRoot[*instance.root];
        root.isOther.resize(facts.traces->ranks().size(), false);
        root.isOtherUntold.resize(facts.traces->ranks().size(), false);
        if (!instance.areEndsApart)
            root.instances.push_back(&instance);
        Nanoseconds waits = 0;
        const bool isOfTransfer = isTransfer(instance, facts);
        for (const RankWait& rank : instance.ranks) {
            const std::uint32_t other = facts.matching->runs[rank.run].rank;
            if (rank.wait == 0 || other == *instance.root)
                continue; // it may wait itself for a rank that waited for it
            const WaitsOnce::Counted once = (instance.areEndsApart ? untold : told).add(rank, *instance.root);
            const WaitsOnce::Counted ofBoth = either.add(rank, *instance.root);
            root.either = saturatingAdd(root.either, ofBoth.wait);
            root.eitherExposed = saturatingAdd(root.eitherExposed, ofBoth.exposed);
            root.eitherInTransfers = saturatingAdd(root.eitherInTransfers, isOfTransfer ? ofBoth.wait : 0);
            if (instance.areEndsApart) {
                root.untold = saturatingAdd(root.untold, once.wait);
                root.isOtherUntold[other] = true;
                continue;
            }
            root.inTransfers = saturatingAdd(root.inTransfers, isOfTransfer ? once.wait : 0);
            waits = saturatingAdd(waits, once.wait);
            root.exposed = saturatingAdd(root.exposed, once.exposed);
            root.waitsOfOther[other] = saturatingAdd(root.waitsOfOther[other], once.wait);
        }
        const WaitInstance* const begin = waits > 0 ? reasons.rootOf(instance) : nullptr;
        if (begin != nullptr && root.roots.insert(begin).second)
            root.heldUp = saturatingAdd(root.heldUp, begin->heldUp);
        root.waits = saturatingAdd(root.waits, waits);
        const ReasonParts parts = reasons.of(instance, waits);
        std::ranges::transform(root.byReason, parts, root.byReason.begin(), saturatingAdd);
    }
    for (auto& [rank, root] : byRoot) {
        Nanoseconds longest = 0;
        for (const auto& [other, waits] : root.waitsOfOther)
            longest = std::max(longest, waits);
        for (const auto& [other, waits] : root.waitsOfOther)
            root.isOther[other] = waits >= longest / 10;
    }
    return byRoot;
}

bool areMostOfTransfers(const WaitFacts& facts, const RootReasons& reasons)
{
    Nanoseconds all = 0;
    Nanoseconds ofTransfers = 0;
    for (const WaitInstance& instance : facts.ledger.instances) {
        const WaitInstance* const root = instance.root && !instance.areEndsApart ? reasons.rootOf(instance) : nullptr;
        all = saturatingAdd(all, root != nullptr ? instance.waits : 0);
        const bool isOfTransfer = root != nullptr && isTransfer(*root, facts);
        ofTransfers = saturatingAdd(ofTransfers, isOfTransfer ? instance.waits : 0);
    }
    return ofTransfers > all / 2;
}

void addWaitsOf(const WaitInstance& instance, const WaitFacts& facts, Selection& selection)
{
    for (const RankWait& rank : instance.ranks) {
        if (rank.wait != 0 && facts.matching->runs[rank.run].rank != *instance.root)
            selection.intervals.push_back(facts.intervalOf(rank));
    }
}

Selection waitsOfLoaded(const WaitFacts& facts, const std::function<bool(const WaitInstance&)>& isWanted)
{
    const auto isLoaded = [](const RankTrace& rank) { return rank.readsFrom() == nullptr; };
    Selection waits;
    if (std::ranges::none_of(facts.traces->ranks(), isLoaded))
        return waits; // of a thousand ranks they are a hundred megabytes
    for (const WaitInstance& instance : facts.ledger.instances) {
        if (instance.root && !instance.areEndsApart && isWanted(instance))
            addWaitsOf(instance, facts, waits);
    }
    std::erase_if(
        waits.intervals, [&](const IntervalRef& wait) { return !isLoaded(facts.traces->ranks()[wait.rank]); });
    return waits;
}

std::map<std::uint32_t, SummaryWaits> waitsOfSummaries(const WaitFacts& facts, std::optional<std::uint32_t> late)
{
    std::map<std::uint32_t, SummaryWaits> all;
    WaitsOnce waits(facts.ledger, *facts.matching);
    for (const WaitInstance& instance : facts.ledger.instances) {
        if (!instance.root || instance.areEndsApart)
            continue;
        const bool isOfTransfer = isTransfer(instance, facts);
        for (const RankWait& wait : instance.ranks) {
            const std::uint32_t rank = facts.matching->runs[wait.run].rank;
            if (wait.exposed == 0 || rank == *instance.root || facts.traces->ranks()[rank].readsFrom() == nullptr)
                continue;
            SummaryWaits& ofRank = all[rank];
            if (instance.root == late) {
                ofRank.isBesideLate = true;
                continue;
            }
            const Nanoseconds exposed = waits.add(wait).exposed;
            ofRank.forOthers = saturatingAdd(ofRank.forOthers, exposed);
            ofRank.inTransfers = saturatingAdd(ofRank.inTransfers, isOfTransfer ? exposed : 0);
        }
    }
    return all;
}

} // namespace kinetoscope
