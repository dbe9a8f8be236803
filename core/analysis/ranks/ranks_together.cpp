// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/ranks/ranks_together.h"

#include "core/analysis/collectives/matched_ranks.h"

#include <optional>
#include <set>
#include <utility>

namespace kinetoscope {

RanTogether ranTogether(const AnalysisInput& input)
{
    const auto traces = TraceSet::onOwnClocks(input.traces);
    if (!isRecordedTwice(*traces))
        return RanTogether::Yes;
    TimeRange common { kMinTimestamp, kMaxTimestamp };
    std::set<std::int64_t> said;
    bool haveAllNumbers = true;
    for (const RankTrace& rank : traces->ranks()) {
        if (!isChosen(input.scope.ranks, rank.rank))
            continue;
        const RankSummary* const summary = rank.readsFrom();
        if (!rank.isLoaded() && !summary)
            return RanTogether::No;
        const std::optional<std::int64_t> own = rank.trace->metadata().rank;
        if (own && !said.insert(*own).second)
            return RanTogether::No; // also where recordings of two jobs overlap
        haveAllNumbers = haveAllNumbers && own;
        common = common.clippedTo(rank.toJobTime(summary ? summary->meta.coreRange : rank.trace->coreRange()));
    }
    if (!common.isEmpty())
        return RanTogether::Yes;
    return haveAllNumbers ? RanTogether::Unknown : RanTogether::No; // traces of one process have no numbers
}

Remark notTogether(const AnalysisInput& input)
{
    if (ranTogether(input) == RanTogether::Unknown)
        return unknownWhetherTogether("no-collectives");
    return { "no-collectives",
        { KT_PHRASE("ranks-together",
            "Several of the traces are recordings of one rank, so not all ran together: nothing here tells who waits "
            "for whom. The ranks of one recording alone, opened or chosen, do.") } };
}

Remark unknownWhetherTogether(std::string code)
{
    return { std::move(code),
        { KT_PHRASE("ranks-together",
            "By the clocks of the files no moment is in all recordings of the chosen ranks, and several of the traces "
            "are recordings of one rank: whether the chosen ranks ran together is not known, so it is not told who "
            "waits for whom, nor how their clocks differ. Opened alone they are taken to have run together.") } };
}

} // namespace kinetoscope
