// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/job/straggler_remarks.h"

#include "core/analysis/ranks/measured_job.h"
#include "core/analysis/ranks/wait_ledger.h"
#include "core/base/vectors.h"

#include <algorithm>
#include <array>
#include <map>

namespace kinetoscope {

namespace {

/// What ranks wait in collectives, and for whom, by number; ns.
struct CollectiveWaitSums {
    Nanoseconds all = 0;
    std::map<std::int64_t, Nanoseconds> byRank;
};
CollectiveWaitSums collectiveWaits(const WaitLedger& ledger, const TraceSet& traces, const CollectiveMatching& matching)
{
    constexpr std::array kTransfers { CollectiveKind::Pair, CollectiveKind::Send, CollectiveKind::Receive,
        CollectiveKind::SendReceive };
    CollectiveWaitSums sums;
    for (const WaitInstance& instance : ledger.instances) {
        if (isOneOf(matching.instances[instance.instance].kind, kTransfers))
            continue;
        sums.all = saturatingAdd(sums.all, instance.waits);
        for (const RankWait& rank : instance.ranks) {
            if (instance.areEndsApart || rank.charged == 0)
                continue;
            Nanoseconds& sum = sums.byRank[traces.ranks()[matching.runs[rank.run].rank].rank];
            sum = saturatingAdd(sum, rank.charged);
        }
    }
    return sums;
}

} // namespace

Result<Done> remarkOnOtherWaits(
    std::int64_t candidate, const AnalysisInput& input, const AnalysisContext& context, std::vector<Remark>& remarks)
{
    KT_TRY(const MeasuredJob measured, measuredJob(input.traces, *context.classifier, {}, context.progress));
    KT_TRY(WaitLedger ledger, waitLedger(input, *measured.matching, *measured.clocks, context));
    findEndsApart(ledger, *TraceSet::onOwnClocks(input.traces), *measured.matching, *measured.clocks);
    const CollectiveWaitSums waits = collectiveWaits(ledger, *input.traces, *measured.matching);
    const auto most = std::ranges::max_element(waits.byRank, {}, [](const auto& each) { return each.second; });
    if (most == waits.byRank.end() || most->first == candidate || most->second <= waits.all / 2)
        return Done {};
    remarks.push_back({ "others-wait-for",
        { KT_PHRASE("stragglers",
              "The candidates come from one collective of each process group, the last of its name in each step. In "
              "all collectives of this scope together ranks wait most for rank %1, which comes last there, not for "
              "rank %2: %3 of %4 (%5). The analysis %6 adds that up."),
            arg::Number { most->first }, arg::Number { candidate }, arg::Duration { most->second },
            arg::Duration { waits.all }, arg::Share { most->second, waits.all }, arg::Text { "wait-causes" } } });
    return Done {};
}

} // namespace kinetoscope
