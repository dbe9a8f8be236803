// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/blocking_calls.h"
#include "core/analysis/causes/cause_rules.h"
#include "core/analysis/causes/line_totals.h"
#include "core/analysis/causes/owner_keys.h"
#include "core/analysis/causes/thread_lines.h"
#include "core/analysis/gpu/idle_gaps.h"

#include <functional>
#include <map>
#include <optional>
#include <vector>

namespace kinetoscope {

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
    IdleLedger(const RankTrace& rank, const CauseThresholds& thresholds, const Progress& progress);

    /// Calls `visit` for each part of a gap in time order; together they are gap.range. O(log segments + parts).
    void explain(const IdleGap& gap, const std::function<void(const IdlePart&)>& visit);
    /// The parts of a gap that lie in `window`, summed: calls `visit` for times of the keys, maybe several times for a
    /// key. Gaps that cover the same part of a line again and again cost O(log segments + keys) each, not its length.
    /// @param keys  the same object for all calls; it may get new ones.
    using VisitTime = std::function<void(std::uint32_t key, Nanoseconds length, bool isAfterSync)>;
    void sum(const IdleGap& gap, const TimeRange& window, OwnerKeys& keys, const VisitTime& visit);
    [[nodiscard]] TrackId mainThread() const { return m_lines.mainThread(); }

private:
    /// How a gap divides before the line of its thread is looked at; job time.
    struct Division {
        TrackId thread;
        TimeRange host; ///< that thread was late
        TimeRange rest; ///< of the hand-over and the device: one part
        OwnedCause restCause;
        SliceId call;            ///< IdlePart::afterCall
        Timestamp afterFrom = 0; ///< from there on parts are after it
    };
    /// A line of ThreadLines as often as it was walked; when that has cost as much as adding it up, it has totals.
    struct SummedLine {
        std::size_t walked = 0;
        LineTotals totals;
    };
    /// Start of the trace's first host slice or work, trace time. O(slices) the first time.
    [[nodiscard]] Timestamp firstMoment();
    [[nodiscard]] Division divide(const IdleGap& gap);
    void sumLine(const LineId& line, const TimeRange& range, OwnerKeys& keys, const LineTotals::Visit& visit);
    [[nodiscard]] LineTotals totalsOf(const LineId& line, OwnerKeys& keys);
    [[nodiscard]] SliceId blockingCallAt(TrackId thread, Timestamp time);

    const RankTrace& m_rank;
    const Trace& m_trace;
    const Progress& m_progress;
    ThreadLines m_lines;
    Nanoseconds m_gapThreshold;
    BlockingCalls m_blocking;
    CauseRules m_rules;
    std::map<LineId, SummedLine> m_summed;
    std::optional<Timestamp> m_firstMoment;
};

} // namespace kinetoscope
