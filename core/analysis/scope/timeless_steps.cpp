// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/scope/timeless_steps.h"

#include "core/analysis/scope/steps.h"
#include "core/base/name_pattern.h"

#include <algorithm>
#include <string>
#include <vector>

namespace kinetoscope {

namespace {

/// The first by row of those without a duration that can be used; invalid for none, and if told to stop.
/// @param isStep  gets each of them.
template <typename IsStep> SliceId firstUnsound(const Trace& trace, const Progress& progress, IsStep isStep)
{
    const SliceTable& slices = trace.slices();
    StopCheck check(progress);
    for (std::size_t row = 0; row < slices.size() && !check.after(1); ++row) {
        const SliceId slice = SliceTable::at(row);
        if (!slices.isSound(slice) && isStep(slice))
            return slice;
    }
    return {};
}

SliceId unsoundStep(const Trace& trace, const Progress& progress)
{
    return firstUnsound(trace, progress, [&trace](SliceId slice) {
        const EventKind kind = trace.kind(slice);
        const bool isOfHost = kind == EventKind::UserAnnotation || kind == EventKind::CpuOp;
        return isOfHost && trace.name(slice).starts_with("ProfilerStep#");
    });
}

/// As stepsOf() looks for steps by a pattern.
SliceId unsoundMatch(const Trace& trace, const std::string& stepPattern, const Progress& progress)
{
    const Result<NamePattern> pattern = NamePattern::compile(stepPattern);
    if (!pattern)
        return {};
    return firstUnsound(trace, progress, [&](SliceId slice) {
        return trace.kind(slice) == EventKind::UserAnnotation
            && trace.track(trace.trackOf(slice)).kind == TrackKind::HostThread && pattern->isIn(trace.name(slice));
    });
}

} // namespace

std::optional<TimelessSteps> timelessSteps(const Trace& trace, const Scope& scope, const Progress& progress)
{
    const Result<std::vector<Step>> found = stepsOf(trace, scope, progress.stop);
    if (!found || std::ranges::any_of(*found, [](const Step& step) { return !step.range.isEmpty(); }))
        return std::nullopt;
    if (!found->empty())
        return TimelessSteps { trace.text(found->front().name), true };
    const SliceId unsound =
        scope.stepPattern.empty() ? unsoundStep(trace, progress) : unsoundMatch(trace, scope.stepPattern, progress);
    return unsound.isValid() ? std::optional(TimelessSteps { trace.name(unsound), false }) : std::nullopt;
}

} // namespace kinetoscope
