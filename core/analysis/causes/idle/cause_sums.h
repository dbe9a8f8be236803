// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/idle/idle_figures.h"

#include <array>
#include <vector>

namespace kinetoscope {

/// Sums of idle time by cause.
class CauseSums {
public:
    void add(Cause cause, Nanoseconds length, bool isAfterSync, std::uint64_t gap)
    {
        m_sums[static_cast<std::size_t>(cause)].add(length, isAfterSync, gap);
    }
    /// Those with time, by enumerator.
    [[nodiscard]] std::vector<IdleOfCause> sums() const
    {
        std::vector<IdleOfCause> sums;
        for (std::size_t i = 0; i < m_sums.size(); ++i) {
            if (m_sums[i].gaps > 0)
                sums.emplace_back(static_cast<Cause>(i), m_sums[i]);
        }
        return sums;
    }

private:
    std::array<IdleSum, kCauseCount> m_sums;
};

} // namespace kinetoscope
