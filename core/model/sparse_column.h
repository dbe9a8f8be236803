// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace kinetoscope {

/// A column that only some events have (bytes of a copy, collective name of a kernel). Keyed by event index, ascending.
/// 4 bytes + sizeof(T) for each present value, look-up O(log n). Immutable once filled.
template <typename T> class SparseColumn {
public:
    void reserve(std::size_t count)
    {
        m_events.reserve(count);
        m_values.reserve(count);
    }
    /// @param event  greater than those before.
    void append(EventIndex event, T value)
    {
        m_events.push_back(event);
        m_values.push_back(value);
    }
    /// Nothing for an event without a value.
    [[nodiscard]] std::optional<T> find(EventIndex event) const
    {
        const auto it = std::ranges::lower_bound(m_events, event);
        if (it == m_events.end() || *it != event)
            return std::nullopt;
        return m_values[static_cast<std::size_t>(it - m_events.begin())];
    }
    [[nodiscard]] std::size_t size() const { return m_events.size(); }
    [[nodiscard]] bool isEmpty() const { return m_events.empty(); }
    [[nodiscard]] const std::vector<EventIndex>& events() const { return m_events; }
    [[nodiscard]] const std::vector<T>& values() const { return m_values; }
    [[nodiscard]] std::size_t memoryBytes() const
    {
        return m_events.capacity() * sizeof(EventIndex) + m_values.capacity() * sizeof(T);
    }
    void shrink()
    {
        m_events.shrink_to_fit();
        m_values.shrink_to_fit();
    }

private:
    std::vector<EventIndex> m_events; ///< ascending: the loader appends in file order
    std::vector<T> m_values;
};

} // namespace kinetoscope
