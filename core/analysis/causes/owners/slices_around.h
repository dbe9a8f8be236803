// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace.h"

#include <cstddef>
#include <vector>

namespace kinetoscope {

/// What a host slice has from itself and from those around it, for slices that come about in the order of time: most of
/// what is around one was around the one before, and is kept. Keeps a reference to the trace. Not thread-safe.
/// @tparam Value  what has been gathered from the outermost slice on; as made by default outside of all.
/// @tparam kMost  no more slices than these, the innermost, are looked at: the trees of broken files have no bottom.
template <typename Value, std::size_t kMost> class SlicesAround {
public:
    explicit SlicesAround(const Trace& trace)
        : m_trace(trace)
    {
    }
    /// @param slice   valid.
    /// @param inside  inside(value, slice) is what the slice makes of what is around it.
    /// @return  may be written to, until the next call: it is given again to who asks for the slice again, as long as
    ///          the slice is kept, and to those inside of it.
    /// O(slices around it that were not around the one asked for before).
    template <typename Inside> [[nodiscard]] Value& of(SliceId slice, Inside inside)
    {
        const std::vector<SliceId>& parents = m_trace.slices().parent;
        m_added.clear();
        SliceId up = slice;
        for (; up.isValid() && m_added.size() < kMost; up = parents[up.index()]) {
            while (!m_kept.empty() && up < m_kept.back().slice) // what is around a slice lies before it
                m_kept.pop_back();
            if (!m_kept.empty() && m_kept.back().slice == up)
                break;
            m_added.push_back(up);
        }
        if (!up.isValid())
            m_kept.clear();
        if (m_kept.size() + m_added.size() > kMost || m_added.size() == kMost)
            return ofDeep(slice, inside);
        for (auto added = m_added.rbegin(); added != m_added.rend(); ++added)
            m_kept.push_back({ *added, inside(m_kept.empty() ? Value {} : m_kept.back().value, *added) });
        return m_kept.back().value;
    }

private:
    struct Kept {
        SliceId slice;
        Value value {};
    };
    template <typename Inside> [[nodiscard]] Value& ofDeep(SliceId slice, Inside inside)
    {
        m_kept.clear();
        m_added.clear();
        for (; slice.isValid() && m_added.size() < kMost; slice = m_trace.slices().parent[slice.index()])
            m_added.push_back(slice);
        m_deep = {};
        for (auto added = m_added.rbegin(); added != m_added.rend(); ++added)
            m_deep = inside(m_deep, *added);
        return m_deep;
    }

    const Trace& m_trace;
    std::vector<Kept> m_kept; ///< the slice asked for before, behind those around it, outermost first
    Value m_deep {};
    std::vector<SliceId> m_added; ///< innermost first; its room is used again
};

} // namespace kinetoscope
