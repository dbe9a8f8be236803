// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/builder/build_state.h"

namespace kinetoscope::builder {

/// Joins host calls and device rows by correlation id ([DIFF-0.10]): data.launches and data.slices.partner.
///
/// The host side of an id is the runtime or driver call that carries it, the last one in the file where there are
/// several; only where no call has the id, another host slice (mtia_inference has such). Device work is GPU work
/// (isGpuWork): one call to many. Device rows that are no work (syncs) get their call as partner but are not in the
/// LaunchTable; the call points back where it launched nothing. The id 0 joins only where exactly one call and one work
/// carry it, as some producers write 0 for "none"; negative ids never join.
///
/// Device work that has no correlation is joined to the call at the other end of its ac2g arrow, else to the call with
/// its `External id`: one call to all its work, or as many calls as work in order of their starts. After bindFlows.
void linkLaunches(BuildState& state);

} // namespace kinetoscope::builder
