// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/table.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

namespace kinetoscope {

/// The rows of a table of series, as queue lengths and bandwidths over time: line after line, point after point. What
/// the points of a line share is kept once, so that a row takes no more than its point.
///
/// `Line` has `std::vector<...> points`, `Cell figure(std::size_t point, std::size_t column) const` and
/// `std::string_view text(std::size_t column) const`, as ComputedRows wants them.
template <typename Line> class SeriesRows final : public ComputedRows {
public:
    void add(Line line)
    {
        m_ends.push_back(count() + line.points.size());
        m_lines.push_back(std::move(line));
    }

    /// The line of a row, and which of its points it is.
    [[nodiscard]] std::pair<const Line&, std::size_t> at(std::size_t row) const
    {
        const auto end = std::ranges::upper_bound(m_ends, row);
        const auto line = static_cast<std::size_t>(end - m_ends.begin());
        return { m_lines[line], row - (line > 0 ? m_ends[line - 1] : 0) };
    }

    [[nodiscard]] std::size_t count() const override { return m_ends.empty() ? 0 : m_ends.back(); }
    [[nodiscard]] Cell figure(std::size_t row, std::size_t column) const override
    {
        const auto [line, point] = at(row);
        return line.figure(point, column);
    }
    [[nodiscard]] std::string_view text(std::size_t row, std::size_t column) const override
    {
        return at(row).first.text(column);
    }
    [[nodiscard]] std::size_t memoryBytes() const override
    {
        std::size_t bytes = m_lines.capacity() * sizeof(Line) + m_ends.capacity() * sizeof(std::size_t);
        for (const Line& line : m_lines)
            bytes += line.points.capacity() * sizeof(line.points[0]);
        return bytes;
    }

private:
    std::vector<Line> m_lines;
    std::vector<std::size_t> m_ends; ///< by line: the row behind its last
};

} // namespace kinetoscope
