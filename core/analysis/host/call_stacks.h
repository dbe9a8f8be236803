// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/model/trace.h"

namespace kinetoscope {

/// Whether ops of the trace tell their Python stack in their arguments, as with_stack=True had it before it gave Python
/// frames of their own. Looks at the first ops of the threads with most of them: those of a backward pass have no
/// stack. Reads the file up to the last of these, or to a stack. O(slices).
/// Errors: Unreadable if the file is gone or has changed; Cancelled.
[[nodiscard]] Result<bool> opsTellCallStacks(const Trace& trace, const Progress& progress);

} // namespace kinetoscope
