// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/ranks/late_parts.h"
#include "core/base/message.h"
#include "core/model/rank_summary.h"
#include "core/model/selection.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace kinetoscope {

struct WaitFacts;

/// What the wait ledger has of one run of a matched collective, for whoever shows runs one by one; ns.
struct RunWait {
    SliceRef run;
    TimeRange range;              ///< of the run, job time
    std::uint32_t collective = 0; ///< the same of all its runs; positions in WaitLedger::instances
    /// Position in RankSummary::runs, of a rank of which there is a summary only: `run` has no slice then.
    std::uint32_t summaryRun = SummaryRun::kNone;
    std::size_t ranks = 0;    ///< that have a run of it
    Nanoseconds wait = 0;     ///< at the beginning of the run
    Nanoseconds allWaits = 0; ///< of all ranks in it
    bool isLast = false;      ///< it came last, maybe with others, and somebody waited
    std::int64_t last = 0;    ///< number of the rank that came last, the lowest of several; where somebody waited
    std::size_t tied = 0;     ///< ranks that came last together
    std::optional<LatePart> reason {};   ///< why the last one was late; none where nothing recorded tells it
    std::optional<std::int64_t> root {}; ///< the rank, by number, that all waited for in the end, where it is another
    std::optional<std::int64_t> next {}; ///< number of the rank that would have been last without the last one
    Nanoseconds heldUp = 0;              ///< how much earlier that one came
    bool areEndsApart = false;           ///< as of WaitInstance: who waits for whom is not known
};

/// Every run of a collective that two ranks or more have, by rank and slice, of a summary by its position. Figures are
/// those of wait-causes, to the nanosecond. O(runs log).
[[nodiscard]] std::vector<RunWait> runWaits(const WaitFacts& facts);

/// What there is to say of a run: whom it waits for, or who waits for it, how long and why. Empty where nobody waits.
[[nodiscard]] Message runWaitMessage(const RunWait& wait);

} // namespace kinetoscope
