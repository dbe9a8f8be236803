// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/model/trace_set.h"

#include <memory>

namespace kinetoscope {

class KernelClassifier;

/// Puts the ranks of a loaded job on one clock, measured at the ends of their collectives (ranks.md 2), wherever that
/// is sound; what was measured of each rank is in RankTrace::alignment. A set of one rank is returned as it is, and so
/// is one whose ranks did not all run together (areRanksTogether): what they have alike tells nothing of clocks.
///
/// What was matched and measured is held (measuredJob) until the first has it who wants it: the waits.
///
/// A base or an offset that the files say comes first, and is measured against. Errors: Cancelled. Blocks; O(events of
/// the streams + runs log). Arguments of communication kernels are read from the files again, all ranks at once: of 4
/// ranks with 98,000 events and 1,400 collectives each a fifth of the load's CPU time, of compressed files up to a
/// half.
[[nodiscard]] Result<std::shared_ptr<const TraceSet>> withAlignedClocks(
    std::shared_ptr<const TraceSet> traces, const KernelClassifier& classifier, const Progress& progress);

} // namespace kinetoscope
