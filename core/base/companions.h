// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <typeindex>

namespace kinetoscope {

/// Things that rooms above keep with an object which need not know them, one of each type: what was found out about it
/// and is wanted again. They live as long as this. Thread-safe; what the things themselves are is their own affair.
class Companions {
public:
    /// The thing of this type; made by `T()` for the first who asks.
    template <typename T> [[nodiscard]] T& of()
    {
        const std::lock_guard lock(m_mutex);
        std::shared_ptr<void>& thing = m_things[typeid(T)];
        if (!thing)
            thing = std::make_shared<T>();
        return *static_cast<T*>(thing.get());
    }

private:
    std::mutex m_mutex;
    std::map<std::type_index, std::shared_ptr<void>> m_things;
};

} // namespace kinetoscope
