// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace kinetoscope {

/// A column that many events have, keyed by event index: sizeof(T) for each present value and a fifth of a byte for
/// each event, look-up O(1). SparseColumn is smaller where less than one event in twenty has a value. Immutable once
/// filled.
template <typename T> class RankedColumn {
public:
    /// @param event  greater than those before.
    void append(EventIndex event, T value)
    {
        const std::size_t word = event / kBits;
        while (m_bits.size() <= word) {
            m_bits.push_back(0);
            m_before.push_back(static_cast<std::uint32_t>(m_values.size()));
        }
        m_bits[word] |= std::uint64_t { 1 } << (event % kBits);
        m_values.push_back(value);
    }
    /// Nothing for an event without a value.
    [[nodiscard]] std::optional<T> find(EventIndex event) const
    {
        const std::size_t word = event / kBits;
        const std::uint64_t bit = std::uint64_t { 1 } << (event % kBits);
        if (word >= m_bits.size() || (m_bits[word] & bit) == 0)
            return std::nullopt;
        return m_values[m_before[word] + static_cast<std::size_t>(std::popcount(m_bits[word] & (bit - 1)))];
    }
    [[nodiscard]] std::size_t size() const { return m_values.size(); }
    [[nodiscard]] std::size_t memoryBytes() const
    {
        return m_bits.capacity() * sizeof(std::uint64_t) + m_before.capacity() * sizeof(std::uint32_t)
            + m_values.capacity() * sizeof(T);
    }
    void shrink()
    {
        m_bits.shrink_to_fit();
        m_before.shrink_to_fit();
        m_values.shrink_to_fit();
    }

private:
    static constexpr std::size_t kBits = 64;
    std::vector<std::uint64_t> m_bits;   ///< which events have a value
    std::vector<std::uint32_t> m_before; ///< values before each word of bits
    std::vector<T> m_values;
};

} // namespace kinetoscope
