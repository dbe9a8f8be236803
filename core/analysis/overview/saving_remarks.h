// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/overview/facts/rank_facts.h"
#include "core/analysis/overview/finding.h"
#include "core/base/remark.h"

#include <span>
#include <vector>

namespace kinetoscope {

struct WaitFacts;

/// What a replay of one rank cannot know and the sentences of its findings do not say: that savings overlap, what other
/// ranks do then, and which work waits for which. Nothing where no finding has a saving. O(runs of collectives).
/// @param waits     of a job; null where one rank is there, of which its file may say that it is one of several.
/// @param facts     by rank of the source.
void addSavingRemarks(const OverviewSource& source, const std::vector<Finding>& findings, const WaitFacts* waits,
    std::span<const RankFacts> facts, std::vector<Remark>& remarks);

} // namespace kinetoscope
