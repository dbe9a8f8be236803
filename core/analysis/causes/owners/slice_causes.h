// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/cause.h"
#include "core/analysis/causes/owners/loading_doubts.h"
#include "core/analysis/causes/work/call_names.h"
#include "core/base/progress.h"
#include "core/model/trace.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace kinetoscope {

/// What each host slice spends its own time on (causes.md 1.3), by its kind, its name and what it is nested in. Keeps a
/// reference to the trace. Immutable; read from any thread.
class SliceCauses {
public:
    using Tasks = std::span<const std::function<void()>>;

    /// O(slices), and a byte for each; each distinct name is matched once, by each of several parts. Not complete if
    /// told to stop.
    /// @param threads  as many are used.
    /// @param before   other things that they do at the same time, begun first and in this order;
    /// @param midway   more of them, begun when half of the slices are being read: they may wait for those.
    SliceCauses(const Trace& trace, const CauseThresholds& thresholds, const Progress& progress, int threads = 1,
        Tasks before = {}, Tasks midway = {});

    /// Unrecorded for none. O(1).
    [[nodiscard]] Cause of(SliceId slice) const
    {
        return slice.isValid() ? static_cast<Cause>(m_rows[slice.index()] & kCauseBits) : Cause::Unrecorded;
    }
    /// By StringId of its name: the first work of each name, invalid of other names.
    [[nodiscard]] const std::vector<SliceId>& firstWorks() const { return m_firstOfName; }
    /// Slow calls that count as loading code by causes.md 1.3, rule 7, and may do something else, in the order of rows:
    /// - those without work, where calls of the same name came before and GPU work had been launched by then: what
    ///   they do is not new;
    /// - those that go on after all that is new of their work had started to run, by when its code was there: for as
    ///   long as makes a call slow, or they had not been slow until then.
    [[nodiscard]] const std::vector<DoubtfulCall>& doubtfulLoading() const { return m_doubtful; }
    /// Rows of the profiler's overhead, in the order of rows.
    [[nodiscard]] const std::vector<SliceId>& overhead() const { return m_overhead; }

private:
    static constexpr unsigned kCauseBits = 15;
    static constexpr unsigned kAroundShift = 4;
    static_assert(static_cast<unsigned>(Cause::Unrecorded) <= kCauseBits);
    static_assert((static_cast<unsigned>(kAroundPython) << kAroundShift) <= UINT8_MAX);

    /// What a part of the slices says, before it is put together with what the others say.
    struct Part;
    void readSlices(Part& part, const Progress& progress);
    void readOther(Part& part, SliceId slice);
    void readCall(Part& part, std::uint32_t row, unsigned around);
    void add(const Part& part);
    void addLateLoading(std::vector<SliceId> calls, const Progress& progress);
    void addStartedLoading(const std::vector<SliceId>& calls, const Progress& progress);
    [[nodiscard]] std::optional<Timestamp> lastStartInside(SliceId call) const;
    void setCauseOfCall(std::uint32_t row, CallName meaning);
    [[nodiscard]] Cause causeOfCall(SliceId call, CallName meaning) const;
    [[nodiscard]] bool launchesSomethingNew(SliceId call) const;

    const Trace& m_trace;
    Nanoseconds m_slowCall;
    /// By row: what of() says, and above that the AroundName bits of the slice and of what it is nested in.
    std::vector<std::uint8_t> m_rows;
    std::vector<SliceId> m_firstOfName; ///< by StringId: first work of that name
    std::vector<DoubtfulCall> m_doubtful;
    std::vector<SliceId> m_overhead;
    Timestamp m_firstLaunch = kMaxTimestamp;
};

} // namespace kinetoscope
