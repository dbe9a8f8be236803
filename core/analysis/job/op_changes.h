// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/table.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kinetoscope {

/// What happens under one name on one side of a comparison. T is Nanoseconds, or double in us.
template <typename T> struct OpTotals {
    std::int64_t count = 0;
    T duration = 0;
};
/// By name, in code point order.
template <typename T> using OpTotalsByName = std::map<std::string, OpTotals<T>, std::less<>>;

/// One name on both sides; a side without it has zeros.
template <typename T> struct OpComparison {
    std::string_view name; ///< of a key of the maps it was made of
    OpTotals<T> control;
    OpTotals<T> test;

    [[nodiscard]] std::int64_t moreCalls() const { return test.count - control.count; }
};

/// The outer join of both sides: names of `control` in order, then those that only `test` has.
template <typename T>
[[nodiscard]] std::vector<OpComparison<T>> compareTotals(
    const OpTotalsByName<T>& control, const OpTotalsByName<T>& test)
{
    std::vector<OpComparison<T>> rows;
    for (const auto& [name, totals] : control) {
        const auto other = test.find(name);
        rows.push_back({ name, totals, other == test.end() ? OpTotals<T> {} : other->second });
    }
    for (const auto& [name, totals] : test) {
        if (control.find(name) == control.end())
            rows.push_back({ name, {}, totals });
    }
    return rows;
}

/// HTA's lists of changed ops, by number of calls.
enum class OpChange : std::uint8_t { Added, Deleted, Increased, Decreased, Unchanged };
[[nodiscard]] const char* toString(OpChange change); ///< "added", ...

template <typename T> [[nodiscard]] OpChange changeOf(const OpComparison<T>& row)
{
    if (row.control.count == 0)
        return OpChange::Added;
    if (row.test.count == 0)
        return OpChange::Deleted;
    if (row.moreCalls() == 0)
        return OpChange::Unchanged;
    return row.moreCalls() > 0 ? OpChange::Increased : OpChange::Decreased;
}
/// `+` more calls in test, `-` fewer, `=` the same.
[[nodiscard]] std::string signOf(std::int64_t moreCalls);

/// The cells of the columns that HTA has, in its order.
template <typename T> [[nodiscard]] std::vector<Cell> htaCellsOf(const OpComparison<T>& row)
{
    return { std::string(row.name), row.control.count, row.control.duration, row.test.count, row.test.duration,
        row.moreCalls(), row.test.duration - row.control.duration, signOf(row.moreCalls()) };
}
/// The columns of htaCellsOf.
[[nodiscard]] std::vector<ColumnDescriptor> opColumnsOfHta(ColumnType durations);

inline constexpr const char* kOpsTitle = "What runs on both sides, name by name";
inline constexpr const char* kChangesTitle = "What was added, deleted, or is called more or less often";
[[nodiscard]] std::vector<ColumnDescriptor> changeColumns();

/// Table `changes`: each name with its change; added ones first, unchanged ones last, each in the order of `rows`.
/// @param columns  changeColumns(), whatever their titles.
/// @param order    filled with the position in `rows` of each line.
template <typename T>
[[nodiscard]] Table changesTable(
    const std::vector<OpComparison<T>>& rows, std::vector<ColumnDescriptor> columns, std::vector<std::size_t>& order)
{
    Table table("changes", kChangesTitle, std::move(columns));
    for (const OpChange change :
        { OpChange::Added, OpChange::Deleted, OpChange::Increased, OpChange::Decreased, OpChange::Unchanged }) {
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (changeOf(rows[i]) != change)
                continue;
            table.addRow({ std::string(toString(change)), std::string(rows[i].name), rows[i].control.count,
                rows[i].test.count });
            order.push_back(i);
        }
    }
    return table;
}

} // namespace kinetoscope
