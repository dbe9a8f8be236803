// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace.h"

namespace kinetoscope {

/// The module call that a slice was made in: the innermost `nn.Module: ...` frame around it, or around the launch of a
/// device slice. Ops of the backward pass run outside of all modules: that of the forward op then. Where there is none,
/// the innermost annotation of the user's own, which steps are not. A module frame is its own module. Invalid where
/// the trace knows nothing. O(depth + log steps); nesting beyond 512 is not looked at.
[[nodiscard]] SliceId moduleOf(const Trace& trace, SliceId slice);

} // namespace kinetoscope
