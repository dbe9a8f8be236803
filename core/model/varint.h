// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace kinetoscope {

/// Appends a number as zigzag varint: small ones of either sign take a byte. Blobs of `.ksum` files are made of them.
inline void appendVarint(std::vector<std::uint8_t>& bytes, std::int64_t number)
{
    auto rest = (static_cast<std::uint64_t>(number) << 1) ^ static_cast<std::uint64_t>(number >> 63);
    for (; rest >= 0x80; rest >>= 7)
        bytes.push_back(static_cast<std::uint8_t>(rest | 0x80));
    bytes.push_back(static_cast<std::uint8_t>(rest));
}

/// Reads them one after the other.
class VarintReader {
public:
    explicit VarintReader(std::span<const std::uint8_t> bytes)
        : m_bytes(bytes)
    {
    }

    [[nodiscard]] bool isAtEnd() const { return m_at == m_bytes.size(); }
    /// Nothing at the end, and of bytes that are no number.
    [[nodiscard]] std::optional<std::int64_t> next()
    {
        std::uint64_t rest = 0;
        for (unsigned shift = 0; m_at < m_bytes.size() && shift < 64; shift += 7) {
            const std::uint64_t byte = m_bytes[m_at++];
            if (shift == 63 && byte > 1)
                return std::nullopt; // more than 64 bits
            rest |= (byte & 0x7f) << shift;
            if (byte < 0x80)
                return static_cast<std::int64_t>(rest >> 1) ^ -static_cast<std::int64_t>(rest & 1);
        }
        return std::nullopt;
    }

private:
    std::span<const std::uint8_t> m_bytes;
    std::size_t m_at = 0;
};

} // namespace kinetoscope
