// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/table.h"

#include <initializer_list>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// `columns` with those of the names furthest to the left on a screen, in the order of the names: what answers the
/// question of the table, in sight however narrow it is. Files keep the order of `columns`. Names that no column has
/// are passed over.
[[nodiscard]] std::vector<ColumnDescriptor> readFirst(
    std::initializer_list<std::string_view> names, std::vector<ColumnDescriptor> columns);

/// `columns` with the named one of another type: hta mode computes times as floating-point numbers. All as they were
/// where no column has the name.
[[nodiscard]] std::vector<ColumnDescriptor> withType(
    std::string_view name, ColumnType type, std::vector<ColumnDescriptor> columns);

/// The first columns of a table as hta mode has them: times as floating-point numbers, in which it computes.
[[nodiscard]] std::vector<ColumnDescriptor> firstLikeHta(std::size_t count, std::vector<ColumnDescriptor> columns);

} // namespace kinetoscope
