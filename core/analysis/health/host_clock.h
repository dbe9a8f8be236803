// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"

#include <cstddef>
#include <vector>

namespace kinetoscope {

/// That work starts before it was launched, which no clock that both sides share would say.
/// @param areNumbersShared  correlation numbers of the trace are used more than once, so that links may be wrong.
[[nodiscard]] Message workBeforeLaunch(std::size_t number, Nanoseconds time, bool areNumbersShared);

/// Stream synchronisations right after a copy, on its thread, that return before the copy has ended.
struct EarlyReturns {
    std::vector<SliceId> calls; ///< empty unless nearly all do, long before: a single one may be about another stream
    std::size_t all = 0;
    Nanoseconds median = 0; ///< from the return to the end of the copy
};
/// O(slices). Not complete if told to stop.
[[nodiscard]] EarlyReturns earlyReturnsOf(const Trace& trace, const Progress& progress);
/// What trace-health says of them.
[[nodiscard]] Message earlyReturns(const EarlyReturns& found);

/// Work that starts on a GPU on which nothing had run for some time. It was not queued behind other work, so a launch
/// that comes long before the start, each time, is one of a clock that differs. Long calls that return as their work
/// starts do not count.
struct LateStarts {
    std::vector<SliceId> works; ///< empty unless there are several, and all start long after their launch
    Nanoseconds least = 0;      ///< from the start of the launch to that of its work
};
/// O(GPU work log streams), of a sound trace up to the first idle time. Not complete if told to stop.
[[nodiscard]] LateStarts lateStartsOf(const Trace& trace, const Progress& progress);
/// What trace-health says of them.
[[nodiscard]] Message lateStarts(const LateStarts& found);

/// Kernels that begin and end inside their launch call, by number and by time nearly all of a trace: launches wait
/// there, as with CUDA_LAUNCH_BLOCKING=1.
struct BlockingLaunches {
    std::vector<SliceId> kernels; ///< empty unless it is nearly all
    std::size_t all = 0;          ///< kernels with a launch; 0 where it is not
};
/// O(links). Not complete if told to stop.
[[nodiscard]] BlockingLaunches blockingLaunchesOf(const Trace& trace, const Progress& progress);
/// What trace-health says of them.
[[nodiscard]] Message blockingLaunches(const BlockingLaunches& found);

/// Says of each rank of the scope that the clocks of host and GPU disagree, as trace-health does: what stands on both
/// clocks is off by as much; that correlation numbers tell much of the work's launches not apart, on which all of that
/// stands; that launches wait for their kernels; and that GPU work is left out. O(slices), of a sound trace some
/// nanoseconds each.
/// @param threads  as many are used, three at most for a rank.
void remarkOnHostClock(const AnalysisInput& input, const Progress& progress, int threads, std::vector<Remark>& remarks);

} // namespace kinetoscope
