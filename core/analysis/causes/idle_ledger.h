// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/blocking_calls.h"
#include "core/analysis/causes/call_names.h"
#include "core/analysis/causes/cause.h"
#include "core/analysis/causes/line_totals.h"
#include "core/analysis/causes/owner_keys.h"
#include "core/analysis/causes/thread_lines.h"
#include "core/analysis/gpu/idle_gaps.h"

#include <functional>
#include <map>
#include <vector>

namespace kinetoscope {

/// From where on the ledger tells things apart; ns.
struct LedgerThresholds {
    Nanoseconds gap = 30'000;         ///< the gap threshold, as idle-time
    Nanoseconds slowCall = 1'000'000; ///< a set-up call or first launch that takes this long loads code
    std::int64_t queueLength = 1000;  ///< pieces of work; from here on a launch waits for room in the queue
};

/// A part of a gap and whose it is.
struct IdlePart {
    TimeRange range; ///< job time; not empty
    Cause cause = Cause::Unrecorded;
    SliceId owner; ///< host slice or work; invalid where nothing was recorded
    /// The blocking call that the host was in when the gap began: it had waited for the GPU and only then went on. For
    /// the parts of the host and the latency of its launch; invalid where there is none.
    SliceId afterCall;
};

/// The idle ledger of one rank: every idle nanosecond has one owner (causes.md section 2). Keeps references to the rank
/// and, through `progress`, to the job. Not thread-safe.
class IdleLedger {
public:
    /// O(host slices).
    IdleLedger(const RankTrace& rank, const LedgerThresholds& thresholds, const Progress& progress);

    /// Calls `visit` for each part of a gap in time order; together they are gap.range. O(log segments + parts).
    void explain(const IdleGap& gap, const std::function<void(const IdlePart&)>& visit);
    /// The parts of a gap that lie in `window`, summed: calls `visit` for times of the keys, maybe several times for a
    /// key. Gaps that cover the same part of a line again and again cost O(log segments + keys) each, not its length.
    /// @param keys  the same object for all calls; it may get new ones.
    using VisitTime = std::function<void(std::uint32_t key, Nanoseconds length, bool isAfterSync)>;
    void sum(const IdleGap& gap, const TimeRange& window, OwnerKeys& keys, const VisitTime& visit);
    [[nodiscard]] TrackId mainThread() const { return m_lines.mainThread(); }

private:
    struct OverheadRow {
        TimeRange range;
        bool loadsCode = false;
    };
    /// How a gap divides before the line of its thread is looked at; job time.
    struct Division {
        TrackId thread;
        TimeRange host; ///< that thread was late
        TimeRange rest; ///< of the hand-over and the device: one part
        Cause restCause = Cause::Unrecorded;
        SliceId restOwner;
        SliceId call;            ///< IdlePart::afterCall
        Timestamp afterFrom = 0; ///< from there on parts are after it
    };
    /// A line of ThreadLines as often as it was walked; when that has cost as much as adding it up, it has totals.
    struct SummedLine {
        std::size_t walked = 0;
        LineTotals totals;
    };
    [[nodiscard]] Division divide(const IdleGap& gap);
    void sumLine(const ThreadLine& line, const TimeRange& range, OwnerKeys& keys, const LineTotals::Visit& visit);
    [[nodiscard]] LineTotals totalsOf(const ThreadLine& line, OwnerKeys& keys) const;
    void readNames();
    void readOverhead();
    [[nodiscard]] Cause causeOf(SliceId owner) const;
    [[nodiscard]] Cause causeOfCall(SliceId call) const;
    [[nodiscard]] bool launchesSomethingNew(SliceId call) const;
    [[nodiscard]] Cause deviceCause(SliceId work, Nanoseconds length, bool isQueued, SliceId& owner) const;
    [[nodiscard]] SliceId blockingCallAt(TrackId thread, Timestamp time);
    void splitSegment(const LineSegment& segment, const std::function<void(TimeRange, Cause)>& visit) const;

    const RankTrace& m_rank;
    const Trace& m_trace;
    LedgerThresholds m_thresholds;
    const Progress& m_progress;
    ThreadLines m_lines;
    BlockingCalls m_blocking;
    std::vector<std::uint8_t> m_around;               ///< by row: AroundName bits of it and of what it is nested in
    std::vector<SliceId> m_firstOfName;               ///< by StringId: first work of that name
    std::vector<CallName> m_callNames;                ///< by StringId: of names that calls have
    std::vector<OverheadRow> m_overhead;              ///< disjoint, sorted
    std::map<const ThreadLine*, SummedLine> m_summed; ///< lines of m_lines
    Timestamp m_firstLaunch = kMaxTimestamp;
};

} // namespace kinetoscope
