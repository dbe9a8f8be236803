// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace kinetoscope {

/// Which of the numbers from 0 to `count` - 1 are in a set, a bit each and a sixty-fourth of that more: of each word
/// of bits another bit says whether it has any, and so on, so that the next and the last number of the set are found
/// however many lie between.
class BitTree {
public:
    explicit BitTree(std::size_t count)
        : m_count(count)
    {
        do {
            count = (count + kBits - 1) / kBits;
            m_levels.emplace_back(count);
        } while (count > 1);
    }
    /// @param number  below `count`.
    void insert(std::size_t number)
    {
        for (std::vector<std::uint64_t>& level : m_levels) {
            level[number / kBits] |= std::uint64_t { 1 } << (number % kBits);
            number /= kBits;
        }
    }
    /// @param number  below `count`.
    [[nodiscard]] bool contains(std::size_t number) const
    {
        return (m_levels.front()[number / kBits] >> (number % kBits) & 1U) != 0;
    }
    /// The first of the set that is not below `number`; `count` for none. O(1), at most O(log count).
    [[nodiscard]] std::size_t next(std::size_t number) const
    {
        for (std::size_t level = 0; level < m_levels.size(); ++level) {
            const std::size_t word = number / kBits;
            if (word >= m_levels[level].size())
                return m_count;
            if (const std::uint64_t bits = m_levels[level][word] >> (number % kBits); bits != 0) {
                number += static_cast<std::size_t>(std::countr_zero(bits));
                while (level-- > 0)
                    number = number * kBits + static_cast<std::size_t>(std::countr_zero(m_levels[level][number]));
                return number;
            }
            number = word + 1;
        }
        return m_count;
    }
    /// The last of the set that is not above `number`, which is below `count`; SIZE_MAX for none. As next().
    [[nodiscard]] std::size_t previous(std::size_t number) const
    {
        for (std::size_t level = 0; level < m_levels.size(); ++level) {
            const std::size_t word = number / kBits;
            const std::uint64_t bits = m_levels[level][word] << (kBits - 1 - number % kBits);
            if (bits != 0) {
                number -= static_cast<std::size_t>(std::countl_zero(bits));
                while (level-- > 0)
                    number = number * kBits + kBits - 1
                        - static_cast<std::size_t>(std::countl_zero(m_levels[level][number]));
                return number;
            }
            if (word == 0)
                break;
            number = word - 1;
        }
        return SIZE_MAX;
    }

private:
    static constexpr std::size_t kBits = 64;
    std::size_t m_count;
    std::vector<std::vector<std::uint64_t>> m_levels; ///< of the numbers, of the words of that, ...
};

} // namespace kinetoscope
