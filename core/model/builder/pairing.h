// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/builder/build_state.h"

namespace kinetoscope::builder {

/// Pairs B with E per thread, in time order (file order at equal times). An E closes the innermost open B of its name
/// if there is one among the innermost kCrossedSearch, else the innermost; a name that differs from the innermost is
/// noted as CrossedPair. Sets the durations of the B events; a B that stays open has none and becomes an unfinished
/// slice.
void pairBeginEnd(BuildState& state);
inline constexpr std::size_t kCrossedSearch = 256;

/// Pairs b with e per (pid, category, id), old spellings S and F likewise, innermost first, and gives b and n events
/// their HostAsync track: one per (pid, category, name of the outermost open slice).
void pairAsync(BuildState& state);

/// Keeps which event ended which (data.endEvents). After both.
void keepEndEvents(BuildState& state);

} // namespace kinetoscope::builder
