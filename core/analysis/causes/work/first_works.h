// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace.h"

#include <algorithm>
#include <vector>

namespace kinetoscope {

/// The first work of each stream of a trace. Immutable.
class FirstWorks {
public:
    /// O(slices before the first work of each track).
    explicit FirstWorks(const Trace& trace)
    {
        for (const Track& track : trace.tracks()) {
            std::uint32_t row = track.firstSlice;
            while (row < track.endSlice() && !isGpuWork(trace.slices().kind[row]))
                ++row;
            if (row < track.endSlice())
                m_works.push_back(SliceTable::at(row));
        }
        std::ranges::sort(m_works);
    }
    /// Whether a slice is the first work that was recorded of its stream; not of none. O(log streams).
    [[nodiscard]] bool has(SliceId slice) const { return std::ranges::binary_search(m_works, slice); }

private:
    std::vector<SliceId> m_works; ///< ascending
};

} // namespace kinetoscope
