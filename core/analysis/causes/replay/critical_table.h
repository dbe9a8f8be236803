// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/path/rank_path.h"
#include "core/analysis/causes/replay/replay_path.h"
#include "core/analysis/types/table.h"

#include <memory>
#include <optional>
#include <vector>

namespace kinetoscope {

inline constexpr const char* kCriticalTable = "critical";
inline constexpr const char* kCriticalTitle = "What is critical then";

/// @param ofChange  columns that say which change a row is about; the rank is the first.
[[nodiscard]] std::vector<ColumnDescriptor> criticalColumns(std::vector<ColumnDescriptor> ofChange);

/// What-if's table of what the critical path is made of, as recorded and with each change: the times of a change add up
/// to its two wall times. Evidence of what was recorded: the links of the recorded path; of what was replayed: none,
/// because it never happened.
class CriticalTable {
public:
    CriticalTable(std::vector<ColumnDescriptor> ofChange, const CauseThresholds& thresholds);

    /// A row a cause, most time with the change first.
    /// @param ofChange  cells of the columns that say which change it is, and of which step.
    /// @param window    of that step in the recording; none: it is about the whole.
    void add(const std::shared_ptr<const PathRank>& rank, const std::vector<Cell>& ofChange,
        const CriticalTimes& recorded, const CriticalTimes& replayed, const std::optional<PathWindow>& window);
    [[nodiscard]] Table take();

private:
    struct Row {
        std::shared_ptr<const PathRank> rank;
        Cause cause = Cause::Unrecorded;
        std::optional<PathWindow> window;
    };
    Table m_table;
    std::vector<Row> m_rows;
    CauseThresholds m_thresholds;
};

} // namespace kinetoscope
