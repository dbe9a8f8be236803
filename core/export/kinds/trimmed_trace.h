// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/exports.h"

namespace kinetoscope {

/// A part of a trace as a trace (trim_selection.h): chosen ranks, steps or a time range. Events stay whole and byte for
/// byte; launches, kernels and flows that belong together stay together; names of processes and threads stay with them;
/// counters also keep the sample that holds when the part begins. All device work between the first and the last that
/// stays is kept, so that nothing that was cut away is taken for idle time; a remark says how much.
[[nodiscard]] ExportDescriptor trimExport();

} // namespace kinetoscope
