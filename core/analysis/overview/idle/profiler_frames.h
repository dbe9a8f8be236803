// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/overview/idle/named_slices.h"

#include <string_view>

namespace kinetoscope {

/// Python frames of the profiler itself, as schedule, step and stop. Those of torch/autograd/profiler.py are not among
/// them unless the profiler calls them: record_function, which a program calls without a profiler too, has the same
/// names.
class ProfilerFrames : public NamedSlices {
public:
    /// The same names for a what-if, which looks for them in host slices of any kind; has() asks for Python frames.
    static constexpr std::string_view kPattern = R"(/(^|/)torch/profiler/profiler\.py\(/)";

    explicit ProfilerFrames(const Trace& trace)
        : NamedSlices(trace, isOfProfiler)
    {
    }

private:
    [[nodiscard]] static bool isOfProfiler(std::string_view name)
    {
        const std::size_t at = name.find("torch/profiler/profiler.py(");
        return at != std::string_view::npos && (at == 0 || name[at - 1] == '/');
    }
};

} // namespace kinetoscope
