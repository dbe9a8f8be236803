// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/ranks/rank_clocks.h"
#include "core/analysis/types/analysis.h"

#include <memory>

namespace kinetoscope {

/// The collectives of a job, and the clocks as they were measured at their ends. Never null.
struct MeasuredJob {
    std::shared_ptr<const CollectiveMatching> matching;
    std::shared_ptr<const RankClocks> clocks;
};

/// Both, once for all who ask about a job while somebody has them (sharedMatching). Clocks are measured on those of the
/// files, whichever the input is on; of ranks that are not matched nothing is known. Thread-safe. Errors: Cancelled.
[[nodiscard]] Result<MeasuredJob> measuredJob(const AnalysisInput& input, const KernelClassifier& classifier,
    const ClockLimits& limits, const Progress& progress);

/// Clocks that move nothing: starts and ends stay on those of the ranks, all else that was measured stands.
[[nodiscard]] std::shared_ptr<const RankClocks> notApplied(RankClocks clocks);

/// Clocks of which nothing is known, as of ranks that did not run together: each is alone.
[[nodiscard]] std::shared_ptr<const RankClocks> unknownClocks(const TraceSet& traces);

/// Keeps both though nobody has them, for who asks next: opening a job measures it, and what it is opened for wants the
/// same. Until letGoMeasured(), which who has them in its own result calls.
void holdMeasured(const TraceSet& traces, const MeasuredJob& job);
/// Ends what holdMeasured() began; both go with the last who has them. Thread-safe.
void letGoMeasured(const TraceSet& traces);

} // namespace kinetoscope
