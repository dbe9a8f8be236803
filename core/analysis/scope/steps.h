// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/scope.h"
#include "core/base/result.h"
#include "core/model/trace.h"
#include "core/model/trace_set.h"

#include <stop_token>
#include <vector>

namespace kinetoscope {

/// The steps of a trace as a scope sees them: those the trace found itself or, with Scope::stepPattern, every host
/// annotation whose name matches and that lies in no other match. Sorted by start. The number of a matched step is the
/// first number in its name (`execute_12`) if that tells all of them apart, else they are counted from 0.
/// InvalidArgument if the pattern is no regular expression; Cancelled, which is looked at before each name that is
/// matched: a long one takes a second at most. O(slices) with a pattern, O(steps) without.
[[nodiscard]] Result<std::vector<Step>> stepsOf(
    const Trace& trace, const Scope& scope, const std::stop_token& stop = {});

/// The same of a rank. Of one that is not loaded the summary's steps, without slice, their names in its
/// `names`; Unreadable with a pattern there: it takes the annotations. Times are those of the trace's clock in both.
[[nodiscard]] Result<std::vector<Step>> stepsOf(
    const RankTrace& rank, const Scope& scope, const std::stop_token& stop = {});

/// That figures need the trace of a rank that is not loaded; says where it was.
[[nodiscard]] Error needsTrace(const RankTrace& rank);

/// Union of the steps that Scope::steps names, job time, disjoint and sorted; empty if it names none or the rank has
/// none of them. Errors and cost as stepsOf.
[[nodiscard]] Result<std::vector<TimeRange>> chosenStepRanges(
    const RankTrace& rank, const Scope& scope, const std::stop_token& stop = {});
/// True if one of the ranges holds `time`. O(log n).
/// @param ranges  disjoint and sorted, as chosenStepRanges returns them.
[[nodiscard]] bool isInRanges(const std::vector<TimeRange>& ranges, Timestamp time);

} // namespace kinetoscope
