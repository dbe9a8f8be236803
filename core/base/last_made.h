// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <memory>
#include <mutex>
#include <utility>

namespace kinetoscope {

/// The thing that was made last, for who asks for the same again: what neighbours of a table are read from, say, as
/// the pointer goes over them. Holds one thing; thread-safe.
template <typename Key, typename Value> class LastMade {
public:
    /// The thing of `key`, made now unless it is the last one; null where it cannot be made. Who asks meanwhile waits.
    /// @param make  returns Result<Value>
    template <typename Make> std::shared_ptr<const Value> of(const Key& key, const Make& make)
    {
        const std::lock_guard lock(m_mutex);
        if (!m_value || !(m_key == key)) {
            m_value.reset(); // two at once would take twice the memory
            Result<Value> made = make();
            if (made) {
                m_value = std::make_shared<const Value>(std::move(made).value());
                m_key = key;
            }
        }
        return m_value;
    }

private:
    std::mutex m_mutex;
    Key m_key {};
    std::shared_ptr<const Value> m_value;
};

} // namespace kinetoscope
