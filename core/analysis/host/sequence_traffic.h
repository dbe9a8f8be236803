// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/host/sequence_finder.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace kinetoscope {

/// Memory traffic that one kernel for each of `sequences` would save, bytes: what every op but the first takes as its
/// first tensor is taken for a result of the op before, which is written and read again only because they are apart.
/// Left out is what something else may read: a later op of the
/// sequence with another tensor of that size, or the backward pass of the op. An estimate: shapes of results are not
/// recorded. Nothing for a sequence of a single op or where an op has no shapes.
///
/// Reads the args of the ops from the file in one pass, unless those of the first sequence tell that shapes were not
/// recorded. Errors: Unreadable if the file is gone or has changed; Cancelled.
/// @param sequences  of one trace; none is nullptr.
/// @return one entry a sequence.
[[nodiscard]] Result<std::vector<std::optional<std::int64_t>>> savedTraffic(
    const Trace& trace, std::span<const KernelSequence* const> sequences, const Progress& progress);

} // namespace kinetoscope
