// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/column_quantity.h"

#include <limits>

namespace kinetoscope {

bool isTime(const ColumnDescriptor& column)
{
    return column.type == ColumnType::Duration || column.type == ColumnType::Time || isFloatTime(column);
}

bool isBytes(const ColumnDescriptor& column)
{
    return column.unit == Unit::Bytes && (column.type == ColumnType::Float || column.type == ColumnType::Int);
}

bool isAmount(const ColumnDescriptor& column)
{
    return isBytes(column)
        || (column.type == ColumnType::Float && (column.unit == Unit::None || column.unit == Unit::Count));
}

double nanosecondsOf(const Cell& cell)
{
    if (const auto* ns = std::get_if<std::int64_t>(&cell))
        return static_cast<double>(*ns);
    const auto* us = std::get_if<double>(&cell);
    return us ? *us * 1000 : std::numeric_limits<double>::quiet_NaN();
}

double amountOf(const Cell& cell)
{
    const auto* real = std::get_if<double>(&cell);
    return real ? *real : 0;
}

} // namespace kinetoscope
