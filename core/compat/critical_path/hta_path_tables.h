// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"
#include "core/compat/critical_path/hta_critical_path.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace kinetoscope::compat {

/// What bounds an edge of a path: "cpu_bound", "gpu_compute_bound", ...; "" for dependencies (14.4).
/// @param dataLoad  CriticalPathOptions::dataLoad.
[[nodiscard]] std::string_view boundBy(
    const HtaRank& rank, const PathEdge& edge, const std::vector<std::string>& dataLoad);

/// The tables of runCriticalPath in their order, without rows.
[[nodiscard]] std::vector<TableDescriptor> criticalPathTablesOfHta();

/// What a row is made of; the second may be invalid, as none.
struct PathSlices {
    std::uint32_t rank = 0; ///< position of the rank in TraceSet::ranks()
    SliceId first;
    SliceId second;
};

/// The tables of runCriticalPath (SPEC.md 14.4), filled rank by rank. One thread at a time.
class CriticalPathTables {
public:
    CriticalPathTables();
    /// Adds a path that was found. O(edges of the graph), all of which become evidence.
    /// @param rank  the one it was found in; nothing of it is kept.
    /// @param dataLoad  as boundBy.
    void add(const HtaRank& rank, const HtaCriticalPath& found, const std::vector<std::string>& dataLoad);
    /// The tables with their evidence. Call once.
    [[nodiscard]] std::vector<Table> take();

private:
    void addPath(const HtaRank& rank, const HtaCriticalPath& found, const std::vector<std::string>& dataLoad);
    void addSums(const HtaRank& rank, const HtaCriticalPath& found, const std::vector<std::string>& dataLoad);
    void addEvents(const HtaRank& rank, const HtaCriticalPath& found);
    void addEdgeTypes(const HtaRank& rank, const HtaCriticalPath& found);

    std::vector<Table> m_tables;
    /// Of the long tables, `path` and `events`: one or two slices a row.
    std::array<std::shared_ptr<std::vector<PathSlices>>, 2> m_slices;
    /// Of the short ones.
    std::array<std::shared_ptr<std::vector<Selection>>, 3> m_selections;
};

} // namespace kinetoscope::compat
