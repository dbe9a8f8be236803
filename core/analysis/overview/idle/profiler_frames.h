// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/slices_around.h"
#include "core/model/trace.h"
#include "core/numeric/intervals.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace kinetoscope {

/// Python frames of the profiler itself, as schedule, step and stop. Those of torch/autograd/profiler.py are not among
/// them unless the profiler calls them: record_function, which a program calls without a profiler too, has the same
/// names. Keeps a reference to the trace.
class ProfilerFrames {
public:
    explicit ProfilerFrames(const Trace& trace)
        : m_trace(trace)
        , m_names(trace.strings().size())
        , m_around(trace)
    {
        constexpr std::string_view kFile = "torch/profiler/profiler.py(";
        for (std::size_t name = 0; name < m_names.size(); ++name) {
            const std::string_view text = trace.text(StringId { name });
            const std::size_t at = text.find(kFile);
            m_names[name] = at != std::string_view::npos && (at == 0 || text[at - 1] == '/');
            m_isAny = m_isAny || m_names[name];
        }
    }
    /// Whether a slice is one or lies in one. O(slices around it that were not around the one asked for before).
    [[nodiscard]] bool has(SliceId slice)
    {
        return m_isAny && slice.isValid() && isHostCallTree(m_trace.kind(slice))
            && m_around.of(slice, [this](bool isIn, SliceId inner) { return isIn || isOne(inner); });
    }
    /// All; trace time, disjoint and sorted. O(slices) where there are some.
    [[nodiscard]] std::vector<TimeRange> ranges() const
    {
        std::vector<TimeRange> all;
        const SliceTable& slices = m_trace.slices();
        for (std::uint32_t row = 0; m_isAny && row < slices.size(); ++row) {
            const SliceId slice = SliceTable::at(row);
            if (isOne(slice) && slices.isSound(slice))
                all.push_back({ slices.start[row], slices.end(slice) });
        }
        return unionOf(std::move(all));
    }

private:
    [[nodiscard]] bool isOne(SliceId slice) const
    {
        return m_trace.kind(slice) == EventKind::PythonFunction
            && m_names[m_trace.slices().name[slice.index()].index()];
    }

    const Trace& m_trace;
    std::vector<bool> m_names; ///< by StringId
    bool m_isAny = false;
    SlicesAround<bool, 1'000> m_around; ///< real trees are some hundred deep
};

} // namespace kinetoscope
