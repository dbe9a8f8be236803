// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

namespace kinetoscope {

/// A thing that takes long to make, once for all who ask for it while somebody has it: at once or one after the other.
/// Knows the last one that was made, and keeps it alive from hold() to letGo() only. Thread-safe.
/// @tparam Key  what it is made of: things of equal keys are equal.
template <typename Key, typename Value> class MadeOnce {
public:
    /// The last thing that was made, if it is of this key and there is still somebody who has it; else it is made now.
    /// Who asks while one of this key is being made waits for it, and makes it where that was stopped.
    /// @param make  returns Result<Value>. Errors: its own; Cancelled if told to stop while waiting.
    template <typename Make>
    Result<std::shared_ptr<const Value>> of(const Key& key, const Progress& progress, const Make& make)
    {
        std::unique_lock lock(m_mutex);
        for (;;) {
            if (auto known = m_key == key ? m_made.lock() : nullptr)
                return known;
            if (m_beingMade != key)
                break;
            KT_TRY_DONE(progress.carryOn());
            constexpr std::chrono::milliseconds kLook { 5 };
            m_done.wait_for(lock, kLook);
        }
        const bool isFirst = !m_beingMade; // another key is made beside, unannounced
        if (isFirst)
            m_beingMade = key;
        lock.unlock();
        const Announcement announcement { isFirst ? this : nullptr };
        KT_TRY(Value made, make());
        auto value = std::make_shared<const Value>(std::move(made));
        lock.lock();
        m_key = key;
        m_made = value;
        const std::shared_ptr<const Value> last = std::move(m_held); // goes without the lock
        lock.unlock();
        return value;
    }

    /// Keeps the last thing alive, if it is this one, until letGo() or until another is made.
    void hold(std::shared_ptr<const Value> value)
    {
        const std::lock_guard lock(m_mutex);
        if (m_made.lock() == value)
            m_held = std::move(value);
    }
    void letGo()
    {
        std::shared_ptr<const Value> last; // goes without the lock
        const std::lock_guard lock(m_mutex);
        last.swap(m_held);
    }

private:
    /// That a thing is being made; over when this ends, however it ends.
    struct Announcement {
        MadeOnce* owner;
        ~Announcement()
        {
            if (!owner)
                return;
            const std::lock_guard lock(owner->m_mutex);
            owner->m_beingMade.reset();
            owner->m_done.notify_all();
        }
    };

    std::mutex m_mutex;
    std::condition_variable m_done;
    std::optional<Key> m_beingMade;
    std::optional<Key> m_key; ///< of m_made
    std::weak_ptr<const Value> m_made;
    std::shared_ptr<const Value> m_held; ///< m_made or nothing
};

} // namespace kinetoscope
