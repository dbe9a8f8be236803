// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/model/trace.h"

#include <cstddef>
#include <span>

namespace kinetoscope {

/// How full launches of a kernel make the GPU, as Kineto writes it with kernels of CUDA ("blocks per SM"): below 1
/// there are multiprocessors that get no block of the launch.
struct BlocksPerMultiprocessor {
    double most = 0;        ///< among the launches that were looked at; 0 where one of them does not say it
    std::size_t looked = 0; ///< at so many
};

/// So many launches are looked at: the longest ones, and as many others of all. In a compressed file each may take as
/// long as inflating a megabyte.
inline constexpr std::size_t kMostLaunchesLookedAt = 32;

/// @param kernels  launches of one kernel, in any order.
/// Reads kMostLaunchesLookedAt events from the file; nothing is looked at where it is gone, or when told to stop.
[[nodiscard]] BlocksPerMultiprocessor blocksPerMultiprocessor(
    const Trace& trace, std::span<const SliceId> kernels, const Progress& progress);

} // namespace kinetoscope
