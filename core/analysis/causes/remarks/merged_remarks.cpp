// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/remarks/merged_remarks.h"

#include "core/analysis/causes/owners/merged_ranks.h"
#include "core/analysis/causes/owners/thread_lines.h"

#include <string>

namespace kinetoscope {

namespace {

/// How many processes the file of a rank has that are ranks of their own; 0 of one that is not in the scope, not
/// loaded, or one rank.
std::size_t mergedProcesses(const AnalysisInput& input, const RankTrace& rank)
{
    return isChosen(input.scope.ranks, rank.rank) && rank.isLoaded() ? MergedRanks(*rank.trace).count() : 0;
}

} // namespace

void remarkOnMergedRanks(const AnalysisInput& input, const Progress& progress, std::vector<Remark>& remarks)
{
    for (const RankTrace& rank : input.traces->ranks()) {
        const std::size_t processes = mergedProcesses(input, rank);
        if (processes == 0)
            continue;
        const Trace& trace = *rank.trace;
        const TrackId main = ThreadLines(trace, progress).mainThread();
        if (!main.isValid())
            continue;
        remarks.push_back(remarkOfRank(rank, "merged-ranks",
            { KT_PHRASE("causes",
                  "%1 processes in the file launch work, each on GPUs of its own, as in a file that ranks were merged "
                  "into. They are taken as one rank here: its main thread is that of process %2, threads of the others "
                  "count as other threads of it, and its steps and its GPUs are those of all. A file for each rank "
                  "tells them apart."),
                arg::Count { processes }, arg::Text { std::string(trace.text(trace.track(main).pid)) } }));
    }
}

void remarkOnMergedDevices(const AnalysisInput& input, std::vector<Remark>& remarks)
{
    for (const RankTrace& rank : input.traces->ranks()) {
        if (const std::size_t processes = mergedProcesses(input, rank); processes > 0)
            remarks.push_back(remarkOfRank(rank, "merged-ranks",
                { KT_PHRASE("causes",
                      "%1 processes in the file launch work, each on GPUs of its own, as in a file that ranks were "
                      "merged into. They are taken as one rank here: its steps and its GPUs are those of all. A file "
                      "for each rank tells them apart."),
                    arg::Count { processes } }));
    }
}

void remarkOnMergedWaits(const AnalysisInput& input, const char* code, std::vector<Remark>& remarks)
{
    for (const RankTrace& rank : input.traces->ranks()) {
        if (const std::size_t processes = mergedProcesses(input, rank); processes > 0)
            remarks.push_back(remarkOfRank(rank, code,
                { KT_PHRASE("causes",
                      "%1 processes in the file launch work, each on GPUs of its own, as in a file that ranks were "
                      "merged into. They are taken as one rank here: whom they wait for among each other is not told. "
                      "A file for each rank tells it."),
                    arg::Count { processes } }));
    }
}

} // namespace kinetoscope
