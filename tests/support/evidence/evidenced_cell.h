// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/table.h"
#include "core/model/trace_set.h"

#include <string>
#include <string_view>
#include <vector>

namespace kinetoscope::tests {

/// A cell of a result and what it says it is made of, for working the figure out once more.
class EvidencedCell {
public:
    EvidencedCell(const std::vector<Table>& tables, const Table& table, std::size_t row, std::size_t column,
        const TraceSet& traces);

    [[nodiscard]] const ColumnDescriptor& descriptor() const { return m_table.columns()[m_column]; }
    [[nodiscard]] const Selection& evidence() const { return m_evidence; }
    [[nodiscard]] double value() const { return number(m_row, m_column); } ///< ns of a time
    /// Another cell of the row as a number, ns of a time; 0 where it has no value.
    [[nodiscard]] double value(std::string_view column) const;
    [[nodiscard]] std::string text(std::string_view column) const;
    /// Sum of a column over the rows that have the same texts and numbers in these columns.
    [[nodiscard]] double sumOver(std::string_view column, const std::vector<std::string_view>& sameIn) const;
    /// A cell of another table, in its row with the same texts and numbers in these columns; 0 where there is none.
    [[nodiscard]] double elsewhere(
        std::string_view table, std::string_view column, const std::vector<std::string_view>& sameIn) const;
    /// The same, of all such rows.
    [[nodiscard]] std::vector<double> columnOf(
        std::string_view table, std::string_view column, const std::vector<std::string_view>& sameIn) const;
    [[nodiscard]] const TraceSet& traces() const { return m_traces; }
    /// The rank that the evidence is of: position in TraceSet::ranks().
    [[nodiscard]] std::uint32_t rankIndex() const
    {
        return slices() > 0 ? m_evidence.slices.front().rank : m_evidence.intervals.front().rank;
    }

    [[nodiscard]] std::vector<Nanoseconds> lengths() const; ///< of all slices and intervals
    /// What the evidence can be read as: sum, union (of each rank, of each track), first to last, shortest, longest.
    [[nodiscard]] std::vector<Nanoseconds> times() const;
    [[nodiscard]] std::size_t slices() const { return m_evidence.slices.size(); }
    [[nodiscard]] std::size_t items() const { return slices() + m_evidence.intervals.size(); }
    [[nodiscard]] std::size_t hostSlices() const;
    [[nodiscard]] std::size_t deviceSlices() const { return slices() - hostSlices(); }
    [[nodiscard]] std::size_t distinctNames() const;
    [[nodiscard]] const Trace& trace(const SliceRef& slice) const;
    [[nodiscard]] TimeRange rangeOf(const SliceRef& slice) const; ///< job time
    [[nodiscard]] bool isOnHost(const SliceRef& slice) const;

private:
    [[nodiscard]] double number(std::size_t row, std::size_t column) const;
    [[nodiscard]] static bool isSameRow(const Table& a, std::size_t rowA, const Table& b, std::size_t rowB,
        const std::vector<std::string_view>& columns);

    const std::vector<Table>& m_tables;
    const Table& m_table;
    std::size_t m_row = 0;
    std::size_t m_column = 0;
    const TraceSet& m_traces;
    Selection m_evidence;
};

/// Length of what any of the ranges covers.
[[nodiscard]] Nanoseconds lengthOfUnion(std::vector<TimeRange> ranges);

} // namespace kinetoscope::tests
