// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/table/row_tree.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace kinetoscope {

namespace {

constexpr std::size_t kRowTreeRowsALook = 4096; // between two looks at the stop flag
constexpr std::size_t kMostNames = 10'000;      // a person opens some tens

std::optional<std::int64_t> integerAt(const Table& table, std::size_t row, std::size_t column)
{
    const Cell cell = table.cell(row, column);
    const auto* number = std::get_if<std::int64_t>(&cell);
    return number ? std::optional(*number) : std::nullopt;
}

double figureAt(const Table& table, std::uint32_t row, std::size_t column)
{
    const Cell cell = table.cell(row, column);
    if (const auto* integer = std::get_if<std::int64_t>(&cell))
        return static_cast<double>(*integer);
    const auto* real = std::get_if<double>(&cell);
    return real ? *real : 0;
}

/// Columns that say which row it is: the label, and numbers that are names, as that of a rank.
std::vector<std::size_t> namingColumns(const Table& table)
{
    std::vector<std::size_t> columns;
    for (std::size_t column = 0; column < table.columnCount(); ++column) {
        const ColumnDescriptor& descriptor = table.columns()[column];
        const bool isNumberedName = descriptor.type == ColumnType::Int && descriptor.unit == Unit::None
            && descriptor.treeRole == TreeRole::None;
        if (descriptor.treeRole == TreeRole::Label || isNumberedName)
            columns.push_back(column);
    }
    return columns;
}

std::string ownName(const Table& table, std::uint32_t row, const std::vector<std::size_t>& columns)
{
    constexpr char kBetweenColumns = '\x1e';
    constexpr char kBetweenRows = '\x1f';
    std::string name;
    for (const std::size_t column : columns) {
        if (const auto number = integerAt(table, row, column))
            name += std::to_string(*number);
        else
            name += table.text(row, column);
        name += kBetweenColumns;
    }
    name += kBetweenRows;
    return name;
}

} // namespace

RowTree::RowTree(const Table& table, const std::stop_token& stop)
{
    const std::optional<TreeColumns> columns = treeColumns(table.columns());
    if (!columns)
        return;
    struct Numbered {
        std::int64_t number = 0;
        std::uint32_t row = 0;
        auto operator<=>(const Numbered&) const = default;
    };
    std::vector<Numbered> numbers;
    const auto count = static_cast<std::uint32_t>(table.rowCount());
    for (std::uint32_t row = 0; row < count; ++row) {
        if (row % kRowTreeRowsALook == 0 && stop.stop_requested())
            return;
        if (const auto number = integerAt(table, row, columns->row))
            numbers.push_back({ *number, row });
    }
    if (!std::ranges::is_sorted(numbers))
        std::ranges::sort(numbers);
    std::vector<std::uint32_t> parents(count, kNone);
    for (std::uint32_t row = 0; row < count; ++row) {
        if (row % kRowTreeRowsALook == 0 && stop.stop_requested())
            return;
        const auto parent = integerAt(table, row, columns->parent);
        if (!parent)
            continue;
        // Mostly the rows are numbered from 0 on.
        const auto direct = static_cast<std::size_t>(std::max<std::int64_t>(*parent, 0));
        if (direct < numbers.size() && numbers[direct].number == *parent
            && (direct == 0 || numbers[direct - 1].number != *parent)) {
            parents[row] = numbers[direct].row;
            continue;
        }
        const auto found = std::ranges::lower_bound(numbers, *parent, {}, &Numbered::number);
        if (found != numbers.end() && found->number == *parent)
            parents[row] = found->row;
    }
    m_parents = std::move(parents);
    cutCircles();
}

void RowTree::cutCircles()
{
    enum class Seen : char { No, OnTheWay, Done };
    std::vector<Seen> seen(m_parents.size(), Seen::No);
    std::vector<std::uint32_t> way;
    for (std::uint32_t start = 0; start < m_parents.size(); ++start) {
        way.clear();
        std::uint32_t row = start;
        for (; row != kNone && seen[row] == Seen::No; row = m_parents[row]) {
            seen[row] = Seen::OnTheWay;
            way.push_back(row);
        }
        if (row != kNone && seen[row] == Seen::OnTheWay)
            m_parents[row] = kNone;
        for (const std::uint32_t each : way)
            seen[each] = Seen::Done;
    }
}

std::uint32_t RowTree::depthOf(std::uint32_t row) const
{
    std::uint32_t depth = 0;
    for (std::uint32_t up = parentOf(row); up != kNone; up = parentOf(up))
        ++depth;
    return depth;
}

SortedRowTree::SortedRowTree(const RowTree& tree, std::span<const std::uint32_t> rows, std::size_t rowCount)
    : m_first(rowCount + 1, 0)
{
    // Counted, then filled in the order given: each row's children stand in that order, side by side.
    for (const std::uint32_t row : rows) {
        if (const std::uint32_t parent = tree.parentOf(row); parent != RowTree::kNone)
            ++m_first[parent + 1];
        else
            m_top.push_back(row);
    }
    for (std::size_t row = 0; row < rowCount; ++row)
        m_first[row + 1] += m_first[row];
    m_children.resize(m_first[rowCount]);
    std::vector<std::uint32_t> next(m_first.begin(), m_first.end() - 1);
    for (const std::uint32_t row : rows) {
        if (const std::uint32_t parent = tree.parentOf(row); parent != RowTree::kNone)
            m_children[next[parent]++] = row;
    }
}

void SortedRowTree::append(
    std::vector<std::uint32_t>& rows, std::span<const std::uint32_t> from, const std::vector<bool>& isOpen) const
{
    std::vector<std::span<const std::uint32_t>> left { from };
    while (!left.empty()) {
        if (left.back().empty()) {
            left.pop_back();
            continue;
        }
        const std::uint32_t row = left.back().front();
        left.back() = left.back().subspan(1);
        rows.push_back(row);
        if (isOpen[row] && hasChildren(row))
            left.push_back(children(row));
    }
}

std::vector<std::uint32_t> SortedRowTree::below(std::uint32_t row, const std::vector<bool>& isOpen) const
{
    std::vector<std::uint32_t> rows;
    append(rows, children(row), isOpen);
    return rows;
}

std::vector<std::uint32_t> SortedRowTree::inView(const std::vector<bool>& isOpen) const
{
    std::vector<std::uint32_t> rows;
    append(rows, m_top, isOpen);
    return rows;
}

std::vector<bool> aroundMatches(const RowTree& tree, const std::vector<bool>& matches)
{
    std::vector<bool> is(matches.size(), false);
    for (std::uint32_t row = 0; row < matches.size(); ++row) {
        if (!matches[row])
            continue;
        for (std::uint32_t up = tree.parentOf(row); up != RowTree::kNone && !is[up]; up = tree.parentOf(up))
            is[up] = true;
    }
    return is;
}

std::vector<bool> keptWithMatches(const RowTree& tree, const std::vector<bool>& matches)
{
    std::vector<bool> kept = aroundMatches(tree, matches);
    // Whether a row is below a match is known once it is known of what it hangs below.
    enum class Below : char { Unknown, No, Yes };
    std::vector<Below> below(matches.size(), Below::Unknown);
    std::vector<std::uint32_t> way;
    for (std::uint32_t row = 0; row < matches.size(); ++row) {
        std::uint32_t up = row;
        for (; up != RowTree::kNone && below[up] == Below::Unknown && !matches[up]; up = tree.parentOf(up))
            way.push_back(up);
        const bool isBelow = up != RowTree::kNone && (matches[up] || below[up] == Below::Yes);
        for (const std::uint32_t each : way)
            below[each] = isBelow ? Below::Yes : Below::No;
        way.clear();
        kept[row] = kept[row] || matches[row] || isBelow;
    }
    return kept;
}

std::vector<std::uint32_t> heaviestPath(const SortedRowTree& tree, const Table& table, std::size_t column)
{
    std::vector<std::uint32_t> path;
    std::span<const std::uint32_t> siblings = tree.top();
    const auto isLess = [&](std::uint32_t a, std::uint32_t b) {
        return figureAt(table, a, column) < figureAt(table, b, column);
    };
    double around = 0;
    while (!siblings.empty()) {
        const std::uint32_t largest = *std::ranges::max_element(siblings, isLess);
        const double figure = figureAt(table, largest, column);
        if (!path.empty() && figure < around / 2)
            break;
        if (!tree.hasChildren(largest))
            break;
        path.push_back(largest);
        around = figure;
        siblings = tree.children(largest);
    }
    return path;
}

std::set<std::string> namesOfRows(const Table& table, const RowTree& tree, const std::vector<bool>& isOpen)
{
    const std::vector<std::size_t> columns = namingColumns(table);
    std::set<std::string> names;
    for (std::uint32_t row = 0; row < isOpen.size() && names.size() < kMostNames; ++row) {
        if (!isOpen[row])
            continue;
        std::string name;
        for (std::uint32_t up = row; up != RowTree::kNone; up = tree.parentOf(up))
            name.insert(0, ownName(table, up, columns));
        names.insert(std::move(name));
    }
    return names;
}

std::vector<bool> rowsOfNames(const Table& table, const SortedRowTree& tree, const std::set<std::string>& names)
{
    struct Siblings {
        std::span<const std::uint32_t> rows;
        std::string around; ///< the name of what they hang below
    };
    const std::vector<std::size_t> columns = namingColumns(table);
    std::vector<bool> found(table.rowCount(), false);
    std::vector<Siblings> left { { tree.top(), {} } };
    while (!left.empty()) {
        const Siblings siblings = std::move(left.back());
        left.pop_back();
        for (const std::uint32_t row : siblings.rows) {
            if (!tree.hasChildren(row))
                continue;
            std::string name = siblings.around + ownName(table, row, columns);
            if (!names.contains(name))
                continue;
            found[row] = true;
            left.push_back({ tree.children(row), std::move(name) });
        }
    }
    return found;
}

} // namespace kinetoscope
