// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// Each distinct text stored once, addressed by a 32-bit StringId in order of first appearance.
///
/// Id 0 is always the empty string. Views stay valid for the life of the pool (the arena never moves what it holds).
/// Not thread-safe while it grows; a frozen pool is read from any thread. Texts may hold any bytes, NUL included.
/// Real traces hold 130 to 2,100 distinct names.
class StringPool {
public:
    StringPool();
    StringPool(StringPool&&) noexcept = default;
    StringPool& operator=(StringPool&&) noexcept = default;

    /// Id of `text`, added when new. O(length).
    StringId intern(std::string_view text);
    /// Id of `text`, or an invalid id when the pool does not hold it.
    [[nodiscard]] StringId find(std::string_view text) const;

    [[nodiscard]] std::string_view view(StringId id) const
    {
        return id.value < m_texts.size() ? m_texts[id.value] : std::string_view {};
    }
    [[nodiscard]] std::size_t size() const { return m_texts.size(); }
    [[nodiscard]] std::size_t memoryBytes() const;

private:
    struct Slot {
        std::uint32_t hash = 0;
        std::uint32_t id = Id<StringTag>::kNone;
    };

    [[nodiscard]] std::size_t slotFor(std::string_view text, std::uint32_t hash) const;
    std::string_view store(std::string_view text);
    void grow();

    std::vector<Slot> m_slots;
    std::vector<std::string_view> m_texts;
    std::vector<std::unique_ptr<char[]>> m_chunks;
    std::size_t m_chunkSize = 0;
    std::size_t m_chunkUsed = 0;
    std::size_t m_arenaBytes = 0;
};

} // namespace kinetoscope
