// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/chart/heat_blocks.h"

#include <algorithm>
#include <cmath>
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

HeatBlocks heatBlocks(const HeatMap& map, std::vector<HeatBand> rows, std::vector<HeatBand> columns)
{
    HeatBlocks blocks;
    blocks.cells.assign(rows.size() * columns.size(), HeatBlocks::kNoCell);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        std::size_t* const line = &blocks.cells[i * columns.size()];
        for (std::size_t row = rows[i].first; row < rows[i].last; ++row) {
            const std::size_t start = row * map.columns.size();
            for (std::size_t j = 0; j < columns.size(); ++j) {
                for (std::size_t cell = start + columns[j].first; cell < start + columns[j].last; ++cell) {
                    const double value = map.cells[cell].value;
                    if (std::isfinite(value)
                        && (line[j] == HeatBlocks::kNoCell || map.isWorse(value, map.cells[line[j]].value)))
                        line[j] = cell;
                }
            }
        }
    }
    blocks.rows = std::move(rows);
    blocks.columns = std::move(columns);
    return blocks;
}

std::size_t bandAt(const std::vector<HeatBand>& bands, double pixel)
{
    const auto after = std::upper_bound(
        bands.begin(), bands.end(), pixel, [](double at, const HeatBand& band) { return at < band.begin; });
    if (after == bands.begin() || !(pixel < std::prev(after)->end))
        return bands.size();
    return static_cast<std::size_t>(std::prev(after) - bands.begin());
}

} // namespace kinetoscope
