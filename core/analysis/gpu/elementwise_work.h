// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/model/trace.h"

#include <cstdint>
#include <span>
#include <vector>

namespace kinetoscope {

/// Element-wise kernels of PyTorch that follow one another on their stream, and take about as long as each other: they
/// may compute on the same data, so that one kernel could do what several do. Keeps a reference to the trace.
class ElementwiseWork {
public:
    explicit ElementwiseWork(const Trace& trace);
    /// By position in `stream`: whether it is one, with one before or behind it.
    /// @param stream  work of one stream, in order. O(work), each name looked at once. Not complete if told to stop.
    [[nodiscard]] std::vector<bool> runsIn(std::span<const SliceId> stream, const Progress& progress);

private:
    [[nodiscard]] bool isElementwise(SliceId work);

    enum class Known : std::uint8_t { Unasked, Elementwise, Other };
    const Trace& m_trace;
    std::vector<Known> m_names; ///< by StringId
};

} // namespace kinetoscope
