// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/scope.h"
#include "core/base/progress.h"
#include "core/model/trace.h"

#include <optional>
#include <string_view>

namespace kinetoscope {

/// Annotations of steps in which there is no time. Who records them calls prof.step() already.
struct TimelessSteps {
    std::string_view name;    ///< of the first of them by row; lives as long as the trace
    bool isOfNoLength = true; ///< else they have no duration that can be used
};

/// Those of a trace, where none of its steps has time: steps that the scope finds but which are of no length, else what
/// is named as they are, by the pattern or as ProfilerStep#N, and is no step. Nothing where a step has time, where
/// there are none, and with a pattern that is no regular expression. The scope's range and steps do not matter.
/// O(slices). Nothing, too, if told to stop.
[[nodiscard]] std::optional<TimelessSteps> timelessSteps(
    const Trace& trace, const Scope& scope, const Progress& progress);

} // namespace kinetoscope
