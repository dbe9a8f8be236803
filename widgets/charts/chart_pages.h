// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

class QFont;

namespace kinetoscope {

struct ChartSpec;

/// What one picture shows of a chart that may be larger than a page: pictures cannot be scrolled.
struct PicturePage {
    std::size_t first = 0;    ///< of the chart's groups
    std::size_t count = 1;    ///< groups
    std::size_t mostRows = 0; ///< of each group of bars
    int columns = 1;          ///< of cells of bars
    int height = 0;           ///< logical pixels without a footer; 0: any will do
};

/// Leaves at most `most` rows to the groups of a chart of bars; other charts stay as they are.
void limitRows(ChartSpec& spec, std::size_t most);

/// Splits a chart over pictures of a width and at most a height, at least one group on each. Small multiples stand
/// beside each other where there is room. GUI thread only: measures texts.
/// @param spec  with all the groups that are wanted.
[[nodiscard]] std::vector<PicturePage> pagesOf(
    ChartSpec spec, const QFont& font, int width, int mostHeight, std::size_t mostRows);

/// What a page holds of the chart, in a picture of this height.
[[nodiscard]] ChartSpec onPage(ChartSpec spec, const PicturePage& page, int height);

} // namespace kinetoscope
