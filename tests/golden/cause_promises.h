// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace_set.h"

#include <memory>
#include <string>

namespace kinetoscope::tests {

using Traces = std::shared_ptr<const TraceSet>;

// What idle-causes and critical-path promise (causes.md) and do not keep of a rank of `traces`: a sentence, "" for
// nothing. Ranges are random and the same in each run.

/// Section 2, invariant (i), against a sweep over the slices: the time of each device less the union of its work. Of
/// the whole trace, from its first start to its last end, and of ranges, which may lie anywhere.
[[nodiscard]] std::string faultOfIdle(const Traces& traces, const RankTrace& rank);
/// The same with chosen steps: a step's window is its annotation with the work that was launched in it.
[[nodiscard]] std::string faultOfIdleOfChosenSteps(const Traces& traces, const RankTrace& rank);
/// Invariant (iii): pieces of a range add up to it in every row, pieces before the first event and after the last one,
/// too. (Rows may differ where work without a launch comes first, within the gap threshold of the first event, and a
/// piece begins between them: see TestIdleCauses::aWindowBeforeTheTraceChangesCausesAlone.)
[[nodiscard]] std::string faultOfPieces(const Traces& traces, const RankTrace& rank);
/// Invariant (v): idle and busy are a step's wall time; and its rows are those of a range from its beginning to its
/// end.
[[nodiscard]] std::string faultOfSteps(const Traces& traces, const RankTrace& rank);
/// Section 3, invariants (i) and (iii): links follow one another from the beginning of the window to its end, and what
/// the tables add up is its length.
[[nodiscard]] std::string faultOfPaths(const Traces& traces, const RankTrace& rank);
/// Of the first rank of which one of them finds something.
[[nodiscard]] std::string firstFault(const Traces& traces, std::string (*faultOf)(const Traces&, const RankTrace&));

/// What idle-causes, critical-path and what-if have otherwise by 2 or 8 threads than by one.
[[nodiscard]] std::string faultOfThreads(const Traces& traces);

} // namespace kinetoscope::tests
