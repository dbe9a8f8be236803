// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compat/critical_path/hta_critical_path.h"

#include <memory>
#include <string>
#include <vector>

namespace kinetoscope::compat {

/// The tables of runCriticalPath, filled rank by rank.
class CriticalPathTables {
public:
    CriticalPathTables();
    /// Adds a path that was found. @param rank  its rows are copied where evidence needs them
    void add(const HtaRank& rank, const HtaCriticalPath& found, const std::vector<std::string>& dataLoad);
    /// The tables with their evidence. Call once.
    [[nodiscard]] std::vector<Table> take();

private:
    void addPath(const HtaRank& rank, const HtaCriticalPath& found, const std::vector<std::string>& dataLoad);
    void addSums(const HtaRank& rank, const HtaCriticalPath& found, const std::vector<std::string>& dataLoad);
    void addEvents(const HtaRank& rank, const HtaCriticalPath& found);
    void addEdgeTypes(const HtaRank& rank, const HtaCriticalPath& found);

    using Evidence = std::shared_ptr<std::vector<Selection>>;
    std::vector<Table> m_tables;
    std::vector<Evidence> m_evidence; ///< of each table, by row
};

} // namespace kinetoscope::compat
