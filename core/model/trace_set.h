// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/companions.h"
#include "core/base/remark.h"
#include "core/model/rank_alignment.h"
#include "core/model/rank_summary.h"
#include "core/model/trace.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace kinetoscope {

/// How much of a rank is in memory.
enum class RankPresence : std::uint8_t {
    Loaded,  ///< its trace is
    Summary, ///< only RankTrace::summary is: what collectives, steps and waits are told by
    Listed,  ///< known, not read yet
    Failed,  ///< its trace could not be read: RankTrace::why
};

/// One rank of a job.
struct RankTrace {
    std::int64_t rank = 0; ///< unique inside a TraceSet
    /// Never null inside a TraceSet. Of a rank that is not loaded it has no events: whoever reads slices finds none.
    std::shared_ptr<const Trace> trace;
    /// Job time = time t on the trace's clock + clockOffset + floor(drift x (t - driftFrom)). Job time 0 is the
    /// earliest event of all ranks.
    Nanoseconds clockOffset = 0;
    ClockRate drift {};                        ///< above -1, nearly always 0
    Timestamp driftFrom = 0;                   ///< on the trace's clock
    std::optional<RankAlignment> alignment {}; ///< none where clocks are as the files have them
    RankPresence presence = RankPresence::Loaded;
    std::string path; ///< where the trace is, or was when it was summarized; "" is filled in with Trace::path()
    std::shared_ptr<const RankSummary> summary; ///< may be there beside a loaded trace; null without one
    Message why;                                ///< one sentence, of a rank that is listed or has failed

    [[nodiscard]] bool isLoaded() const { return presence == RankPresence::Loaded; }
    /// What figures of this rank are read from where its trace is not loaded; null where they are read from the trace,
    /// and where there is nothing to read.
    [[nodiscard]] const RankSummary* readsFrom() const
    {
        return presence == RankPresence::Summary ? summary.get() : nullptr;
    }
    /// Numbers of its steps, ascending, each once; from the trace, else from the summary. O(steps log steps).
    [[nodiscard]] std::vector<std::int64_t> stepNumbers() const;

    /// Keeps the order of times; saturates.
    [[nodiscard]] Timestamp toJobTime(Timestamp traceTime) const
    {
        const Timestamp moved = saturatingAdd(traceTime, clockOffset);
        return drift.isZero() ? moved : saturatingAdd(moved, drift.of(saturatingSubtract(traceTime, driftFrom)));
    }
    [[nodiscard]] TimeRange toJobTime(const TimeRange& traceTime) const
    {
        return { toJobTime(traceTime.begin), toJobTime(traceTime.end) };
    }
    /// What a slice is on this clock.
    [[nodiscard]] TimeRange jobRange(SliceId slice) const { return toJobTime(trace->slices().range(slice)); }
    /// The earliest time on the trace's clock that is not before `jobTime`: with a drift, several of them may be one
    /// nanosecond of job time, or one may be none.
    [[nodiscard]] Timestamp toTraceTime(Timestamp jobTime) const
    {
        return drift.isZero() ? saturatingSubtract(jobTime, clockOffset)
                              : ClockMap { clockOffset, drift, driftFrom }.inverse(jobTime);
    }
};

/// A stretch of `from`'s job time on that of `to`; both are one rank.
[[nodiscard]] TimeRange movedTo(const RankTrace& to, const RankTrace& from, TimeRange range);

/// A remark about one rank of a job.
[[nodiscard]] Remark remarkOfRank(const RankTrace& rank, std::string code, Message message);

/// What a person opened: one or many ranks on a common clock. Immutable; shared as std::shared_ptr<const TraceSet>.
///
/// Clock: Unix time where the files have `baseTimeNanoseconds` ([DIFF-0.6]), an absent base counts as 0; then shifted
/// so that the earliest event is at job time 0. Of a rank that is not loaded the summary says where its times begin
/// and end. Where clocks were measured (withClocks), each rank's is put to that of its reference before.
class TraceSet {
public:
    /// `ranks` in any order; sorted by rank here. Rank numbers must be unique (trace_discovery sees to it).
    TraceSet(std::vector<std::pair<std::int64_t, std::shared_ptr<const Trace>>> ranks, std::vector<Remark> remarks);
    /// The same of ranks of which not all are loaded: `trace` may be null where `presence` says so, and is a trace
    /// without events then. `clockOffset` is computed here.
    [[nodiscard]] static TraceSet ofRanks(std::vector<RankTrace> ranks, std::vector<Remark> remarks);
    /// The same ranks on the clocks that were measured. O(lanes).
    /// @param own         on the clocks of the files.
    /// @param alignments  by position in ranks(); a map that would turn times around moves nothing.
    [[nodiscard]] static std::shared_ptr<const TraceSet> withClocks(
        std::shared_ptr<const TraceSet> own, std::vector<RankAlignment> alignments);
    /// The set that `set` was made of by withClocks, on the clocks of the files; else itself.
    [[nodiscard]] static std::shared_ptr<const TraceSet> onOwnClocks(const std::shared_ptr<const TraceSet>& set);
    /// `set` with the drift of each clock as one offset, right in the middle of the rank's recording; itself where no
    /// clock drifts. Lengths of time are those of the rank's own clock there: what figures of a rank are made of.
    [[nodiscard]] static std::shared_ptr<const TraceSet> withoutDrift(const std::shared_ptr<const TraceSet>& set);
    /// Whether clocks were measured.
    [[nodiscard]] bool hasMeasuredClocks() const { return m_onOwnClocks != nullptr; }

    /// By rank number, ascending.
    [[nodiscard]] std::span<const RankTrace> ranks() const { return m_ranks; }
    /// By its number; nullptr when absent, else lives as long as this. O(log ranks).
    [[nodiscard]] const RankTrace* findRank(std::int64_t rank) const;
    [[nodiscard]] std::size_t indexOfRank(std::int64_t rank) const; ///< ranks().size() when absent; O(log ranks)
    [[nodiscard]] std::span<const Remark> remarks() const { return m_remarks; }
    [[nodiscard]] TimeRange range() const { return m_range; }         ///< job time; begin is 0 unless empty
    [[nodiscard]] TimeRange coreRange() const { return m_coreRange; } ///< job time; without far outliers
    /// Job time; the first view: the part of the core range in which recorded work lies. A profiler's own spans reach
    /// further. Of the first rank with work where isFarApart().
    [[nodiscard]] TimeRange workRange() const { return m_workRange; }
    /// Whether the ranks lie so far apart, as those that have no clock in common, that a view of all shows none.
    [[nodiscard]] bool isFarApart() const { return m_isFarApart; }
    /// Unix ns of job time 0 (0-based where bases are absent).
    [[nodiscard]] Timestamp unixOrigin() const { return m_unixOrigin; }
    /// Distinct step numbers of all ranks, ascending. O(steps log steps).
    [[nodiscard]] std::vector<std::int64_t> stepNumbers() const;
    [[nodiscard]] std::uint64_t eventCount() const; ///< of all ranks; of summaries what they say
    /// What was found out about this job and is kept with it. Shared with the sets that withClocks makes of this one:
    /// of the same ranks, loaded or not, on other clocks.
    [[nodiscard]] Companions& companions() const { return *m_companions; }
    /// Whether each rank's trace is loaded. O(ranks).
    [[nodiscard]] bool areAllLoaded() const { return std::ranges::all_of(m_ranks, &RankTrace::isLoaded); }

private:
    TraceSet() = default;
    void findRanges();
    void moveOrigin();

    std::shared_ptr<const TraceSet> m_onOwnClocks;  ///< what the clocks were measured in; nullptr where they were not
    std::shared_ptr<const TraceSet> m_withoutDrift; ///< nullptr where no clock drifts
    std::shared_ptr<Companions> m_companions = std::make_shared<Companions>();
    std::vector<RankTrace> m_ranks;
    std::vector<Remark> m_remarks;
    TimeRange m_range;
    TimeRange m_coreRange;
    TimeRange m_workRange;
    Timestamp m_unixOrigin = 0;
    bool m_isFarApart = false;
};

} // namespace kinetoscope
