// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/numeric/statistics.h"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace kinetoscope::compat {

/// Durations by name, us.
using NamedStatistics = std::map<std::string, RunningStatistics<double>, std::less<>>;

/// What HTA makes of too many names (3.2 step 3): the sums, not the durations, are described again by kept name or
/// "others". `names` as they are where at most `keep` of them.
/// @param neverFolded  texts; a name that holds one of them keeps its row (12.1: HTA escapes what is documented as
/// expressions).
[[nodiscard]] NamedStatistics foldLikeHta(
    NamedStatistics names, std::size_t keep, double ratio, const std::vector<std::string>& neverFolded = {});

} // namespace kinetoscope::compat
