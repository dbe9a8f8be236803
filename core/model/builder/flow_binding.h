// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/builder/build_state.h"

namespace kinetoscope::builder {

/// Binds the s, t and f events to slices and joins them to arrows (data.flows). Events of one (category, name, id)
/// belong together: one s goes through its t events to every f, in time order; where an id is used again, each t and f
/// belongs to the latest s.
///
/// A flow event binds to the innermost slice of its (pid, tid) that contains its time; `fwdbwd` to the innermost
/// cpu_op; an f without `bp: "e"` to the next slice that begins there or later (Chrome's rule). Where a device and a
/// process share the numbers, the end of an ac2g flow looks on streams first, everything else on threads. A call or
/// kernel whose correlation is the flow's id wins over one that merely encloses it. Events that end up in no arrow are
/// counted as unpaired-flow. False when cancelled.
[[nodiscard]] bool bindFlows(BuildState& state);

} // namespace kinetoscope::builder
