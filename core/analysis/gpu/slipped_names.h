// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"
#include "core/base/message.h"
#include "core/base/progress.h"
#include "core/model/trace_set.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace kinetoscope {

/// Kernels of graph launches whose names do not fit their durations: the recorder gave some the names of others.
///
/// A graph of a model runs its layers one after the other: the same names again and again, in rounds. In a good
/// recording a kernel between the same two neighbours takes about as long in each round. Where names have slipped, each
/// round as a whole still takes as long as the others, but the same place of it now takes long and now is short. Rounds
/// of different size (a network whose layers grow) differ as wholes, too: of them nothing is said.
struct SlippedNames {
    std::size_t launches = 0; ///< of graphs in which they have
    /// Kernels between the same two neighbours that differ.
    struct Example {
        std::size_t round = 0; ///< kernels in a round
        StringId name;
        Nanoseconds shorter = 0; ///< their 10th percentile
        Nanoseconds longer = 0;  ///< their 90th
    };
    Example example;               ///< of the first such launch, by the start of its call, those with most time
    std::vector<SliceId> kernels;  ///< of those launches and streams, by row
    Nanoseconds time = 0;          ///< sum of their durations
    Nanoseconds allKernelTime = 0; ///< of the rank, sum of durations
};

/// Of the whole trace. Nothing where names fit, or where graphs have fewer than eight rounds, which tell too little.
/// O(names), with graphs O(launched work), its logarithm where there is reason to look closer. Nothing if told to stop.
[[nodiscard]] std::optional<SlippedNames> slippedNames(const Trace& trace, const Progress& progress);

/// What a person should know about it, without the rank.
[[nodiscard]] Message namesSlipped(const SlippedNames& slipped, const Trace& trace);

// What every analysis whose rows go by names of kernels says of it, behind its remarks so far.

/// Of one rank. As slippedNames().
void remarkOnSlippedNames(const RankTrace& rank, std::vector<Remark>& remarks, const Progress& progress);
/// Of the ranks of a scope, in ascending order of rank. Cancelled.
[[nodiscard]] Result<Done> remarkOnSlippedNames(
    const AnalysisInput& input, std::vector<Remark>& remarks, const AnalysisContext& context);

} // namespace kinetoscope
