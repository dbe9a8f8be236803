// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/scope.h"
#include "core/base/result.h"
#include "core/model/trace.h"

#include <vector>

namespace kinetoscope {

/// The steps of a trace as a scope sees them: those the trace found itself or, with Scope::stepPattern, every host
/// annotation whose name matches and that lies in no other match. Sorted by start. The number of a matched step is the
/// first number in its name
/// (`execute_12`) if that tells all of them apart, else they are counted from 0.
/// InvalidArgument if the pattern is no regular expression. O(slices) with a pattern, O(steps) without.
[[nodiscard]] Result<std::vector<Step>> stepsOf(const Trace& trace, const Scope& scope);

} // namespace kinetoscope
