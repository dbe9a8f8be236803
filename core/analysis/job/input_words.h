// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace kinetoscope {

// The words of which comparisons make what they call their inputs.

/// The first rank that is in the input's scope; nullptr where none is.
[[nodiscard]] const RankTrace* firstRankOf(const AnalysisInput& input);
/// A path without its folders.
[[nodiscard]] std::string_view fileOf(std::string_view path);
/// A path without its folders but the last one.
[[nodiscard]] std::string_view fileWithFolder(std::string_view path);
/// "rank 4", "ranks 4-5"; empty without numbers.
[[nodiscard]] Message ranksMessage(const std::vector<std::int64_t>& ranks);
/// The same of steps.
[[nodiscard]] Message stepsMessage(const std::vector<std::int64_t>& steps);
/// Two parts of a name with a comma between them, where there are two.
[[nodiscard]] Message joined(Message text, Message more);

} // namespace kinetoscope
