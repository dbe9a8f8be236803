// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/path/rank_path.h"
#include "core/analysis/causes/replay/changes.h"
#include "core/model/selection.h"

#include <optional>
#include <span>

namespace kinetoscope {

/// The links of the recorded critical path that a change touches, of the whole rank or of a step's window: nothing but
/// these can be saved. Job time. O(n log n).
[[nodiscard]] Selection touchedLinks(const PathRank& rank, std::span<const NamedChange> changes,
    const std::optional<Step>& step, const CauseThresholds& thresholds);

} // namespace kinetoscope
