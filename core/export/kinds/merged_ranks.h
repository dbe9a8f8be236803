// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/exports.h"

namespace kinetoscope {

/// Several ranks in one file, for viewers that open one: processes named after their rank, with pids, devices,
/// correlation and flow ids of their own (merge_numbers.h); times on the clock of the first rank, moved by the clock
/// offsets that the loader found, exactly. Metadata are those of the first rank, but for devices, which are all there,
/// and for what one file cannot say of several ranks.
[[nodiscard]] ExportDescriptor mergeExport();

} // namespace kinetoscope
