// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/chart.h"
#include "core/analysis/types/table.h"

namespace kinetoscope {

/// Whether there is anything to draw of a chart: some row of its table knows a figure of one of its series; of a job
/// without GPU work none knows how long the GPU computed. Pure; O(rows) for each figure that no row knows.
[[nodiscard]] bool hasKnownFigures(const ChartDescription& chart, const Table& table);

/// Leaves out of a chart the figures that no row of its table knows, so that one of which the first is in view opens
/// on one that is there; all stay where none is known. O(rows) for each figure that no row knows.
void keepKnownFigures(ChartDescription& chart, const Table& table);

} // namespace kinetoscope
