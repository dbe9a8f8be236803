// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/ranks/late_parts.h"
#include "core/analysis/ranks/rank_times.h"

#include <cstdint>
#include <span>
#include <vector>

namespace kinetoscope {

/// A communication run of a rank as leads see it.
struct LeadRun {
    TimeRange range;      ///< job time
    Nanoseconds wait = 0; ///< at its beginning
    std::uint32_t group = 0;
    std::uint32_t run = 0;
    bool isHost = false;        ///< a host range, no GPU work
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

/// The host ranges among them, as RankTimes takes them.
[[nodiscard]] std::vector<TimeRange> hostRunsOf(const RunsByTime& runs);

/// Divides leads of one rank into what was done in them. Keeps references to both. Immutable.
class LeadDivider {
public:
    LeadDivider(const RankTimes& times, const RunsByTime& runs)
        : m_times(times)
        , m_runs(runs)
    {
    }

    /// Exact: the parts add up to the length of the lead. O(runs in it log).
    [[nodiscard]] LateParts divide(const Lead& lead, std::uint32_t group) const;

private:
    /// The part of a union of runs in which nothing is computed.
    [[nodiscard]] Nanoseconds withoutCompute(std::vector<TimeRange> ranges) const;

    const RankTimes& m_times;
    const RunsByTime& m_runs;
};

} // namespace kinetoscope
