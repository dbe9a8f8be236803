// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/gpu/breakdown/temporal_breakdown.h"
#include "core/analysis/gpu/idle/idle_gaps.h"
#include "core/base/progress.h"
#include "core/model/rank_summary.h"
#include "core/model/trace_set.h"
#include "core/numeric/covered_time.h"

#include <utility>
#include <vector>

namespace kinetoscope {

/// What a rank did over time, by part (SummaryPart): each moment counts as one. Read from its GPU work, or from its
/// summary, which tells it for stretches between runs. Immutable; job time.
class RankTimes {
public:
    /// @param work      of the whole rank; its window reaches over all stretches that are asked for, as that of `idle`.
    /// @param hostRuns  ranges in which the host communicates: disjoint, sorted. What the GPU does beside them counts
    ///                  after them, as beside communication kernels.
    /// Not complete if told to stop.
    RankTimes(const RankGpuWork& work, const RankIdle& idle, const std::vector<TimeRange>& hostRuns,
        const Progress& progress);
    RankTimes(const RankSummary& summary, const RankTrace& rank);

    /// The parts of a stretch; they add up to its length.
    /// @param stretch  of a summary: from the first event or the end of a run to the start of a run.
    [[nodiscard]] SummaryParts within(TimeRange stretch) const;
    /// What is computed in a stretch. @param stretch  of a summary: inside runs.
    [[nodiscard]] Nanoseconds computeWithin(TimeRange stretch) const { return m_compute.within(stretch); }

private:
    [[nodiscard]] SummaryParts partsUntil(Timestamp time) const;

    CoveredTime m_compute;
    std::vector<CoveredTime> m_parts;                       ///< by part but the first; empty: from a summary
    std::vector<std::pair<Timestamp, SummaryParts>> m_sums; ///< of a summary: until each such moment
};

/// When a summary says that compute kernels ran beside communication; job time, disjoint, sorted.
[[nodiscard]] std::vector<TimeRange> computeUnderRuns(const RankSummary& summary, const RankTrace& rank);

} // namespace kinetoscope
