// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/gpu/idle_gaps.h"
#include "core/analysis/types/table.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace kinetoscope {

/// A gap of a device with where it belongs.
struct LongGap {
    std::size_t rank = 0; ///< in ScopedIdle
    std::int64_t device = Track::kNoDevice;
    IdleGap gap;
};

/// Keeps the longest of the gaps it is shown. Amortised constant time a gap, at most twice `wanted` of them in memory.
class GapRanking {
public:
    explicit GapRanking(std::size_t wanted)
        : m_wanted(wanted)
    {
    }
    void add(const IdleGap& gap, std::int64_t device);
    /// The longest ones, longest first; of equal ones the earlier. Empties the ranking.
    [[nodiscard]] std::vector<LongGap> take(std::size_t rank);

private:
    void cut();

    std::size_t m_wanted;
    Nanoseconds m_least = 0; ///< shorter ones have no chance any more
    std::vector<LongGap> m_gaps;
};

inline constexpr const char* kLongestGapsTitle = "The longest gaps, and what the host did meanwhile";
[[nodiscard]] std::vector<ColumnDescriptor> longestGapsColumns();

/// The `wanted` longest of `gaps` with both neighbours and the host ops of the thread that launched the next work.
/// O(gaps log gaps + host slices inside the gaps).
[[nodiscard]] Table longestGapsTable(
    std::shared_ptr<const ScopedIdle> source, std::vector<LongGap> gaps, std::size_t wanted);

} // namespace kinetoscope
