// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kinetoscope {

// The words of which comparisons make what they call their inputs.

/// The first rank that is in the input's scope; nullptr where none is.
[[nodiscard]] const RankTrace* firstRankOf(const AnalysisInput& input);
/// A path without its folders.
[[nodiscard]] std::string_view fileOf(std::string_view path);
/// "step 4", "steps 4 and 5"; "" without numbers.
[[nodiscard]] std::string numbered(const char* one, const char* several, const std::vector<std::int64_t>& numbers);
/// Two parts of a name with a comma between them, where there are two.
[[nodiscard]] std::string joined(std::string text, std::string_view more);

} // namespace kinetoscope
