// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/builder/build_state.h"

namespace kinetoscope::builder {

/// Sorts the counter marks and makes a track of each (pid, name, id, series): state.counterGroups, in order of first
/// appearance.
void groupCounters(BuildState& state);

/// Appends the samples of `group` to data.counters and tells `track` where they are.
void takeSamples(BuildState& state, const CounterGroup& group, Track& track);

} // namespace kinetoscope::builder
