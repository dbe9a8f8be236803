// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/ranks/wait_ledger.h"

namespace kinetoscope {

/// Fills WaitInstance::lateness and WaitInstance::root (ranks.md 3.3 and 3.4).
///
/// All ranks leave a synchronising collective together. What they do from there to the next of their group they do from
/// one moment on, without clocks; where the last rank took longer than the median of the others it lost time, and the
/// difference is divided exactly. Of a group's first collective this needs sound clocks. A rank that waited in another
/// group may only hand on what a third one caused: the root.
///
/// @param ledger       of whole ranks: what was before a collective lies outside of steps and ranges.
/// @param kernelDelay  the gap threshold, ns.
/// Errors: Cancelled. O(runs log + GPU work).
[[nodiscard]] Result<Done> findReasons(WaitLedger& ledger, const AnalysisInput& input,
    const CollectiveMatching& matching, const RankClocks& clocks, Nanoseconds kernelDelay,
    const AnalysisContext& context);

} // namespace kinetoscope
