// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/efficiency/owned_work.h"

#include <vector>

namespace kinetoscope {

/// Calls of softmax between two batched matrix products: attention that is not fused writes all scores to memory, and
/// reads them. Told by the shapes: their order alone may be chance.
/// @return into `work`, as they were launched. O(calls log calls).
[[nodiscard]] std::vector<const OwningCall*> softmaxOfUnfusedAttention(const Trace& trace, const RankOwnedWork& work);

} // namespace kinetoscope
