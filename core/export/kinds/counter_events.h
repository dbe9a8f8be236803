// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/exports.h"

namespace kinetoscope {

/// The trace with series of analyses as counters (SPEC.md 11): queue lengths, bandwidths of copies, and, where
/// wanted, what the timeline's overlays show besides. Times are exact, on the file's own clock ([DIFF-11.1]); `id` is a
/// string, as viewers join it with the name. In hta mode the events are HTA's, key by key.
[[nodiscard]] ExportDescriptor counterExport();

} // namespace kinetoscope
