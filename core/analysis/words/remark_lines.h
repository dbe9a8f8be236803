// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"

#include <span>
#include <string>
#include <vector>

namespace kinetoscope {

/// The sentences of remarks for a screen, a line each, in their order. What is said of several ranks in the same words
/// ("Rank 0: ...", "Rank 1: ...") is one line in the place of the first: "Ranks 0-7: ...". O(characters).
[[nodiscard]] std::vector<std::string> remarkLines(std::span<const Remark> remarks);

} // namespace kinetoscope
