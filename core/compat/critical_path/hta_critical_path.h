// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"
#include "core/compat/critical_path/hta_longest_path.h"
#include "core/compat/critical_path/hta_path_graph.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace kinetoscope::compat {

enum class PathFailure : std::uint8_t {
    None,
    NoInstance,      ///< no annotation of that name and number
    Empty,           ///< nothing in the window has edges
    SyncOnOneStream, ///< HTA refuses a graph in which work of a stream waits for work of the same stream
    Cycle,           ///< HTA refuses a graph that goes round
};

/// The critical path of one rank as HTA's critical_path_analysis has it (SPEC.md section 14). Rows are positions in the
/// HtaRank that it was made of.
struct HtaCriticalPath {
    explicit HtaCriticalPath(PathGraph madeGraph)
        : graph(std::move(madeGraph))
    {
    }

    PathGraph graph;
    LongestPath path;
    std::vector<RowNumber> events; ///< rows with a node on the path, by ascending index
    PathFailure failure = PathFailure::None;
};

/// Cost O(n log n), about 100 bytes an event of the window and 12 one of the rank. Not complete if told to stop.
[[nodiscard]] HtaCriticalPath findCriticalPath(
    const HtaRank& rank, const CriticalPathOptions& options, const Progress& progress);

/// critical_path_analysis, get_critical_path_breakdown and summary (SPEC.md section 14): tables `path` (the breakdown,
/// from the first edge to the last), `summary`, `bounds`, `events` and `edges`.
[[nodiscard]] Result<AnalysisResult> runCriticalPath(
    AnalysisInputs inputs, const Parameters& parameters, const AnalysisContext& context);

/// Those of runCriticalPath that the exact mode does not have.
[[nodiscard]] std::vector<ParameterDescriptor> criticalPathParametersOfHtaAlone();
[[nodiscard]] CriticalPathOptions criticalPathOptionsFrom(const Parameters& parameters);

/// Why there is no path, in words; for failures only.
[[nodiscard]] Remark remarkOn(PathFailure failure, const CriticalPathOptions& options, std::int64_t rank);

} // namespace kinetoscope::compat
