// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/late/slow_group.h"

#include "core/analysis/ranks/group_words.h"
#include "core/analysis/ranks/wait_facts.h"

#include <algorithm>
#include <map>
#include <vector>

namespace kinetoscope {

namespace {

/// Collectives of one group before which ranks came late to others, and those that they are compared with.
struct SlowCollectives {
    Nanoseconds waits = 0; ///< for those ranks
    Nanoseconds transfer = 0;
    Nanoseconds otherTransfer = 0;
    Nanoseconds count = 0;
};

/// The run of another group, since the last one of its own, that takes longest without its waits; `run` for none.
std::uint32_t longestOfOthers(std::uint32_t run, const WaitFacts& facts, const std::vector<Nanoseconds>& transfers)
{
    const std::vector<CommunicationRun>& runs = facts.matching->runs;
    std::uint32_t longest = run;
    for (std::uint32_t i = run; i > 0; --i) {
        const CommunicationRun& before = runs[i - 1];
        if (before.rank != runs[run].rank || before.group == runs[run].group)
            break;
        if (longest == run || transfers[i - 1] > transfers[longest])
            longest = i - 1;
    }
    return longest;
}

bool areAlike(const CommunicationRun& a, const CommunicationRun& b)
{
    const MessageFacts& own = a.message();
    const MessageFacts& other = b.message();
    return a.kind == b.kind && a.group != b.group && a.shape->elements && a.shape->elements == b.shape->elements
        && own.in == other.in && own.out == other.out && own.type == other.type;
}

} // namespace

Message slowGroup(const WaitFacts& facts)
{
    const CollectiveMatching& matching = *facts.matching;
    std::vector<Nanoseconds> transfers(matching.runs.size(), 0);
    std::vector<const WaitInstance*> byInstance(matching.instances.size(), nullptr);
    for (const WaitInstance& instance : facts.ledger.instances) {
        byInstance[instance.instance] = &instance;
        for (const RankWait& rank : instance.ranks)
            transfers[rank.run] = instance.transfer;
    }
    const std::vector<Nanoseconds> waits = waitsByRun(facts.ledger, matching);
    std::map<std::uint32_t, SlowCollectives> byGroup;
    for (const WaitInstance& instance : facts.ledger.instances) {
        const WaitInstance* const root =
            instance.root && !instance.areEndsApart ? byInstance[instance.rootInstance] : nullptr;
        if (root == nullptr || root->areEndsApart || !root->lateness || root->lateness->reason != LatePart::OtherGroup)
            continue;
        const auto runOf = [&](const auto& isIt) {
            const auto rank = std::ranges::find_if(root->ranks, isIt);
            return longestOfOthers(rank->run, facts, transfers);
        };
        const std::uint32_t late = runOf([](const RankWait& rank) { return rank.isLast; });
        const std::uint32_t other =
            runOf([&](const RankWait& rank) { return matching.runs[rank.run].rank == root->lateness->median; });
        if (!areAlike(matching.runs[late], matching.runs[other]))
            continue;
        SlowCollectives& slow = byGroup[matching.runs[late].group];
        for (const RankWait& rank : instance.ranks)
            slow.waits = saturatingAdd(slow.waits, waits[rank.run]);
        slow.transfer = saturatingAdd(slow.transfer, transfers[late]);
        slow.otherTransfer = saturatingAdd(slow.otherTransfer, transfers[other]);
        ++slow.count;
    }
    const auto most = std::ranges::max_element(byGroup, {}, [](const auto& each) { return each.second.waits; });
    if (most == byGroup.end())
        return {};
    const SlowCollectives& slow = most->second;
    const Nanoseconds suffered = facts.totals.suffered();
    if (slow.waits < suffered / 2 || slow.transfer <= slow.otherTransfer + slow.otherTransfer / 2)
        return {};
    return { KT_PHRASE("overview",
                 " For %1 of all waits the reason is communication before, in group %2: without waits it takes %3 on "
                 "average, where as many elements take %4 in other groups."),
        arg::Share { slow.waits, suffered }, arg::Name { groupText(matching.groups[most->first]) },
        arg::Duration { slow.transfer / slow.count }, arg::Duration { slow.otherTransfer / slow.count } };
}

} // namespace kinetoscope
