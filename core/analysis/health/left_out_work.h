// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"
#include "core/model/trace.h"

namespace kinetoscope {

/// That GPU work is left out because its times cannot be right, or may be: idle time of the GPU then is not told from
/// it. Empty where nothing is missing. O(slices of streams).
[[nodiscard]] Message leftOutWork(const Trace& trace);

} // namespace kinetoscope
