// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/remark.h"

#include <span>
#include <vector>

namespace kinetoscope {

/// Remarks for a screen, in their order: what is said of several ranks in the same words is one remark of all of them,
/// in the place of the first; of figures it says that they are those of each. O(characters).
[[nodiscard]] std::vector<Remark> joinedRemarks(std::span<const Remark> remarks);

} // namespace kinetoscope
