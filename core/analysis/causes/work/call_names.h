// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace.h"

#include <cstdint>
#include <string_view>

namespace kinetoscope {

/// What the name of a host call says about it; the patterns of causes.md 1.3, the first that applies.
enum class CallName : std::uint8_t {
    Plain,
    Graph,
    Synchronisation,
    Allocation,
    CodeLoading,
    Copy,
    Launch,
};
[[nodiscard]] CallName callNameOf(std::string_view name);

/// What the name of an op, an annotation or a Python frame says about all that is nested in it. Bits.
enum AroundName : std::uint8_t {
    kAroundDataLoading = 1,
    kAroundCompilation = 2,
    kAroundCollective = 4,
    kAroundPython = 8, ///< set for Python frames whatever their name
};
/// @param kind  of the slice with this name; 0 for calls.
[[nodiscard]] std::uint8_t aroundNameOf(EventKind kind, std::string_view name);

/// A frame that takes no time of its own, because it sleeps or waits for another thread, a request or a timer:
/// "<built-in method acquire of _thread.lock object at 0x...>", "threading.py(355): wait".
[[nodiscard]] bool isWaitingFrame(std::string_view frameName);
/// An op or a frame in which the host waits for other ranks to come, as in torch.distributed.barrier(): it takes no
/// time of its own.
[[nodiscard]] bool isWaitForRanks(std::string_view name);
/// The frame of time.sleep(), which waits for as long as the program asks for, whatever else gets faster.
inline constexpr std::string_view kSleepFrame = "<built-in function sleep>";

/// An op that only a thread of the backward pass runs.
[[nodiscard]] bool isBackwardOp(std::string_view opName);

} // namespace kinetoscope
