// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/exports.h"

namespace kinetoscope {

/// The trace with the first patterns of kernel-sequences overlaid (SPEC.md 9.2): `args.Patterns` on every event of
/// an occurrence; where wanted, other events compressed, with the dictionary of their names on the span of the profiler
/// (made where there is none, [DIFF-9.5]); where wanted, a lane for each pattern that shows without a search.
[[nodiscard]] ExportDescriptor sequenceExport();

} // namespace kinetoscope
