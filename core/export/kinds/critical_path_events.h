// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/exports.h"

namespace kinetoscope {

/// The trace with its critical path as HTA overlays it (SPEC.md 14.4): `critical` in the args of the events on it, and
/// an arrow (a pair of flow events) for each edge that is shown. In exact mode the path is our own, and the `type` of
/// an arrow is the kind of the link it leads to (causes.md section 3).
[[nodiscard]] ExportDescriptor criticalPathExport();

} // namespace kinetoscope
