// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"
#include "core/model/rank_summary.h"

#include <cstdint>
#include <memory>

namespace kinetoscope {

/// What the figures of a summary are made with.
struct SummaryOptions {
    Nanoseconds kernelDelay = 30'000; ///< the gap threshold, ns
    double kernelShare = 0.001;       ///< kernels of a step below this part of its wall are one row a part
};

/// Makes the summary of a loaded rank: all that the ledger of waits, the clocks, the table of steps and the waterfall
/// read of it. Of `meta` what the trace says; what is about files is the caller's.
/// @param rank  position in `traces`; loaded.
/// Errors: Cancelled. Cost: about that of `steps`, `trace-health` and reading the communication runs.
[[nodiscard]] Result<RankSummary> makeSummary(const std::shared_ptr<const TraceSet>& traces, std::uint32_t rank,
    const SummaryOptions& options, const AnalysisContext& context);

} // namespace kinetoscope
