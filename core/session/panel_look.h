// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace kinetoscope {

/// How a person left a table. Columns go by their names, so that a table with other columns keeps what still fits.
struct TableLook {
    std::string table; ///< name of the table
    std::vector<std::string> hiddenColumns;
    std::string sortColumn; ///< "" for the table's own order
    bool isDescending = false;

    [[nodiscard]] bool isPlain() const { return hiddenColumns.empty() && sortColumn.empty(); }
    bool operator==(const TableLook&) const = default;
};

/// How a person looks at a grid of ranks. Figures go by their columns, so that a chart with others keeps what fits.
struct GridLook {
    std::string figure;     ///< column; "" for the first
    std::string order;      ///< "host", "coordinate", "value", "similarity"; "" by rank
    std::string coordinate; ///< of the order: "tp"
    bool isDifference = false;
    bool isFolded = false;

    bool operator==(const GridLook&) const = default;
};

/// How a person left the panel of an analysis, its parameters aside.
struct PanelLook {
    std::string chart; ///< id of the one in view; "" for the first
    std::string table; ///< name of the one in view; "" for the one that the chart is about
    std::vector<TableLook> tables {};
    GridLook grid {}; ///< of the chart in view, where it is one

    [[nodiscard]] bool isPlain() const
    {
        return chart.empty() && table.empty() && tables.empty() && grid == GridLook {};
    }
    bool operator==(const PanelLook&) const = default;
};

} // namespace kinetoscope
