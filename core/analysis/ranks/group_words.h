// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/collectives/communication_runs.h"

#include <cstdint>
#include <span>
#include <string>

namespace kinetoscope {

/// What tables call a group: "0 (default_pg)", "stream 84".
[[nodiscard]] std::string groupText(const NamedGroup& group);

/// Ranks in short, neighbours and equal distances as ranges: "0-3,8-24:8,30". "" for none.
/// @param ranks  ascending, without repeats.
[[nodiscard]] std::string rankSetText(std::span<const std::int64_t> ranks);

} // namespace kinetoscope
