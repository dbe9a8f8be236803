// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/owners/cause_rules.h"
#include "core/base/progress.h"
#include "core/model/trace.h"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace kinetoscope {

/// Ops that launch something for the first time: where they do far more before that than they usually do, they are
/// probably loading code (causes.md, section 5). Keeps a reference to the trace.
class FirstLaunches {
public:
    /// O(names).
    FirstLaunches(const Trace& trace, const CauseRules& rules);

    /// What an op does itself in a stretch; trace time. Whether that begins before the last of its launches that launch
    /// something for the first time: only such time counts. O(1), for those ops O(log ops).
    bool add(SliceId op, const TimeRange& range);
    /// Those that are probably loading code, and what they do themselves before that launch, of all that was added.
    /// @param slowCall  ns; what takes no longer is not.
    /// O(slices) where any takes longer. Not complete if told to stop.
    [[nodiscard]] std::vector<std::pair<SliceId, Nanoseconds>> loading(
        Nanoseconds slowCall, const Progress& progress) const;

    /// Where such ops may do so: each from its beginning to that launch, where that is longer than `slowCall`; trace
    /// time, by begin. O(ops log ops).
    [[nodiscard]] std::vector<TimeRange> stretches(Nanoseconds slowCall) const;

private:
    struct First {
        Timestamp until = kMinTimestamp; ///< start of that launch
        Nanoseconds time = 0;
    };
    /// What the calls of an op take themselves, all together.
    struct Usual {
        Nanoseconds time = 0;
        std::int64_t calls = 0;
    };
    void findUsual(std::map<StringId, Usual>& ops, const Progress& progress) const;

    const Trace& m_trace;
    std::map<SliceId, First> m_firsts; ///< by op around the first launch of a kernel
    std::vector<bool> m_isFirst;       ///< by row: whether m_firsts has it
};

} // namespace kinetoscope
