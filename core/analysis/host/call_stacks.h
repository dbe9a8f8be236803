// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace.h"

namespace kinetoscope {

/// Whether ops of the trace tell their Python stack in their arguments, as with_stack=True had it before it gave Python
/// frames of their own. Looks at the first ops alone: reads the file up to them.
[[nodiscard]] bool opsTellCallStacks(const Trace& trace);

} // namespace kinetoscope
