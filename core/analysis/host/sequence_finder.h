// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/host/name_matcher.h"
#include "core/analysis/launch/launches.h"

#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace kinetoscope {

/// One op and the GPU work that it and everything below it launched.
struct KernelSequence {
    SliceId op;
    std::vector<SliceId> kernels; ///< in the order of the pattern
    Nanoseconds gpuTime = 0;      ///< sum of durations
    /// Between first start and last end, when none of `kernels` runs; pauses of kLongestPauseOfChain and more left out.
    Nanoseconds gaps = 0;
};
/// A pause this long is not the distance of two launches, and fusing would not remove it. The gap threshold of
/// idle-time.
inline constexpr Nanoseconds kLongestPauseOfChain = 30'000;
/// Name of the op, names of the kernels.
using SequencePattern = std::pair<StringId, std::vector<StringId>>;
using SequencesByPattern = std::map<SequencePattern, std::vector<KernelSequence>>;

struct SequenceRules {
    std::optional<NameMatcher> matcher; ///< none: every op
    std::size_t minimumKernels = 3;
    bool inLaunchOrder = false; ///< else by start on the GPU
};

/// The sequences of one rank by pattern, each pattern's in order of the ops' thread and time (SPEC.md 9.1).
///
/// With a matcher, the outermost matches at any depth ([DIFF-9.1]), host events only ([DIFF-9.3]). Without one, the
/// innermost ops that launch their kernels together: of ops with the same kernels the outermost, up to
/// kMaxKernelsOfChain each. O(host slices + launches log launches) with a matcher; without one, times the depth of ops.
/// Cancelled if told to stop.
[[nodiscard]] Result<SequencesByPattern> findSequences(
    const Trace& trace, const RankLaunches& launches, const SequenceRules& rules, const Progress& progress);

/// Longer chains are whole phases of a model, not candidates for fusion.
inline constexpr std::size_t kMaxKernelsOfChain = 64;

} // namespace kinetoscope
