// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace kinetoscope {

/// Sum of doubles without any rounding on the way: adding and taking away the same values leaves exactly 0, whatever
/// came in between, and the result does not depend on the order. Finite values only, their sum within the range of
/// double. Source: Shewchuk 1997, "Adaptive precision floating-point arithmetic", grow-expansion.
class ExactSum {
public:
    /// Amortised a few operations: the parts are as many as doubles are needed to hold the sum, mostly one or two.
    void add(double value)
    {
        std::size_t kept = 0;
        for (double part : m_parts) {
            if (std::abs(value) < std::abs(part))
                std::swap(value, part);
            const double high = value + part;
            const double low = part - (high - value);
            if (low != 0.0)
                m_parts[kept++] = low;
            value = high;
        }
        m_parts.resize(kept);
        if (value != 0.0)
            m_parts.push_back(value);
    }

    /// The double nearest to the sum.
    [[nodiscard]] double value() const
    {
        if (m_parts.empty())
            return 0.0;
        std::size_t i = m_parts.size() - 1;
        double high = m_parts[i];
        double low = 0.0;
        while (i > 0 && low == 0.0) {
            const double sum = high;
            const double part = m_parts[--i];
            high = sum + part;
            low = part - (high - sum);
        }
        // A tie was broken without a look at what lies below: that decides.
        if (i > 0 && ((low < 0.0 && m_parts[i - 1] < 0.0) || (low > 0.0 && m_parts[i - 1] > 0.0))) {
            const double doubled = 2.0 * low;
            const double moved = high + doubled;
            if (doubled == moved - high)
                high = moved;
        }
        return high;
    }

private:
    std::vector<double> m_parts; ///< non-overlapping, by ascending magnitude
};

} // namespace kinetoscope
