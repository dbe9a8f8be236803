// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/gpu/copies/bandwidth_series.h"
#include "core/analysis/types/analysis.h"

#include <vector>

namespace kinetoscope {

/// "How fast do copies run, and when?" (SPEC.md section 6). Tables `summary` (statistics of the points by kind of
/// copy) and `series` (the points).
[[nodiscard]] AnalysisDescriptor memoryBandwidth();

/// The columns of HTA's frames, in their order, and a `rank`: all that the tables of hta mode have.
[[nodiscard]] std::vector<ColumnDescriptor> bandwidthSummaryColumnsOfHta();
[[nodiscard]] std::vector<ColumnDescriptor> bandwidthSeriesColumnsOfHta();

} // namespace kinetoscope
