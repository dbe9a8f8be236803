// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/efficiency/efficiency_rows.h"
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
    /// @param evidence  as in EfficiencyTables, beside which it may run.
    [[nodiscard]] Result<Done> add(const EfficiencyInput& input, const std::shared_ptr<EfficiencyEvidence>& evidence,
        std::vector<Remark>& remarks);
    [[nodiscard]] Table take();

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

[[nodiscard]] std::vector<ColumnDescriptor> efficiencyStepColumns();

} // namespace kinetoscope
