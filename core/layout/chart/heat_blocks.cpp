// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/chart/heat_blocks.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace kinetoscope {

std::vector<HeatBand> heatBands(std::size_t count, double from, double to, int pixels)
{
    std::vector<HeatBand> bands;
    const double end = static_cast<double>(count);
    if (count == 0 || pixels <= 0 || !(from < to) || !(from < end) || !(to > 0))
        return bands;
    const double perCell = pixels / (to - from);
    const auto pixelOf = [&](double cell) {
        return std::clamp(static_cast<int>(std::lround((cell - from) * perCell)), 0, pixels);
    };
    const double firstInSight = std::max(from, 0.0);
    const double lastInSight = std::min(to, end);
    if (perCell >= 1) {
        const auto first = static_cast<std::size_t>(firstInSight);
        for (std::size_t cell = first; cell < count && static_cast<double>(cell) < lastInSight; ++cell) {
            const HeatBand band { pixelOf(static_cast<double>(cell)), pixelOf(static_cast<double>(cell) + 1), cell,
                cell + 1 };
            if (band.begin < band.end)
                bands.push_back(band);
        }
        return bands;
    }
    const int begin = pixelOf(firstInSight);
    const int stop = std::max(begin + 1, pixelOf(lastInSight));
    auto first = static_cast<std::size_t>(firstInSight);
    const auto all = static_cast<std::size_t>(std::ceil(lastInSight));
    for (int pixel = begin; pixel < stop; ++pixel) {
        // Counted from the ends, so that no sum of steps drifts.
        const double share = static_cast<double>(pixel + 1 - begin) / (stop - begin);
        const double cell = firstInSight + share * (lastInSight - firstInSight);
        const std::size_t last = pixel + 1 == stop ? all : std::min(static_cast<std::size_t>(cell), all);
        if (first < last)
            bands.push_back({ pixel, pixel + 1, first, last });
        first = std::max(first, last);
    }
    return bands;
}

std::optional<std::size_t> worstCell(const HeatMap& map, const HeatBand& row, const HeatBand& column)
{
    std::optional<std::size_t> worst;
    for (std::size_t r = row.first; r < row.last; ++r) {
        const std::size_t start = r * map.columns.size();
        for (std::size_t cell = start + column.first; cell < start + column.last; ++cell) {
            if (map.hasValue(cell) && (!worst || map.isWorse(map.values[cell], map.values[*worst])))
                worst = cell;
        }
    }
    return worst;
}

namespace {

/// Least and greatest of the values of a band of rows, by column of the map; infinite where there is none.
class RowsOfBand {
public:
    RowsOfBand(const HeatMap& map, const std::vector<HeatBand>& columns)
        : m_map(map)
        , m_first(columns.front().first)
        , m_count(columns.back().last - columns.front().first)
        , m_least(m_count)
        , m_greatest(m_count)
    {
    }

    void read(const HeatBand& row)
    {
        std::ranges::fill(m_least, std::numeric_limits<double>::infinity());
        std::ranges::fill(m_greatest, -std::numeric_limits<double>::infinity());
        for (std::size_t r = row.first; r < row.last; ++r) {
            const double* const values = &m_map.values[r * m_map.columns.size() + m_first];
            takeGreatest(values);
            if (m_map.isDifference)
                takeLeast(values);
        }
    }

    /// Of the cells in a band of columns too; NaN without any.
    [[nodiscard]] double worst(const HeatBand& row, const HeatBand& column) const
    {
        const auto from = static_cast<std::ptrdiff_t>(column.first - m_first);
        const auto to = static_cast<std::ptrdiff_t>(column.last - m_first);
        const double greatest = *std::max_element(m_greatest.begin() + from, m_greatest.begin() + to);
        if (std::isinf(greatest))
            return std::numeric_limits<double>::quiet_NaN();
        if (!m_map.isDifference)
            return greatest;
        const double least = *std::min_element(m_least.begin() + from, m_least.begin() + to);
        if (greatest > -least)
            return greatest;
        if (greatest < -least)
            return least;
        return m_map.values[*worstCell(m_map, row, column)]; // as far on one side as on the other
    }

private:
    // A loop without a branch each, which compilers make vectors of; NaN compares with nothing and is passed over.
    void takeGreatest(const double* values)
    {
        double* const greatest = m_greatest.data();
        for (std::size_t i = 0; i < m_count; ++i)
            greatest[i] = values[i] > greatest[i] ? values[i] : greatest[i];
    }
    void takeLeast(const double* values)
    {
        double* const least = m_least.data();
        for (std::size_t i = 0; i < m_count; ++i)
            least[i] = values[i] < least[i] ? values[i] : least[i];
    }

    const HeatMap& m_map;
    std::size_t m_first; ///< column of the map
    std::size_t m_count;
    std::vector<double> m_least; ///< of differences only
    std::vector<double> m_greatest;
};

} // namespace

HeatBlocks heatBlocks(const HeatMap& map, std::vector<HeatBand> rows, std::vector<HeatBand> columns)
{
    HeatBlocks blocks;
    blocks.values.reserve(rows.size() * columns.size());
    if (!columns.empty()) {
        RowsOfBand cells(map, columns);
        for (const HeatBand& row : rows) {
            cells.read(row);
            for (const HeatBand& column : columns)
                blocks.values.push_back(cells.worst(row, column));
        }
    }
    blocks.rows = std::move(rows);
    blocks.columns = std::move(columns);
    return blocks;
}

std::size_t bandAt(const std::vector<HeatBand>& bands, double pixel)
{
    const auto after = std::ranges::upper_bound(bands, pixel, {}, &HeatBand::begin);
    if (after == bands.begin() || !(pixel < std::prev(after)->end))
        return bands.size();
    return static_cast<std::size_t>(std::prev(after) - bands.begin());
}

} // namespace kinetoscope
