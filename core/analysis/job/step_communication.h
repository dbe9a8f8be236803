// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/job/straggler_vote.h"
#include "core/analysis/ranks/rank_clocks.h"
#include "core/analysis/types/analysis.h"

#include <cstdint>
#include <set>
#include <vector>

namespace kinetoscope {

inline constexpr std::int64_t kStragglersWholeTrace = 0; ///< the step number where there are no steps

/// A communication kernel and the step it was launched in.
struct StepCommunicationRow {
    CollectiveKey key;
    std::int64_t step = 0;
    CollectiveRun<Nanoseconds> run;
};

/// The steps whose work is compared, and that work.
struct StepCommunication {
    std::vector<StepCommunicationRow> rows; ///< ranks ascending; latest start of a rank's collective in a step last
    std::set<std::int64_t> steps;
    std::vector<std::int64_t> leftOut; ///< ranks of which no work belongs to one of `steps`
    TimeRange span { kMaxTimestamp, kMinTimestamp };

    [[nodiscard]] double stepLength() const
    {
        return steps.empty() ? 0.0 : static_cast<double>(span.length()) / static_cast<double>(steps.size());
    }
};

/// The communication of the given steps of all ranks, in one pass; of the whole scope as one step if there are none.
/// O(n log n) in the GPU work. Errors: those of ScopedGpuWork.
/// @param clocks  of the input's ranks, which its traces are not on: starts are put on them; null: they stay.
[[nodiscard]] Result<StepCommunication> communicationOf(const AnalysisInput& input,
    const std::vector<std::int64_t>& steps, const RankClocks* clocks, const AnalysisContext& context);

} // namespace kinetoscope
