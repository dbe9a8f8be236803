// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/gpu/elementwise_work.h"

#include "core/model/kernel_names.h"

#include <algorithm>

namespace kinetoscope {

namespace {

/// Whether two kernels may be about as much data. Such kernels take as long as what they read and write: on the same
/// data one that reads three values for one of another takes no four times as long. Short ones take what a start takes.
bool mayBeOfOneSize(Nanoseconds one, Nanoseconds other)
{
    constexpr Nanoseconds kShort = 5'000;
    constexpr Nanoseconds kMostTimes = 4;
    return std::max(one, other) <= kShort || std::max(one, other) / kMostTimes <= std::min(one, other);
}

} // namespace

ElementwiseWork::ElementwiseWork(const Trace& trace)
    : m_trace(trace)
    , m_names(trace.strings().size(), Known::Unasked)
{
}

bool ElementwiseWork::isElementwise(SliceId work)
{
    const StringId name = m_trace.slices().name[work.index()];
    Known& known = m_names[name.index()];
    if (known == Known::Unasked)
        known = isFusibleKernelName(m_trace.text(name)) ? Known::Elementwise : Known::Other;
    return known == Known::Elementwise;
}

std::vector<bool> ElementwiseWork::runsIn(std::span<const SliceId> stream, const Progress& progress)
{
    std::vector<bool> found(stream.size(), false);
    const SliceTable& slices = m_trace.slices();
    StopCheck check(progress);
    for (std::size_t i = 0; i + 1 < stream.size() && !check.after(1); ++i) {
        if (isElementwise(stream[i]) && isElementwise(stream[i + 1])
            && mayBeOfOneSize(slices.duration(stream[i]), slices.duration(stream[i + 1])))
            found[i] = found[i + 1] = true;
    }
    return found;
}

} // namespace kinetoscope
