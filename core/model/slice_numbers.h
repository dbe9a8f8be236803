// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace kinetoscope {

/// Numbers some slices of a trace from 0 on, in the order of their ids: for arrays over a part of the slices, where one
/// over all of them would take more memory than what it holds. A fifth of a byte for each slice of the trace.
class SliceNumbers {
public:
    /// @param slices  of the trace.
    explicit SliceNumbers(std::size_t slices)
        : m_bits(slices / kBits + 1)
    {
    }
    /// True the first time. Before number().
    bool mark(SliceId slice)
    {
        std::uint64_t& word = m_bits[slice.index() / kBits];
        const bool isNew = (word & bitOf(slice)) == 0;
        word |= bitOf(slice);
        return isNew;
    }
    /// Once all are marked.
    void number()
    {
        m_before.reserve(m_bits.size());
        for (const std::uint64_t word : m_bits) {
            m_before.push_back(m_count);
            m_count += static_cast<std::uint32_t>(std::popcount(word));
        }
    }
    /// How many are marked.
    [[nodiscard]] std::uint32_t count() const { return m_count; }
    /// @param slice  a marked one.
    [[nodiscard]] std::uint32_t operator[](SliceId slice) const
    {
        const std::size_t word = slice.index() / kBits;
        return m_before[word] + static_cast<std::uint32_t>(std::popcount(m_bits[word] & (bitOf(slice) - 1)));
    }

private:
    static constexpr std::size_t kBits = 64;
    [[nodiscard]] static std::uint64_t bitOf(SliceId slice) { return std::uint64_t { 1 } << (slice.index() % kBits); }

    std::vector<std::uint64_t> m_bits;
    std::vector<std::uint32_t> m_before; ///< marked ones before each word
    std::uint32_t m_count = 0;
};

} // namespace kinetoscope
