// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/ranks/measured_job.h"

#include "core/analysis/collectives/shared_matching.h"
#include "core/base/made_once.h"

#include <utility>

namespace kinetoscope {

namespace {

struct ClocksKey {
    std::weak_ptr<const CollectiveMatching> matching; ///< not kept alive by what was measured at it
    ClockLimits limits;

    friend bool operator==(const ClocksKey& a, const ClocksKey& b)
    {
        return a.limits == b.limits && !a.matching.owner_before(b.matching) && !b.matching.owner_before(a.matching);
    }
};
using ClocksOfJob = MadeOnce<ClocksKey, RankClocks>;

ClocksOfJob& clocksOf(const TraceSet& traces)
{
    return traces.companions().of<ClocksOfJob>();
}

} // namespace

Result<MeasuredJob> measuredJob(
    const AnalysisInput& input, const KernelClassifier& classifier, const ClockLimits& limits, const Progress& progress)
{
    KT_TRY(auto matching, sharedMatching(input, classifier, progress));
    const std::shared_ptr<const TraceSet> own = TraceSet::onOwnClocks(input.traces);
    KT_TRY(auto clocks, clocksOf(*own).of({ matching, limits }, progress, [&] {
        return alignClocks(*own, *matching, limits, progress);
    }));
    return MeasuredJob { std::move(matching), std::move(clocks) };
}

std::shared_ptr<const RankClocks> notApplied(RankClocks clocks)
{
    for (RankClock& clock : clocks.ranks)
        clock.applied = {};
    return std::make_shared<const RankClocks>(std::move(clocks));
}

std::shared_ptr<const RankClocks> unknownClocks(const TraceSet& traces)
{
    RankClocks clocks;
    clocks.ranks.resize(traces.ranks().size());
    for (std::uint32_t rank = 0; rank < clocks.ranks.size(); ++rank)
        clocks.ranks[rank].reference = rank;
    return std::make_shared<const RankClocks>(std::move(clocks));
}

void holdMeasured(const TraceSet& traces, const MeasuredJob& job)
{
    holdMatching(traces, job.matching);
    clocksOf(traces).hold(job.clocks);
}

void letGoMeasured(const TraceSet& traces)
{
    letGoMatching(traces);
    clocksOf(traces).letGo();
}

} // namespace kinetoscope
