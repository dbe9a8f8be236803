// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/ranks/wait_facts.h"
#include "core/analysis/waterfall/waterfall_tables.h"

#include <array>
#include <optional>

namespace kinetoscope {

/// How much of the exposed communication of the windows that stand for the sides is waiting for other ranks (ranks.md
/// 3.1), ns. Nothing unless both sides are jobs of which the collectives of the window's rank are known on another one,
/// and where neither waits. @param traces  of the sides, all their ranks.
/// Errors: Cancelled.
[[nodiscard]] Result<std::optional<std::array<Nanoseconds, 2>>> exposedWaitsOf(const WaterfallFacts& facts,
    const std::array<std::shared_ptr<const TraceSet>, 2>& traces, const AnalysisContext& context);

/// The same as a sentence.
[[nodiscard]] Remark exposedWaitsInWords(const WaterfallFacts& facts, const std::array<Nanoseconds, 2>& waits);

} // namespace kinetoscope
