// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/table.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace kinetoscope {

const char* toString(Unit unit)
{
    switch (unit) {
    case Unit::None:
        return "";
    case Unit::Microseconds:
        return "us";
    case Unit::Percent:
        return "%";
    case Unit::Ratio:
        return "ratio";
    case Unit::Bytes:
        return "B";
    case Unit::GigabytesPerSecond:
        return "GB/s";
    case Unit::Count:
        return "count";
    }
    return "";
}

Table::Table(std::string name, std::string title, std::vector<ColumnDescriptor> columns)
    : m_name(std::move(name))
    , m_title(std::move(title))
    , m_columns(std::move(columns))
{
}

std::size_t Table::columnIndex(std::string_view name) const
{
    const auto it = std::find_if(
        m_columns.begin(), m_columns.end(), [name](const ColumnDescriptor& column) { return column.name == name; });
    return static_cast<std::size_t>(it - m_columns.begin());
}

void Table::addRow(std::vector<Cell> cells)
{
    assert(cells.size() == m_columns.size());
    std::move(cells.begin(), cells.end(), std::back_inserter(m_cells));
    ++m_rowCount;
}

} // namespace kinetoscope
