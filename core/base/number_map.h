// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace kinetoscope {

/// Numbers by key, all in one piece of memory: for millions of look-ups of few keys, which the nodes of
/// std::unordered_map make three times as slow. Keys are small and have no order. Not thread-safe.
/// @tparam Hash  spreads neighbours over all bits: the upper ones choose the place.
template <typename Key, typename Hash> class NumberMap {
public:
    static constexpr std::uint32_t kNone = UINT32_MAX; ///< the number of a key that was not there

    [[nodiscard]] std::size_t size() const { return m_size; }
    /// The number of the key, to be read and written until the next call; kNone if the key is new. O(1), and now and
    /// then O(keys).
    [[nodiscard]] std::uint32_t& operator[](const Key& key)
    {
        if (2 * m_size >= m_slots.size())
            grow();
        Slot& slot = slotOf(key);
        if (!slot.isUsed) {
            slot = { key, kNone, true };
            ++m_size;
        }
        return slot.number;
    }

private:
    struct Slot {
        Key key {};
        std::uint32_t number = kNone;
        bool isUsed = false;
    };
    [[nodiscard]] Slot& slotOf(const Key& key)
    {
        std::size_t place = static_cast<std::size_t>(Hash {}(key)) >> m_shift;
        while (m_slots[place].isUsed && !(m_slots[place].key == key))
            place = (place + 1) & (m_slots.size() - 1);
        return m_slots[place];
    }
    void grow()
    {
        std::vector<Slot> old(m_slots.empty() ? std::size_t { 1 } << kFirstBits : 2 * m_slots.size());
        std::swap(old, m_slots);
        m_shift = old.empty() ? 64 - kFirstBits : m_shift - 1;
        for (const Slot& slot : old) {
            if (slot.isUsed)
                slotOf(slot.key) = slot;
        }
    }

    static constexpr unsigned kFirstBits = 6;
    std::vector<Slot> m_slots; ///< a power of two, at most half of them used
    unsigned m_shift = 0;      ///< what of a hash is not used
    std::size_t m_size = 0;
};

} // namespace kinetoscope
