// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

namespace kinetoscope {

struct ChartSpec;

inline constexpr int kRowPx = 24; // bar 18, gap 6

/// So many rows of a grid have their height, and the chart is scrolled; more fill the room that there is, at one look.
inline constexpr std::size_t kMostScrolledRows = 48;
inline constexpr std::size_t kMostRowNames = 24; // in sight of them

/// As many rings beside each other as have room for their labels, in rows of about the same length: "2 × 2" rather than
/// 3 and 1.
[[nodiscard]] int ringColumns(std::size_t rings, int width);

/// Which of `count` cells, counted from the spec's group `first`, begin a column: all columns are about as high as each
/// other.
[[nodiscard]] std::vector<std::size_t> columnStarts(const ChartSpec& spec, std::size_t first, std::size_t count);

} // namespace kinetoscope
