// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/gpu/gpu_work.h"
#include "core/analysis/job/op_changes.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// What a comparison looks at.
struct ComparedOps {
    bool host = true;
    bool device = true;
    bool useShortNames = false;
};

/// One side of a comparison: the ops of chosen ranks and steps of one job, by the names they are compared under.
/// Keeps the traces alive. Immutable; thread-safe.
class TraceSide {
public:
    /// @param input  its scope holds the chosen ranks and steps; no steps: the whole trace.
    [[nodiscard]] static Result<std::shared_ptr<const TraceSide>> create(
        const AnalysisInput& input, const ComparedOps& ops, const KernelClassifier& classifier);

    /// Sums by name. Ops count in the step they start in, GPU work in the step it was launched in; a range cuts both.
    /// Corrupt times are left out. O(slices). Cancelled if told to stop.
    [[nodiscard]] Result<OpTotalsByName<Nanoseconds>> totals(const Progress& progress) const;
    /// What was summed under one name, as this side's slices (SliceRef::rank counts this side's ranks).
    [[nodiscard]] Selection evidence(std::string_view name) const;
    /// Chosen steps times ranks that have them: what a figure is divided by to compare runs of different length. At
    /// least 1.
    [[nodiscard]] std::int64_t parts() const { return m_parts; }

private:
    class Names;
    struct Host {
        std::uint32_t rankIndex = 0;  ///< in TraceSet::ranks()
        std::vector<TimeRange> steps; ///< union, job time
    };
    TraceSide() = default;
    template <typename Visit> Result<Done> visitRank(std::size_t i, const Progress& progress, Visit visit) const;
    template <typename Visit> Result<Done> visitHost(std::size_t i, const Progress& progress, Visit visit) const;

    std::shared_ptr<const ScopedGpuWork> m_work;
    std::vector<Host> m_hosts; ///< by rank of m_work
    ComparedOps m_ops;
    std::int64_t m_parts = 1;
};

} // namespace kinetoscope
