// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/owners/slices_around.h"
#include "core/model/trace.h"

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
    /// The same names for a what-if, which looks for them in host slices of any kind; has() asks for Python frames.
    static constexpr std::string_view kPattern = R"(/(^|/)torch/profiler/profiler\.py\(/)";

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
    /// Whether there are such names.
    [[nodiscard]] bool isAny() const { return m_isAny; }

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
