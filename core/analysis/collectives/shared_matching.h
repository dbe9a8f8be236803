// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/collectives/collective_matching.h"

#include <memory>

namespace kinetoscope {

/// matchCollectives(), once for all who ask about a job while somebody has the matching. It is kept with the trace set
/// and those that withClocks makes of it: runs are on the traces' own clocks. Another set, as one with a rank more that
/// is loaded, has its own; other rules make another, and so do ranks that are matched alone (matchedRanks). Of the
/// scope nothing else counts. Thread-safe; who asks meanwhile waits.
///
/// Errors: Cancelled.
[[nodiscard]] Result<std::shared_ptr<const CollectiveMatching>> sharedMatching(
    const AnalysisInput& input, const KernelClassifier& classifier, const Progress& progress);

/// Keeps a job's matching alive though nobody has it, for the next who asks, until it is let go or another is made.
/// @param matching  of sharedMatching(); of an older one nothing is kept.
void holdMatching(const TraceSet& traces, std::shared_ptr<const CollectiveMatching> matching);
/// Ends what holdMatching() began: the matching goes with the last who has it. Thread-safe.
void letGoMatching(const TraceSet& traces);

} // namespace kinetoscope
