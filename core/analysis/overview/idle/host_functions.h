// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/work/launch_pair.h"
#include "core/base/progress.h"
#include "core/model/trace.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// Calls that put a function of the host into a stream: what comes after it there waits until the function has run.
/// Which stream that was is not recorded.
class HostFunctions {
public:
    /// O(slices) where such calls are. Not complete if told to stop.
    explicit HostFunctions(const Trace& trace, const Progress& progress)
        : m_trace(trace)
    {
        std::vector<bool> areNames(trace.strings().size());
        for (std::uint32_t id = 0; id < areNames.size(); ++id) {
            const std::string_view text = trace.text(StringId { id });
            areNames[id] = text.find("LaunchHostFunc") != std::string_view::npos
                || text.find("StreamAddCallback") != std::string_view::npos;
        }
        if (std::ranges::find(areNames, true) == areNames.end())
            return;
        const SliceTable& slices = trace.slices();
        StopCheck check(progress);
        for (std::uint32_t row = 0; row < slices.size() && !check.after(1); ++row) {
            if (isApiCall(slices.kind[row]) && areNames[slices.name[row].index()])
                m_calls.push_back(SliceTable::at(row));
        }
        std::ranges::sort(m_calls, {}, [&slices](SliceId call) { return slices.start[call.index()]; });
    }

    /// One between the launches of `work` and of what ran before it on its stream, on any thread; invalid for none, and
    /// where one of the launches is not known. O(log calls).
    [[nodiscard]] SliceId before(SliceId work) const
    {
        const std::optional<LaunchPair> launched = m_calls.empty() ? std::nullopt : launchesUpTo(m_trace, work);
        if (!launched)
            return {};
        const std::vector<Timestamp>& starts = m_trace.slices().start;
        const auto call = std::ranges::lower_bound(
            m_calls, starts[launched->earlier.index()], {}, [&starts](SliceId c) { return starts[c.index()]; });
        const bool isBetween = call != m_calls.end() && starts[call->index()] < starts[launched->later.index()];
        return isBetween ? *call : SliceId {};
    }

private:
    const Trace& m_trace;
    std::vector<SliceId> m_calls; ///< by start
};

} // namespace kinetoscope
