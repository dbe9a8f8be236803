// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/builder/build_state.h"

namespace kinetoscope::builder {

/// One pass over all events in file order: each gets its track, or becomes a mark for pairing, or is counted as
/// undrawn. Fills rowOf (pending track numbers), tracks, the mark lists, undrawn, and data.args. False when cancelled.
[[nodiscard]] bool assignEvents(BuildState& state);

} // namespace kinetoscope::builder
