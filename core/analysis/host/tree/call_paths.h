// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/host/tree/call_tree_nodes.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// Calls that are the same to a reader: of one name and kind, below the same path. 24 equal layers in 100 steps are one
/// path with 2400 calls. The outermost paths are threads.
struct CallPath {
    std::uint32_t parent = kNone; ///< path; kNone: of a thread
    std::uint32_t depth = 0;      ///< 0: a thread
    TrackId thread;
    std::uint32_t firstNode = 0; ///< of the tree, the lowest of its calls; of a thread, of those that nothing is around
    std::uint64_t calls = 0;     ///< visible ones; of a thread, those that nothing is around
    Nanoseconds total = 0;       ///< visible time of those calls
    Nanoseconds self = 0;        ///< what of it no nested call of the same thread covers; 0 of a thread
    std::uint64_t kernels = 0;   ///< GPU work launched by them and all that is nested in them
    Nanoseconds kernelSum = 0;
    bool isShown = false; ///< something of it, or below it, is in the scope

    static constexpr std::uint32_t kNone = 0xffff'ffffu;
    [[nodiscard]] bool isThread() const { return parent == kNone; }
};

struct CallPaths {
    std::vector<CallPath> paths;       ///< parents before their children
    std::vector<std::uint32_t> pathOf; ///< by node of the tree
    /// Paths that are shown, as a reader goes through them: each before what is below it, siblings by their host time,
    /// longest first; those of the same time by the GPU work below them, then in the order of their first calls.
    std::vector<std::uint32_t> order;
};

/// What a path of steps is called: PyTorch's own word for all of them. Their numbers make no paths.
inline constexpr std::string_view kAllStepsName = "ProfilerStep*";
/// What the names of such steps begin with.
inline constexpr std::string_view kStepPrefix = "ProfilerStep#";

/// The paths of a tree. O(nodes). Pure. Returns early when told to stop, as Progress says.
[[nodiscard]] CallPaths callPaths(const CallTreeNodes& rank, const Progress& progress);

/// The name of a path: of its calls, of its thread.
[[nodiscard]] std::string_view nameOf(const CallPath& path, const CallTreeNodes& rank);

/// By path, whether it is `path` or below it. O(paths).
[[nodiscard]] std::vector<bool> pathsBelow(const CallPaths& paths, std::uint32_t path);

} // namespace kinetoscope
