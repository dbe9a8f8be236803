// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"
#include "core/base/nanoseconds.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace kinetoscope {

/// What a moment of a host thread is spent on, or why device time passes that the host does not explain (causes.md 1.3
/// and 1.7), or the work that a moment of a path is spent in. In the order in which the specification breaks ties.
enum class Cause : std::uint8_t {
    DataLoading,
    Synchronisation,
    MemoryAllocation,
    Graph,       ///< capture and launch of CUDA or HIP graphs
    CodeLoading, ///< contexts, libraries and kernels that are loaded when first used
    Profiler,    ///< its own overhead rows
    Compilation,
    Launch,
    CopyCall,
    OtherCall,
    Collective, ///< the host's part of one
    Op,         ///< self time of an op
    Python,
    Unrecorded,    ///< self time of an annotation, or nothing that was recorded
    LaunchLatency, ///< the host was late, and the launch has just returned
    KernelGap,     ///< queued, and shorter than the gap threshold
    EventWait,     ///< queued behind a wait for an event
    LateStart,     ///< queued, and nothing recorded explains the wait
    UnknownLaunch,
    Compute, ///< work as the owner of a link of a path; never of idle time
    Communication,
    Copy,
    OtherWork,
};
inline constexpr std::size_t kCauseCount = 23;
using TimesByCause = std::array<Nanoseconds, kCauseCount>; ///< ns
/// "data_loading", "synchronisation", ...
[[nodiscard]] std::string_view toString(Cause cause);
/// What a cause or a type of work is called in a sentence: "data loading". @param id  as toString(Cause) has it.
[[nodiscard]] Message causeInSentence(std::string_view id);
/// What the host did; the others are about hand-over and device.
[[nodiscard]] constexpr bool isHostCause(Cause cause)
{
    return cause <= Cause::Unrecorded;
}

/// From where on causes are told apart.
struct CauseThresholds {
    Nanoseconds gap = 30'000;         ///< ns; the gap threshold, as idle-time
    Nanoseconds slowCall = 1'000'000; ///< ns; a set-up call or first launch that takes this long loads code
    std::int64_t queueLength = 1000;  ///< pieces of work; from here on a launch waits for room in the queue
};

/// A synchronisation that goes on for so long after the work that it waits for is no longer just late to return.
inline constexpr Nanoseconds kLongInSync = 1'000'000;

} // namespace kinetoscope
