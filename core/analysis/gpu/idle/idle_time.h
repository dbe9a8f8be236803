// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"

#include <vector>

namespace kinetoscope {

/// "Why do the streams wait?" (SPEC.md section 4). Tables `streams` and `intervals` per stream and cause, `devices`
/// per device, cause and the stream that ends the gap, `longest-gaps` of the devices.
[[nodiscard]] AnalysisDescriptor idleTime();

/// The columns of HTA's frames, in their order: all that the tables of hta mode have.
[[nodiscard]] std::vector<ColumnDescriptor> idleStreamColumnsOfHta();
[[nodiscard]] std::vector<ColumnDescriptor> idleIntervalColumnsOfHta();

} // namespace kinetoscope
