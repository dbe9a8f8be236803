// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/ranks/ranks_together.h"

#include "core/analysis/collectives/matched_ranks.h"
#include "core/io/load_ranks.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace kinetoscope {

namespace {

Message ofOtherJobs(const JobSizes& sizes)
{
    if (sizes.areDifferent())
        return { KT_PHRASE("ranks-together",
                     "The traces that are looked at say that their jobs have different sizes (world_size from %1 to "
                     "%2), so not all ran together: it is not told who waits for whom, which rank computes longest, "
                     "nor how their clocks differ. Several traces of one job, opened or chosen alone, tell it."),
            arg::Number { sizes.least() }, arg::Number { sizes.greatest() } };
    return { KT_PLURAL("ranks-together",
                 "%2 traces are looked at that say that their job has %1 rank (world_size), so not all ran together: "
                 "it is not told who waits for whom, which rank computes longest, nor how their clocks differ.",
                 "%2 traces are looked at that say that their job has %1 ranks (world_size), so not all ran together: "
                 "it is not told who waits for whom, which rank computes longest, nor how their clocks differ. Several "
                 "traces of one job, opened or chosen alone, tell it."),
        arg::Count { sizes.greatest() }, arg::Count { sizes.files() } };
}

} // namespace

RanTogether ranTogether(const AnalysisInput& input)
{
    const JobSizes sizes = jobSizes(*input.traces, input.scope.ranks);
    if (sizes.areDifferent())
        return RanTogether::OtherJobs;
    const auto traces = TraceSet::onOwnClocks(input.traces);
    if (!isRecordedTwice(*traces))
        return sizes.areMoreThanRanks() ? RanTogether::OtherJobs : RanTogether::Yes;
    const RanTogether ofTwice = areCopies(*traces) ? RanTogether::Copies : RanTogether::No;
    if (sizes.areMoreThanRanks())
        return ofTwice;
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
            return ofTwice; // also where recordings of two jobs overlap
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
    // Of two recordings of a rank the second one is shown under another number: its own is in the file.
    return std::ranges::none_of(input.traces->ranks(), [&](const RankTrace& rank) {
        return isChosen(input.scope.ranks, rank.rank) && !rank.trace->metadata().rank && numbered.contains(rank.path);
    });
}

Remark notTogether(RanTogether together, const AnalysisInput& input, std::string code, Message ofOneRank)
{
    switch (together) {
    case RanTogether::OtherJobs:
        return { std::move(code), ofOtherJobs(jobSizes(*input.traces, input.scope.ranks)) };
    case RanTogether::Copies:
        return { std::move(code),
            { KT_PHRASE("ranks-together",
                "Some of the traces that are looked at are copies: they hold the same recording as another one of "
                "them. It is not told who waits for whom, which rank computes longest, nor how their clocks differ: "
                "each recording opened or chosen once tells it.") } };
    case RanTogether::Unknown:
        return { std::move(code),
            { KT_PHRASE("ranks-together",
                "By the clocks of the files no moment is in all recordings of the chosen ranks, and several of the "
                "traces are recordings of one rank: whether the chosen ranks ran together is not known, so it is not "
                "told who waits for whom, nor how their clocks differ. Opened alone they are taken to have run "
                "together.") } };
    case RanTogether::Yes: // nobody asks why not
    case RanTogether::No:
        break;
    }
    return { std::move(code), std::move(ofOneRank) };
}

Remark notTogether(RanTogether together, const AnalysisInput& input)
{
    return notTogether(together, input, "no-collectives",
        { KT_PHRASE("ranks-together",
            "Several of the traces are recordings of one rank, so not all ran together: nothing here tells who waits "
            "for whom. The ranks of one recording alone, opened or chosen, do.") });
}

} // namespace kinetoscope
