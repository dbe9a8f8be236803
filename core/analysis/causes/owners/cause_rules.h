// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/cause.h"
#include "core/analysis/causes/owners/slice_causes.h"
#include "core/analysis/causes/owners/thread_lines.h"
#include "core/analysis/causes/work/blocking_calls.h"

#include <algorithm>
#include <functional>
#include <vector>

namespace kinetoscope {

/// A cause and whose it is.
struct OwnedCause {
    Cause cause = Cause::Unrecorded;
    SliceId owner;
};

/// What moments of a host thread and waits of a device are put down to (causes.md 1.3 and 1.7). Keeps references to the
/// trace and to the calls. Immutable; read from any thread.
class CauseRules {
public:
    /// O(rows of overhead log of that).
    CauseRules(
        const Trace& trace, const CauseThresholds& thresholds, const BlockingCalls& blocking, SliceCauses causes);

    /// What a host slice spends its own time on; Unrecorded for none. O(1).
    [[nodiscard]] Cause of(SliceId owner) const { return m_causes.of(owner); }
    /// Cuts a segment where its cause changes: behind a copy, below rows of the profiler's overhead. Calls `visit` for
    /// its parts in time order; none is empty.
    template <typename Visit> void split(const LineSegment& segment, Visit&& visit) const
    {
        if (!isOneCause(segment))
            splitAtChanges(segment, visit);
        else if (!segment.range.isEmpty())
            visit(segment.range, of(segment.owner));
    }
    /// Whether split() leaves a segment whole. Nearly all are.
    // Asked once a segment, and left a call by GCC's own limit.
    [[nodiscard, gnu::always_inline]] bool isOneCause(const LineSegment& segment) const
    {
        // A copy that waits in any way: also for a place in a full queue, as a memset may.
        if (of(segment.owner) == Cause::CopyCall && m_blocking.blocks(segment.owner))
            return false;
        return m_overhead.empty() || nextOverhead(segment.range.begin) >= segment.range.end;
    }
    /// Begin of the first row of the profiler's overhead that ends behind a moment; kMaxTimestamp behind the last.
    /// O(1), as a rule.
    [[nodiscard]] Timestamp nextOverhead(Timestamp time) const
    {
        const auto row = overheadBehind(time);
        return row != m_overhead.end() ? row->range.begin : kMaxTimestamp;
    }
    /// By StringId of its name: the first work of each name, invalid of other names.
    [[nodiscard]] const std::vector<SliceId>& firstWorks() const { return m_causes.firstWorks(); }
    [[nodiscard]] const std::vector<DoubtfulCall>& doubtfulLoading() const
    {
        return m_causes.doubtfulLoading();
    } ///< as there
    /// Why `work` started that much later than its thread was done with it.
    /// @param length    ns; >= 0.
    /// @param isQueued  it was in its queue all the time.
    [[nodiscard]] OwnedCause ofWait(SliceId work, Nanoseconds length, bool isQueued) const
    {
        if (length >= m_thresholds.gap)
            return ofLongWait(work);
        const bool hasLaunch = m_trace.slices().partner[work.index()].isValid();
        return { isQueued && hasLaunch ? Cause::KernelGap : Cause::LaunchLatency, work };
    }

private:
    struct OverheadRow {
        TimeRange range;
        bool loadsCode = false;
    };
    void readOverhead(std::vector<SliceId> rows);
    void splitAtChanges(const LineSegment& segment, const std::function<void(TimeRange, Cause)>& visit) const;
    /// The first row that ends behind a moment.
    [[nodiscard]] std::vector<OverheadRow>::const_iterator overheadBehind(Timestamp time) const
    {
        if (m_overhead.empty() || time < m_overhead.front().range.begin)
            return m_overhead.begin();
        if (time >= m_overhead.back().range.end)
            return m_overhead.end();
        const std::size_t bucket = bucketOf(time);
        return std::partition_point(m_overhead.begin() + m_firstOfBucket[bucket],
            m_overhead.begin() + m_firstOfBucket[bucket + 1] + 1,
            [time](const OverheadRow& each) { return each.range.end <= time; });
    }
    /// @param time  in the range of all overhead.
    [[nodiscard]] std::size_t bucketOf(Timestamp time) const
    {
        return static_cast<std::size_t>(
                   static_cast<std::uint64_t>(time) - static_cast<std::uint64_t>(m_overhead.front().range.begin))
            >> m_bucketShift;
    }
    void indexOverhead();
    [[nodiscard]] OwnedCause ofLongWait(SliceId work) const;

    const Trace& m_trace;
    CauseThresholds m_thresholds;
    const BlockingCalls& m_blocking;
    SliceCauses m_causes;
    std::vector<OverheadRow> m_overhead; ///< disjoint, sorted
    /// Of as many equal parts of the time from its begin to its end, and one more: the first row that ends behind the
    /// part's begin; the last row at the end. Nearly all moments are asked for.
    std::vector<std::uint32_t> m_firstOfBucket;
    unsigned m_bucketShift = 0;
};

} // namespace kinetoscope
