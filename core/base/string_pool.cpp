// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/string_pool.h"

#include <algorithm>
#include <cstring>

namespace kinetoscope {

namespace {

constexpr std::size_t kInitialSlots = 1024;
// The texts of a small trace fit in the first chunk; each next one is twice as large, up to the most.
constexpr std::size_t kFirstChunkBytes = 4 * 1024;
constexpr std::size_t kMostChunkBytes = 64 * 1024;

// Multiply-xorshift over 8-byte words: names are 10 to 300 bytes, most of the cost is the final compare anyway.
std::uint32_t hashOf(std::string_view text)
{
    std::uint64_t h = text.size() * 0x9E3779B97F4A7C15ULL;
    const char* p = text.data();
    std::size_t left = text.size();
    while (left >= 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, p, 8);
        h = (h ^ word) * 0xff51afd7ed558ccdULL;
        h ^= h >> 32;
        p += 8;
        left -= 8;
    }
    std::uint64_t tail = 0;
    if (left > 0)
        std::memcpy(&tail, p, left);
    h = (h ^ tail) * 0xc4ceb9fe1a85ec53ULL;
    return static_cast<std::uint32_t>(h >> 32);
}

} // namespace

StringPool::StringPool()
    : m_slots(kInitialSlots)
{
    intern({});
}

std::size_t StringPool::slotFor(std::string_view text, std::uint32_t hash) const
{
    const std::size_t mask = m_slots.size() - 1;
    std::size_t i = hash & mask;
    while (m_slots[i].id != Id<StringTag>::kNone) {
        if (m_slots[i].hash == hash && m_texts[m_slots[i].id] == text)
            break;
        i = (i + 1) & mask;
    }
    return i;
}

StringId StringPool::find(std::string_view text) const
{
    return StringId { m_slots[slotFor(text, hashOf(text))].id };
}

StringId StringPool::intern(std::string_view text)
{
    const std::uint32_t hash = hashOf(text);
    const std::size_t i = slotFor(text, hash);
    if (m_slots[i].id != Id<StringTag>::kNone)
        return StringId { m_slots[i].id };
    const auto id = static_cast<std::uint32_t>(m_texts.size());
    m_texts.push_back(store(text));
    m_slots[i] = { hash, id };
    if (m_texts.size() * 2 > m_slots.size())
        grow();
    return StringId { id };
}

std::string_view StringPool::store(std::string_view text)
{
    if (text.empty())
        return {};
    if (m_chunkUsed + text.size() > m_chunkSize) {
        m_chunkSize = std::max(text.size(), std::clamp(2 * m_chunkSize, kFirstChunkBytes, kMostChunkBytes));
        m_chunks.push_back(std::make_unique_for_overwrite<char[]>(m_chunkSize));
        m_chunkUsed = 0;
        m_arenaBytes += m_chunkSize;
    }
    char* at = m_chunks.back().get() + m_chunkUsed;
    std::memcpy(at, text.data(), text.size());
    m_chunkUsed += text.size();
    return { at, text.size() };
}

void StringPool::grow()
{
    std::vector<Slot> old(m_slots.size() * 2);
    old.swap(m_slots);
    const std::size_t mask = m_slots.size() - 1;
    for (const Slot& slot : old) {
        if (slot.id == Id<StringTag>::kNone)
            continue;
        std::size_t i = slot.hash & mask;
        while (m_slots[i].id != Id<StringTag>::kNone)
            i = (i + 1) & mask;
        m_slots[i] = slot;
    }
}

std::size_t StringPool::memoryBytes() const
{
    return m_arenaBytes + m_texts.capacity() * sizeof(std::string_view) + m_slots.capacity() * sizeof(Slot);
}

} // namespace kinetoscope
