// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/efficiency/efficiency_rows.h"
#include "core/analysis/types/analysis.h"
#include "core/base/remark.h"

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace kinetoscope {

/// How the table `steps` is made.
struct EfficiencyStepOptions {
    bool isGpuWindow = false;    ///< a step's wall is from its first GPU work to that of the next step
    std::int64_t modelFlops = 0; ///< operations of one step, as the user knows them; 0: not given
};

[[nodiscard]] std::vector<ColumnDescriptor> efficiencyStepColumns();

/// The table `steps`, rank by rank: what of the peak each step reaches.
class EfficiencySteps {
public:
    EfficiencySteps(std::shared_ptr<const ScopedGpuWork> source, EfficiencyStepOptions options)
        : m_source(std::move(source))
        , m_options(options)
    {
    }

    /// InvalidArgument if the scope's step pattern is no regular expression; Cancelled.
    /// @param evidence  as in EfficiencyTables, beside which it may run.
    [[nodiscard]] Result<Done> add(const EfficiencyInput& input, const std::shared_ptr<EfficiencyEvidence>& evidence,
        std::vector<Remark>& remarks);
    [[nodiscard]] Table take();

private:
    struct Sums;
    struct Row {
        EfficiencyRow row;
        TimeRange wall;
    };
    /// False: asked to stop.
    [[nodiscard]] bool fill(const EfficiencyInput& input, const std::vector<Step>& steps, std::vector<Sums>& sums,
        Sums& all, EfficiencyEvidence& evidence) const;
    /// Time in which work of each step runs, and in which any runs.
    static void addBusy(
        const EfficiencyInput& input, const EfficiencyEvidence& evidence, std::vector<Sums>& sums, Sums& all);
    [[nodiscard]] TimeRange wallOf(
        const std::vector<Step>& steps, const std::vector<Sums>& sums, std::size_t i, const RankTrace& rank) const;
    void write(const EfficiencyInput& input, Cell step, Sums& sums, TimeRange wallRange);

    std::shared_ptr<const ScopedGpuWork> m_source;
    EfficiencyStepOptions m_options;
    Table m_table { "steps", kEfficiencyStepsTitle, efficiencyStepColumns() };
    std::vector<Row> m_rows;
};

} // namespace kinetoscope
