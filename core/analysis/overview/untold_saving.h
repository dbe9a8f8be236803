// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/overview/facts/rank_facts.h"
#include "core/analysis/overview/finding.h"
#include "core/base/remark.h"
#include "core/base/result.h"

#include <memory>
#include <optional>
#include <vector>

namespace kinetoscope {

/// Where no finding saves much of the time of the only rank: which of the usual changes of a what-if does, such as a
/// data loader for which the GPU is never idle, as copies that could run earlier fill that time; or that neither the
/// host nor the GPU is what limits the rank alone. Nothing where a replay may be wrong about the host or about other
/// ranks: a host that polls, waits of which the file does not tell what for, work without launches, communication.
/// Replays the rank up to six times. Cancelled.
/// @param rank   the only one, which can be replayed.
/// @param known  of the rank.
[[nodiscard]] Result<std::optional<Remark>> untoldSaving(const OverviewSource& source, const RankFacts& facts,
    const std::shared_ptr<const PathRank>& rank, const KnownOfRank& known, const std::vector<Finding>& findings,
    const FindingThresholds& thresholds, const AnalysisContext& context);

} // namespace kinetoscope
