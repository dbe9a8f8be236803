// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/types/column_places.h"

namespace kinetoscope {

std::vector<ColumnDescriptor> readFirst(
    std::initializer_list<std::string_view> names, std::vector<ColumnDescriptor> columns)
{
    int place = -static_cast<int>(names.size());
    for (const std::string_view name : names) {
        for (ColumnDescriptor& column : columns) {
            if (column.name == name)
                column.place = place;
        }
        ++place;
    }
    return columns;
}

std::vector<ColumnDescriptor> withType(std::string_view name, ColumnType type, std::vector<ColumnDescriptor> columns)
{
    for (ColumnDescriptor& column : columns) {
        if (column.name == name)
            column.type = type;
    }
    return columns;
}

std::vector<ColumnDescriptor> firstLikeHta(std::size_t count, std::vector<ColumnDescriptor> columns)
{
    columns.resize(count);
    for (ColumnDescriptor& column : columns) {
        if (column.type == ColumnType::Duration)
            column.type = ColumnType::Float;
    }
    return columns;
}

} // namespace kinetoscope
