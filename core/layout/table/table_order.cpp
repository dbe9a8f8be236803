// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/table/table_order.h"

#include "core/base/ascii.h"
#include "core/base/nanoseconds.h"
#include "core/numeric/fold.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <string>
#include <unordered_map>

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

/// What got 60 ms faster does not belong behind what got 1 us slower.
void makeSize(NumberKey& key)
{
    if (key.whole >= 0)
        return;
    // floor(x) = -n and fraction f stand for -(n - f).
    const bool isWhole = key.fraction == 0;
    key.whole = saturatingSubtract(0, key.whole) - (isWhole ? 0 : 1);
    key.fraction = isWhole ? 0 : 1 - key.fraction;
}

/// Tables store each distinct text once: a cell's text is known by where it lies. Where the same text lies twice it
/// only costs a second look.
struct TextAddress {
    const char* data = nullptr;
    std::size_t size = 0;
    bool operator==(const TextAddress&) const = default;
};
struct TextAddressHash {
    std::size_t operator()(const TextAddress& place) const
    {
        return std::hash<const void*> {}(place.data) * 31 + place.size;
    }
};

constexpr std::size_t kTableOrderRowsALook = 4096; // between two looks at the stop flag

/// Ranks of the texts of a column among its distinct texts; -1 for no value.
std::vector<std::int32_t> textRanks(
    const Table& table, std::size_t column, const std::stop_token& stop, const ShownTexts& shown)
{
    std::unordered_map<TextAddress, std::int32_t, TextAddressHash> numbers;
    std::vector<std::string_view> texts;
    std::vector<std::int32_t> ranks(table.rowCount(), -1);
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        if (row % kTableOrderRowsALook == 0 && stop.stop_requested())
            return ranks;
        if (table.isMissing(row, column))
            continue;
        const std::string_view text = table.text(row, column);
        const auto [at, isNew] =
            numbers.try_emplace({ text.data(), text.size() }, static_cast<std::int32_t>(texts.size()));
        if (isNew)
            texts.push_back(shown.of(text));
        ranks[row] = at->second;
    }
    std::vector<std::int32_t> order(texts.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::sort(order, {}, [&texts](std::int32_t a) { return texts[static_cast<std::size_t>(a)]; });
    std::vector<std::int32_t> rankOf(texts.size());
    std::int32_t rank = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (i > 0 && texts[static_cast<std::size_t>(order[i])] != texts[static_cast<std::size_t>(order[i - 1])])
            ++rank;
        rankOf[static_cast<std::size_t>(order[i])] = rank;
    }
    for (std::int32_t& each : ranks)
        each = each < 0 ? each : rankOf[static_cast<std::size_t>(each)];
    return ranks;
}

/// Whether a row stands for the names that an analysis folded together.
bool isOthersRow(const Table& table, std::size_t row)
{
    for (std::size_t column = 0; column < table.columnCount(); ++column) {
        if (table.text(row, column) == kOthersName)
            return true;
    }
    return false;
}

void putOthersLast(const Table& table, std::vector<std::uint32_t>& rows)
{
    if (table.hasMembers())
        std::stable_partition(rows.begin(), rows.end(), [&](std::uint32_t row) { return !isOthersRow(table, row); });
}

std::vector<std::uint32_t> rowsByLists(const Table& table, std::size_t column, bool descending)
{
    std::vector<std::uint32_t> rows(table.rowCount());
    std::iota(rows.begin(), rows.end(), 0u);
    std::ranges::stable_sort(rows, [&](std::uint32_t a, std::uint32_t b) {
        const bool leftMissing = table.isMissing(a, column);
        const bool rightMissing = table.isMissing(b, column);
        if (leftMissing || rightMissing)
            return !leftMissing && rightMissing;
        const auto left = table.list(descending ? b : a, column);
        const auto right = table.list(descending ? a : b, column);
        return std::lexicographical_compare(left.begin(), left.end(), right.begin(), right.end());
    });
    putOthersLast(table, rows);
    return rows;
}

const ShownTexts& shownTexts(const TextsOfColumns& shown, std::size_t column)
{
    static const ShownTexts asTheyAre;
    return column < shown.size() && shown[column] ? *shown[column] : asTheyAre;
}

bool containsIgnoringCase(std::string_view text, std::string_view lowered)
{
    return std::search(text.begin(), text.end(), lowered.begin(), lowered.end(), [](char a, char b) {
        return asciiLower(a) == b;
    }) != text.end();
}

} // namespace

std::vector<std::uint32_t> sortedRows(
    const Table& table, std::size_t column, bool descending, const std::stop_token& stop, const TextsOfColumns& shown)
{
    std::vector<std::uint32_t> rows(table.rowCount());
    std::iota(rows.begin(), rows.end(), 0u);
    if (column >= table.columnCount())
        return rows;
    if (table.columns()[column].type == ColumnType::List)
        return rowsByLists(table, column, descending);
    std::vector<NumberKey> keys;
    keys.reserve(rows.size());
    if (!isNumeric(table.columns()[column])) {
        const std::vector<std::int32_t> ranks = textRanks(table, column, stop, shownTexts(shown, column));
        for (const std::uint32_t row : rows)
            keys.push_back({ ranks[row], 0, row, ranks[row] < 0 });
    } else {
        const bool bySize = table.columns()[column].isDifference;
        for (const std::uint32_t row : rows) {
            if (row % kTableOrderRowsALook == 0 && stop.stop_requested())
                return rows;
            keys.push_back(numberKey(table.cell(row, column), row));
            if (bySize)
                makeSize(keys.back());
        }
    }
    if (stop.stop_requested())
        return rows;
    std::ranges::sort(keys, [descending](const NumberKey& a, const NumberKey& b) {
        if (a.isMissing != b.isMissing)
            return b.isMissing;
        if (a.whole != b.whole)
            return descending ? a.whole > b.whole : a.whole < b.whole;
        if (a.fraction != b.fraction)
            return descending ? a.fraction > b.fraction : a.fraction < b.fraction;
        return a.row < b.row;
    });
    std::ranges::transform(keys, rows.begin(), [](const NumberKey& key) { return key.row; });
    putOthersLast(table, rows);
    return rows;
}

std::vector<bool> matchingRows(const Table& table, std::string_view needle, const std::stop_token& stop,
    const TextsOfColumns& shown, const IsNumberWanted& isWanted)
{
    const std::string lowered = asciiLower(needle);
    std::vector<bool> matches(table.rowCount(), needle.empty());
    if (needle.empty())
        return matches;
    std::unordered_map<TextAddress, bool, TextAddressHash> known;
    for (std::size_t column = 0; column < table.columnCount(); ++column) {
        const ColumnType type = table.columns()[column].type;
        if (isNumeric(type))
            continue;
        known.clear(); // the same text may read differently in another column
        const ShownTexts& texts = shownTexts(shown, column);
        for (std::size_t row = 0; row < table.rowCount(); ++row) {
            if (row % kTableOrderRowsALook == 0 && stop.stop_requested())
                return matches;
            if (matches[row])
                continue;
            if (type == ColumnType::List) {
                const auto list = table.list(row, column);
                matches[row] = std::ranges::any_of(
                    list, [&](const std::string& entry) { return containsIgnoringCase(entry, lowered); });
                continue;
            }
            const std::string_view text = table.text(row, column);
            const auto [at, isNew] = known.try_emplace({ text.data(), text.size() }, false);
            if (isNew)
                at->second = containsIgnoringCase(text, lowered) || containsIgnoringCase(texts.of(text), lowered);
            matches[row] = at->second;
        }
    }
    for (std::size_t column = 0; isWanted && column < table.columnCount(); ++column) {
        if (!isNumeric(table.columns()[column].type) || table.columns()[column].isInFilesOnly)
            continue;
        for (std::size_t row = 0; row < table.rowCount(); ++row) {
            if (row % kTableOrderRowsALook == 0 && stop.stop_requested())
                return matches;
            matches[row] = matches[row] || (!table.isMissing(row, column) && isWanted(row, column));
        }
    }
    return matches;
}

} // namespace kinetoscope
