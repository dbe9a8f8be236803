// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/gpu/idle/idle_gaps.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kinetoscope {

/// A gap of a device with where it belongs.
struct LongGap {
    std::size_t rank = 0; ///< in ScopedIdle
    std::int64_t device = Track::kNoDevice;
    IdleGap gap;

    /// Whether work is before and after it, and windows that a scope chooses have only a part of it.
    [[nodiscard]] bool isPart() const { return gap.before.isValid() && gap.after.isValid() && gap.range != gap.whole; }
};

/// Longer first; of equal ones by rank, device and begin.
[[nodiscard]] bool isLonger(const LongGap& a, const LongGap& b);

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

} // namespace kinetoscope
