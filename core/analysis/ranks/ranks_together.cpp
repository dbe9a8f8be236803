// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/ranks/ranks_together.h"

#include "core/io/load_ranks.h"

#include <algorithm>
#include <optional>
#include <set>

namespace kinetoscope {

bool areRanksTogether(const AnalysisInput& input)
{
    const auto traces = TraceSet::onOwnClocks(input.traces);
    if (std::ranges::find(traces->remarks(), kRecordedTwice, &Remark::code) == traces->remarks().end())
        return true;
    TimeRange common { kMinTimestamp, kMaxTimestamp };
    std::set<std::int64_t> said;
    for (const RankTrace& rank : traces->ranks()) {
        if (!isChosen(input.scope.ranks, rank.rank))
            continue;
        if (!rank.isLoaded())
            return false; // when it was recorded is not looked at
        const std::optional<std::int64_t> own = rank.trace->metadata().rank;
        if (own && !said.insert(*own).second)
            return false; // also where recordings of two jobs overlap
        common = common.clippedTo(rank.toJobTime(rank.trace->coreRange()));
    }
    return !common.isEmpty();
}

Remark notTogether()
{
    return { "no-collectives",
        { KT_PHRASE("ranks-together",
            "Several of the traces are recordings of one rank, so not all ran together: nothing here tells who waits "
            "for whom. The ranks of one recording, opened alone, do.") } };
}

} // namespace kinetoscope
