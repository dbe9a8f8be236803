// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/late/late_starts.h"

#include "core/analysis/ranks/wait_facts.h"

#include <vector>

namespace kinetoscope {

Message lateStartsOfRecordings(const WaitFacts& facts, std::optional<std::uint32_t> except)
{
    std::vector<const WaitInstance*> byInstance(facts.matching->instances.size(), nullptr);
    for (const WaitInstance& instance : facts.ledger.instances)
        byInstance[instance.instance] = &instance;
    const std::vector<Nanoseconds> waits = waitsByRun(facts.ledger, *facts.matching);
    Nanoseconds sum = 0;
    for (const WaitInstance& instance : facts.ledger.instances) {
        if (!instance.root || instance.root == except || instance.areEndsApart)
            continue;
        const WaitInstance* const root = byInstance[instance.rootInstance];
        if (root == nullptr || root->areEndsApart || !root->lateness
            || root->lateness->reason != LatePart::BeforeRecording)
            continue;
        for (const RankWait& rank : instance.ranks)
            sum = saturatingAdd(sum, waits[rank.run]);
    }
    const Nanoseconds suffered = facts.totals.suffered();
    if (sum == 0 || sum < suffered / 2)
        return {};
    return { KT_PHRASE("overview",
                 " For %1 of all waits the reason was not recorded: recordings of ranks that come last there began "
                 "later than those of others."),
        arg::Share { sum, suffered } };
}

} // namespace kinetoscope
