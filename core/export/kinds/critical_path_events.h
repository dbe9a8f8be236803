// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/exports.h"

namespace kinetoscope {

/// The trace with its critical path as HTA overlays it (SPEC.md 14.4): `critical` in the args of the events on it, and
/// an arrow (a pair of flow events) for each edge that is shown. In hta mode only.
[[nodiscard]] ExportDescriptor criticalPathExport();

} // namespace kinetoscope
