// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/merged_remarks.h"

#include "core/analysis/causes/merged_ranks.h"
#include "core/analysis/causes/thread_lines.h"

#include <string>

namespace kinetoscope {

void remarkOnMergedRanks(const AnalysisInput& input, const Progress& progress, std::vector<Remark>& remarks)
{
    for (const RankTrace& rank : input.traces->ranks()) {
        if (!isChosen(input.scope.ranks, rank.rank) || !rank.isLoaded())
            continue;
        const Trace& trace = *rank.trace;
        const MergedRanks merged(trace);
        if (merged.count() < 2)
            continue;
        const TrackId main = ThreadLines(trace, progress).mainThread();
        if (!main.isValid())
            continue;
        remarks.push_back(remarkOfRank(rank, "merged-ranks",
            { KT_PHRASE("causes",
                  "%1 processes in its file launch work, each on GPUs of its own, as in a file that ranks were merged "
                  "into. They are taken as one rank here: its main thread is that of process %2, threads of the others "
                  "count as other threads of it, and its steps and its GPUs are those of all. A file for each rank "
                  "tells them apart."),
                arg::Count { merged.count() }, arg::Text { std::string(trace.text(trace.track(main).pid)) } }));
    }
}

} // namespace kinetoscope
