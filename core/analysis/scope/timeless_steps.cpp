// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/scope/timeless_steps.h"

#include "core/analysis/scope/steps.h"

#include <algorithm>
#include <vector>

namespace kinetoscope {

std::optional<TimelessSteps> timelessSteps(const Trace& trace, const Scope& scope, const Progress& progress)
{
    const Result<std::vector<Step>> found = stepsOf(trace, scope, progress.stop);
    if (!found || std::ranges::any_of(*found, [](const Step& step) { return !step.range.isEmpty(); }))
        return std::nullopt;
    if (!found->empty())
        return TimelessSteps { trace.text(found->front().name), true };
    if (!scope.stepPattern.empty())
        return std::nullopt; // ProfilerStep#N is not what was asked for
    const SliceTable& slices = trace.slices();
    StopCheck check(progress);
    for (std::size_t row = 0; row < slices.size() && !check.after(1); ++row) {
        const SliceId slice = SliceTable::at(row);
        const bool isOfHost = slices.kind[row] == EventKind::UserAnnotation || slices.kind[row] == EventKind::CpuOp;
        if (isOfHost && !slices.isSound(slice) && trace.name(slice).starts_with("ProfilerStep#"))
            return TimelessSteps { trace.name(slice), false };
    }
    return std::nullopt;
}

} // namespace kinetoscope
