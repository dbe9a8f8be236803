// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/ranks/aligned_job.h"

#include "core/analysis/ranks/measured_job.h"
#include "core/analysis/ranks/ranks_together.h"

#include <utility>

namespace kinetoscope {

Result<std::shared_ptr<const TraceSet>> withAlignedClocks(
    std::shared_ptr<const TraceSet> traces, const KernelClassifier& classifier, const Progress& progress)
{
    const std::shared_ptr<const TraceSet> own = TraceSet::onOwnClocks(traces);
    if (own->ranks().size() < 2 || !areRanksTogether({ own, {} }))
        return own;
    KT_TRY(const MeasuredJob measured, measuredJob({ own, {} }, classifier, {}, progress));
    holdMeasured(*own, measured);
    std::vector<RankAlignment> alignments;
    for (const RankClock& clock : measured.clocks->ranks)
        alignments.push_back(
            { clock.status, clock.applied, clock.error, clock.instances, own->ranks()[clock.reference].rank });
    return TraceSet::withClocks(own, std::move(alignments));
}

} // namespace kinetoscope
