// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/ranks/ranks_together.h"

#include "core/analysis/collectives/matched_ranks.h"
#include "core/io/load_ranks.h"

#include <optional>
#include <set>
#include <string_view>
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

bool areRanksOfOneJob(const AnalysisInput& input)
{
    if (!areRanksTogether(input))
        return false;
    std::set<std::string_view> numbered; // paths of files that were given a number
    for (const Remark& remark : input.traces->remarks()) {
        if (remark.code == kRankGuessed || remark.code == kRankTwice)
            numbered.insert(remark.path);
    }
    std::set<std::int64_t> sizes;
    for (const RankTrace& rank : input.traces->ranks()) {
        if (!isChosen(input.scope.ranks, rank.rank))
            continue;
        const TraceMetadata& metadata = rank.trace->metadata();
        // Of two recordings of a rank the second one is shown under another number: its own is in the file.
        if (!metadata.rank && numbered.contains(rank.path))
            return false;
        if (metadata.worldSize)
            sizes.insert(*metadata.worldSize);
    }
    return sizes.size() < 2;
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
