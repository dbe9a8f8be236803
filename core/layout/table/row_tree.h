// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/table.h"

#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace kinetoscope {

/// Which row of a table hangs below which (TreeRole), and which of them are in view while some are open.
///
/// A screen shows a tree as a list of the rows in view, each knowing how deep it is: sorting, selecting, copying and
/// widths are those of any table, and opening a row puts the rows below it into the list. Nothing here depends on what
/// the table is about, and a table whose columns make no sense (rows below each other in a circle, below rows that are
/// not there, two rows of one number) is a tree all the same: such rows stand at the top.
///
/// Rows are numbered as in the table. 4 bytes a row and 8 more a row for the order. Copied with what it holds.
class RowTree {
public:
    static constexpr std::uint32_t kNone = 0xffff'ffffu;

    RowTree() = default; ///< of a table that is a list: every row is at the top
    /// Reads the table. O(rows) for numbers from 0 on in table order, else O(rows log rows). Stopped it returns a list.
    explicit RowTree(const Table& table, const std::stop_token& stop = {});

    [[nodiscard]] bool isTree() const { return !m_parents.empty(); }
    [[nodiscard]] std::uint32_t parentOf(std::uint32_t row) const { return isTree() ? m_parents[row] : kNone; }
    [[nodiscard]] std::uint32_t depthOf(std::uint32_t row) const; ///< O(depth)

private:
    void cutCircles();

    std::vector<std::uint32_t> m_parents; ///< by row; empty: a list
};

/// The rows of a tree with siblings in order. Immutable; 12 bytes a row at most.
class SortedRowTree {
public:
    SortedRowTree() = default;
    /// @param rows  the table's rows in the order of siblings; rows that are missing are left out, with all below them.
    SortedRowTree(const RowTree& tree, std::span<const std::uint32_t> rows, std::size_t rowCount);

    [[nodiscard]] bool hasChildren(std::uint32_t row) const { return m_first[row] < m_first[row + 1]; }
    [[nodiscard]] std::span<const std::uint32_t> children(std::uint32_t row) const
    {
        return std::span(m_children).subspan(m_first[row], m_first[row + 1] - m_first[row]);
    }
    [[nodiscard]] std::span<const std::uint32_t> top() const { return m_top; }
    /// `row` aside, the rows in view below it: its children, and those below the open ones, in order. O(those rows).
    [[nodiscard]] std::vector<std::uint32_t> below(std::uint32_t row, const std::vector<bool>& isOpen) const;
    /// All rows in view. O(those rows).
    [[nodiscard]] std::vector<std::uint32_t> inView(const std::vector<bool>& isOpen) const;

private:
    void append(
        std::vector<std::uint32_t>& rows, std::span<const std::uint32_t> from, const std::vector<bool>& isOpen) const;

    std::vector<std::uint32_t> m_top;
    std::vector<std::uint32_t> m_children; ///< of all rows, one after another
    std::vector<std::uint32_t> m_first;    ///< by row: its first child; one more behind the last
};

/// Rows that stay while a filter is on: those that match, what they hang below, and what hangs below them.
/// @return by row. O(rows).
[[nodiscard]] std::vector<bool> keptWithMatches(const RowTree& tree, const std::vector<bool>& matches);
/// Rows that something matching hangs below: open while a filter is on. O(rows).
[[nodiscard]] std::vector<bool> aroundMatches(const RowTree& tree, const std::vector<bool>& matches);

/// Where the most is: the largest row at the top, the largest below that, as long as it holds half of what is around it
/// or more. Of a column of figures. The rows to open so that the whole way is in view, and what is beside its end.
[[nodiscard]] std::vector<std::uint32_t> heaviestPath(
    const SortedRowTree& tree, const Table& table, std::size_t column);

/// What rows are called, each with all that it hangs below: the same rows are found in a table of other figures.
/// @param isOpen  by row. At most kMostNames of them. O(rows + open rows x depth).
[[nodiscard]] std::set<std::string> namesOfRows(
    const Table& table, const RowTree& tree, const std::vector<bool>& isOpen);
/// The rows that have these names. Looks below rows that have one only. @return by row.
[[nodiscard]] std::vector<bool> rowsOfNames(
    const Table& table, const SortedRowTree& tree, const std::set<std::string>& names);

} // namespace kinetoscope
