// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace.h"

namespace kinetoscope {

/// The first call of the runtime or driver, of equals that of the first thread in the file; invalid without one. Until
/// it returns nothing says that the GPU was in use before: a wait in it may be what sets the GPU up. O(slices before
/// it, and those of threads without calls).
[[nodiscard]] SliceId firstApiCall(const Trace& trace);

} // namespace kinetoscope
