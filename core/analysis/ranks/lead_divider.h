// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/annotation/annotations.h"
#include "core/analysis/collectives/collective_matching.h"
#include "core/analysis/gpu/idle_gaps.h"
#include "core/analysis/gpu/temporal_breakdown.h"
#include "core/analysis/ranks/late_parts.h"
#include "core/base/progress.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace kinetoscope {

/// A communication run of a rank as leads see it.
struct LeadRun {
    TimeRange range; ///< job time
    std::uint32_t group = 0;
    Nanoseconds wait = 0; ///< at its beginning
    bool isHost = false;  ///< a host range, no GPU work
    std::uint32_t run = 0;
    bool isLeftTogether = true; ///< as CollectiveInstance has it

    /// Whether to wait in it is to be held up by others than those of a group's collectives: it is of another group, or
    /// a transfer between some of its ranks.
    [[nodiscard]] bool isOther(std::uint32_t ofGroup) const { return group != ofGroup || !isLeftTogether; }
};

/// The runs of one rank, found by time.
class RunsByTime {
public:
    /// @param runs  in any order.
    explicit RunsByTime(std::vector<LeadRun> runs);
    [[nodiscard]] const std::vector<LeadRun>& runs() const { return m_runs; } ///< by start
    /// Those that overlap `range`, and maybe some more; by start. O(log n).
    [[nodiscard]] std::span<const LeadRun> around(TimeRange range) const;

private:
    std::vector<LeadRun> m_runs;
    std::vector<Timestamp> m_latestEnd; ///< of the runs up to each
};

/// Divides leads of one rank into what was done in them. Keeps a reference to the runs. Immutable.
class LeadDivider {
public:
    /// @param work  of the whole rank; its window reaches over all leads, as that of `idle`.
    /// Not complete if told to stop.
    LeadDivider(const RankGpuWork& work, const RankIdle& idle, const RunsByTime& runs, const Progress& progress);

    /// Exact: the parts add up to the length of the lead. O(runs in it log).
    [[nodiscard]] LateParts divide(const Lead& lead, std::uint32_t group) const;

private:
    /// The part of a union in which nothing is computed.
    [[nodiscard]] Nanoseconds withoutCompute(std::vector<TimeRange> ranges) const;

    const RunsByTime& m_runs;
    CoveredTime m_compute;
    CoveredTime m_communication; ///< exposed; with host runs
    CoveredTime m_copies;        ///< exposed, as the next
    CoveredTime m_other;
    std::vector<CoveredTime> m_idle; ///< by IdleCause
};

} // namespace kinetoscope
