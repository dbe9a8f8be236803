// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/overview_remarks.h"

#include "core/analysis/efficiency/step_mfu.h"
#include "core/analysis/gpu/gpu_work.h"
#include "core/numeric/rounding.h"

#include <algorithm>

namespace kinetoscope {

namespace {

/// "2 %", exactly.
arg::Percent limitOf(double share)
{
    return { roundHalfEven(share * 100, 9) };
}

/// Recorded ranges of hardware counters: while they are taken, kernels are replayed one by one and have no times.
std::size_t counterRanges(const Trace& trace)
{
    return static_cast<std::size_t>(std::ranges::count(trace.slices().kind, EventKind::ProfilerRange));
}

} // namespace

void addOverviewRemarks(const OverviewSource& source, std::span<const RankFacts> ranks, bool hasFindings,
    const FindingThresholds& thresholds, std::vector<Remark>& remarks)
{
    bool hasGpuWork = false;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        hasGpuWork = hasGpuWork || ranks[i].hasGpuWork;
        if (ranks[i].hasGpuWork)
            continue;
        if (const std::size_t ranges = counterRanges(*source.rankTrace(i).trace); ranges > 0)
            remarks.push_back(remarkOfRank(source.rankTrace(i), "counter-recording",
                { KT_PLURAL("overview",
                      "this is a recording of hardware counters (%1 range of cuda_profiler_range), which holds no "
                      "times of kernels. CUPTI counters shows them; for the times, record again without counters.",
                      "this is a recording of hardware counters (%1 ranges of cuda_profiler_range), which holds no "
                      "times of kernels. CUPTI counters shows them; for the times, record again without counters."),
                    arg::Count { ranges } }));
        else
            remarks.push_back(noGpuWork(source.rankTrace(i)));
    }
    const bool hasOps = std::ranges::any_of(ranks, [](const RankFacts& rank) { return !rank.hostOps.empty(); });
    if (!hasFindings && !hasGpuWork && hasOps)
        remarks.push_back({ "nothing-stands-out",
            { KT_PHRASE("overview",
                  "Of the host's work nothing stands out either: no op has %1 of the self time of all ops. Operators, "
                  "Call tree and Annotation breakdown show what the host did."),
                limitOf(thresholds.largeShare) } });
    // Of a summary most of what could stand out is not looked for.
    bool areAllLoaded = true;
    for (std::size_t i = 0; i < ranks.size(); ++i)
        areAllLoaded = areAllLoaded && source.rankTrace(i).isLoaded();
    if (!hasFindings && hasGpuWork && areAllLoaded)
        remarks.push_back({ "nothing-stands-out",
            { KT_PHRASE("overview",
                  "Nothing stands out: no cause of waiting, no copy, communication or single kernel has %1 of the GPU "
                  "time in view and %2 at stake."),
                limitOf(thresholds.smallShare), arg::ExactDuration { thresholds.smallTime } } });
    // Who recorded no shapes did not ask for an MFU: Steps and Efficiency say how to get one. A summary has none
    // either.
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        const PeakFacts& peaks = ranks[i].peaks;
        if (ranks[i].hasGpuWork && !peaks.mfu && peaks.lack != MfuLack::NoShapes && source.rankTrace(i).isLoaded())
            remarks.push_back(remarkOfRank(source.rankTrace(i), "no-mfu", whyNoMfu(peaks.lack)));
    }
}

} // namespace kinetoscope
