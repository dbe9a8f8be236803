// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/chart.h"
#include "core/analysis/types/table.h"

#include <span>
#include <vector>

namespace kinetoscope {

/// Charts over the tables of wait-causes: the ranks that others wait for, and where there are steps, in which.
[[nodiscard]] std::vector<ChartDescription> waitCharts(std::span<const Table> tables);

} // namespace kinetoscope
