// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/host/launching_module.h"

#include "core/analysis/host/host_tree.h"

#include <algorithm>

namespace kinetoscope {

namespace {

// Nesting of damaged files can be as deep as the file is long.
constexpr int kMostAround = 512;

/// The nearest slice that `fits`, from `slice` outwards.
template <typename Fits> SliceId nearest(const Trace& trace, SliceId slice, const Fits& fits)
{
    for (int i = 0; i < kMostAround && slice.isValid(); ++i) {
        if (fits(slice))
            return slice;
        slice = trace.slices().parent[slice.index()];
    }
    return {};
}

bool isStep(const Trace& trace, SliceId slice)
{
    const auto steps = trace.steps();
    const Timestamp begin = trace.slices().start[slice.index()];
    auto at = std::ranges::lower_bound(steps, begin, {}, [](const Step& step) { return step.range.begin; });
    for (; at != steps.end() && at->range.begin == begin; ++at) {
        if (at->slice == slice)
            return true;
    }
    return false;
}

} // namespace

SliceId moduleOf(const Trace& trace, SliceId slice)
{
    if (trace.track(trace.trackOf(slice)).isDeviceSide())
        slice = trace.launchOf(slice);
    const auto isModule = [&](SliceId at) {
        return trace.kind(at) == EventKind::PythonFunction && !moduleName(trace.name(at)).empty();
    };
    if (const SliceId module = nearest(trace, slice, isModule); module.isValid())
        return module;
    const SliceId backward = nearest(trace, slice, [&](SliceId at) { return trace.forwardOf(at).isValid(); });
    if (backward.isValid()) {
        if (const SliceId module = nearest(trace, trace.forwardOf(backward), isModule); module.isValid())
            return module;
    }
    return nearest(
        trace, slice, [&](SliceId at) { return trace.kind(at) == EventKind::UserAnnotation && !isStep(trace, at); });
}

} // namespace kinetoscope
