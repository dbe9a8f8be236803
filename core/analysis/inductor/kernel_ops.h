// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/model/trace.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace kinetoscope {

/// What the host op around a Triton launch says about its kernel.
struct KernelOp {
    bool isTriton = false; ///< `kernel_backend` is "triton"
    std::string file;      ///< `kernel_file`; "" where not recorded
    std::string hash;      ///< `kernel_hash`; "" where not recorded
    /// Bytes of all tensor arguments, each element once, dimensions of stride 0 left out: the least that the kernel
    /// moves if it touches all of them. Nothing where shapes or types are not recorded.
    std::optional<std::int64_t> bytes;
    std::optional<std::int64_t> firstBytes; ///< of the first tensor argument alone: mostly the op's `self`
    std::vector<std::int64_t> otherBytes;   ///< of each tensor argument behind the first
};

/// Innermost op around the launch of a GPU activity; invalid if there is none. O(depth).
[[nodiscard]] SliceId opOfKernel(const Trace& trace, SliceId work);

/// Reads the args of ops from the file, in the order of the file, and hands each over with its position in `ops`.
/// @param ops  in any order, repeats allowed; each valid.
/// Errors: Unreadable if the file is gone or has changed; Cancelled.
[[nodiscard]] Result<Done> visitKernelOps(const Trace& trace, std::span<const SliceId> ops, const Progress& progress,
    const std::function<void(std::size_t, const KernelOp&)>& visit);

} // namespace kinetoscope
