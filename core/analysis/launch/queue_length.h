// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"

#include <vector>

namespace kinetoscope {

/// "How long are the queues of the streams, and when are they full?" (SPEC.md section 7). Tables `summary`
/// (statistics of the points by stream), `series` (the points) and `blocked` (time at a full queue).
[[nodiscard]] AnalysisDescriptor queueLength();

/// The columns of HTA's frames, in their order, and a `rank`: all that the tables of hta mode have.
[[nodiscard]] std::vector<ColumnDescriptor> queueSummaryColumnsOfHta();
[[nodiscard]] std::vector<ColumnDescriptor> queueSeriesColumnsOfHta();
[[nodiscard]] std::vector<ColumnDescriptor> queueBlockedColumnsOfHta();

} // namespace kinetoscope
