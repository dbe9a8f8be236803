// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/remark.h"
#include "core/model/trace.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace kinetoscope {

/// One rank of a job.
struct RankTrace {
    std::int64_t rank = 0; ///< unique inside a TraceSet
    std::shared_ptr<const Trace> trace;
    /// Job time = time on the trace's clock + clockOffset. Job time 0 is the earliest event of all ranks.
    Nanoseconds clockOffset = 0;

    [[nodiscard]] Timestamp toJobTime(Timestamp traceTime) const { return saturatingAdd(traceTime, clockOffset); }
    [[nodiscard]] Timestamp toTraceTime(Timestamp jobTime) const { return saturatingSubtract(jobTime, clockOffset); }
};

/// A remark about one rank of a job.
[[nodiscard]] Remark remarkOfRank(const RankTrace& rank, std::string code, Message message);

/// What a person opened: one or many ranks on a common clock. Immutable; shared as std::shared_ptr<const TraceSet>.
///
/// Clock: Unix time where the files have `baseTimeNanoseconds` ([DIFF-0.6]), an absent base counts as 0; then shifted
/// so that the earliest event is at job time 0.
class TraceSet {
public:
    /// `ranks` in any order; sorted by rank here. Rank numbers must be unique (trace_discovery sees to it).
    TraceSet(std::vector<std::pair<std::int64_t, std::shared_ptr<const Trace>>> ranks, std::vector<Remark> remarks);

    [[nodiscard]] std::span<const RankTrace> ranks() const { return m_ranks; }
    [[nodiscard]] const RankTrace* findRank(std::int64_t rank) const;
    [[nodiscard]] std::size_t indexOfRank(std::int64_t rank) const; ///< ranks().size() when absent
    [[nodiscard]] std::span<const Remark> remarks() const { return m_remarks; }
    [[nodiscard]] TimeRange range() const { return m_range; }         ///< job time; begin is 0 unless empty
    [[nodiscard]] TimeRange coreRange() const { return m_coreRange; } ///< job time; without far outliers
    /// Job time; the first view: the part of the core range in which recorded work lies. A profiler's own spans reach
    /// further.
    [[nodiscard]] TimeRange workRange() const { return m_workRange; }
    [[nodiscard]] Timestamp unixOrigin() const
    {
        return m_unixOrigin;
    } ///< Unix ns of job time 0 (0-based where bases are absent)
    /// Distinct step numbers of all ranks, ascending.
    [[nodiscard]] std::vector<std::int64_t> stepNumbers() const;
    [[nodiscard]] std::uint64_t eventCount() const;

private:
    std::vector<RankTrace> m_ranks;
    std::vector<Remark> m_remarks;
    TimeRange m_range;
    TimeRange m_coreRange;
    TimeRange m_workRange;
    Timestamp m_unixOrigin = 0;
};

} // namespace kinetoscope
