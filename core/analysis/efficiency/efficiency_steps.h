// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/efficiency/owned_work.h"
#include "core/analysis/peaks/trace_peaks.h"
#include "core/analysis/types/analysis.h"
#include "core/base/remark.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace kinetoscope {

/// How the table `steps` is made.
struct EfficiencyStepOptions {
    bool isGpuWindow = false;    ///< a step's wall is from its first GPU work to that of the next step
    std::int64_t modelFlops = 0; ///< operations of one step, as the user knows them; 0: not given
};

/// The table `steps`, rank by rank: what of the peak each step reaches.
class EfficiencySteps {
public:
    EfficiencySteps(std::shared_ptr<const ScopedGpuWork> source, EfficiencyStepOptions options);
    ~EfficiencySteps();

    /// InvalidArgument if the scope's step pattern is no regular expression; Cancelled.
    [[nodiscard]] Result<Done> add(std::size_t rank, const RankOwnedWork& work, const TracePeaks& peaks,
        const Progress& progress, std::vector<Remark>& remarks);
    [[nodiscard]] Table take();

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

[[nodiscard]] std::vector<ColumnDescriptor> efficiencyStepColumns();

} // namespace kinetoscope
