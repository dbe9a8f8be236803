// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/row_order.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

namespace kinetoscope {
namespace {

struct NumberKey {
    std::int64_t whole = 0; ///< compared first: ns beyond 2^53 must not tie
    double fraction = 0;
    std::uint32_t row = 0;
    bool isMissing = false;
};

NumberKey numberKey(const Cell& cell, std::uint32_t row)
{
    NumberKey key { 0, 0, row, false };
    if (const auto* integer = std::get_if<std::int64_t>(&cell)) {
        key.whole = *integer;
    } else if (const auto* real = std::get_if<double>(&cell); real && !std::isnan(*real)) {
        const double floor = std::floor(std::clamp(*real, -9.2e18, 9.2e18));
        key.whole = static_cast<std::int64_t>(floor);
        key.fraction = *real - floor;
    } else {
        key.isMissing = true;
    }
    return key;
}

bool isText(ColumnType type)
{
    return type == ColumnType::String || type == ColumnType::List;
}

/// -1, 0, 1 of two text or list cells.
int compareTexts(const Table& table, std::size_t column, std::size_t a, std::size_t b)
{
    if (table.columns()[column].type != ColumnType::List)
        return table.text(a, column).compare(table.text(b, column));
    const auto left = table.list(a, column);
    const auto right = table.list(b, column);
    if (std::lexicographical_compare(left.begin(), left.end(), right.begin(), right.end()))
        return -1;
    return std::lexicographical_compare(right.begin(), right.end(), left.begin(), left.end()) ? 1 : 0;
}

char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

bool containsIgnoringCase(std::string_view text, std::string_view lowered)
{
    return std::search(text.begin(), text.end(), lowered.begin(), lowered.end(), [](char a, char b) {
        return lower(a) == b;
    }) != text.end();
}

} // namespace

std::vector<std::uint32_t> sortedRows(const Table& table, std::size_t column, bool descending)
{
    std::vector<std::uint32_t> rows(table.rowCount());
    std::iota(rows.begin(), rows.end(), 0u);
    if (column >= table.columnCount())
        return rows;
    if (isText(table.columns()[column].type)) {
        std::stable_sort(rows.begin(), rows.end(), [&](std::uint32_t a, std::uint32_t b) {
            const bool leftMissing = table.isMissing(a, column);
            const bool rightMissing = table.isMissing(b, column);
            if (leftMissing || rightMissing)
                return !leftMissing && rightMissing;
            const int order = compareTexts(table, column, a, b);
            return descending ? order > 0 : order < 0;
        });
        return rows;
    }
    std::vector<NumberKey> keys;
    keys.reserve(rows.size());
    for (const std::uint32_t row : rows)
        keys.push_back(numberKey(table.cell(row, column), row));
    std::sort(keys.begin(), keys.end(), [descending](const NumberKey& a, const NumberKey& b) {
        if (a.isMissing != b.isMissing)
            return b.isMissing;
        if (a.whole != b.whole)
            return descending ? a.whole > b.whole : a.whole < b.whole;
        if (a.fraction != b.fraction)
            return descending ? a.fraction > b.fraction : a.fraction < b.fraction;
        return a.row < b.row;
    });
    std::transform(keys.begin(), keys.end(), rows.begin(), [](const NumberKey& key) { return key.row; });
    return rows;
}

std::vector<bool> matchingRows(const Table& table, std::string_view needle)
{
    std::string lowered(needle);
    std::transform(lowered.begin(), lowered.end(), lowered.begin(), lower);
    std::vector<bool> matches(table.rowCount(), needle.empty());
    if (needle.empty())
        return matches;
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        for (std::size_t column = 0; column < table.columnCount() && !matches[row]; ++column) {
            const auto list = table.list(row, column);
            matches[row] = containsIgnoringCase(table.text(row, column), lowered)
                || std::any_of(list.begin(), list.end(),
                    [&](const std::string& entry) { return containsIgnoringCase(entry, lowered); });
        }
    }
    return matches;
}

} // namespace kinetoscope
