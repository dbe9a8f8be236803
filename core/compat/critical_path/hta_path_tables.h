// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compat/critical_path/hta_critical_path.h"

#include <array>
#include <memory>
#include <string>
#include <vector>

namespace kinetoscope::compat {

/// What a row is made of; the second may be invalid, as none.
struct PathSlices {
    std::uint32_t rank = 0; ///< position of the rank in TraceSet::ranks()
    SliceId first;
    SliceId second;
};

/// The tables of runCriticalPath, filled rank by rank.
class CriticalPathTables {
public:
    CriticalPathTables();
    /// Adds a path that was found, with `rank`, of which nothing is kept.
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
