// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/cause.h"
#include "core/analysis/causes/replay/factor.h"
#include "core/base/nanoseconds.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace kinetoscope {

/// What is left of the time of host causes, each of which is as recorded, halved or gone: masks, so that nothing
/// branches where times are added up by the million. Immutable.
class HostShares {
public:
    /// @param factors  by Cause: one, a half, or none; another one counts as a half.
    explicit HostShares(const std::array<Factor, kCauseCount>& factors)
    {
        constexpr std::uint64_t kAll = ~std::uint64_t { 0 };
        for (std::size_t i = 0; i < kCauseCount; ++i) {
            const bool isHalf = !factors[i].isOne() && !factors[i].isZero();
            m_whole[i] = factors[i].isOne() ? kAll : 0;
            m_half[i] = isHalf ? kAll : 0;
            m_hasHalves = m_hasHalves || isHalf;
        }
    }
    /// Whether anything is halved; else odd times do not matter.
    [[nodiscard]] bool hasHalves() const { return m_hasHalves; }
    /// Of times of one cause together, each of which is halved by itself, and rounded up.
    /// @param odd  how many of them are odd.
    [[nodiscard]] Nanoseconds leftOf(std::size_t cause, std::uint64_t time, std::uint64_t odd) const
    {
        return static_cast<Nanoseconds>((time & m_whole[cause]) + ((time + odd) >> 1 & m_half[cause]));
    }
    /// The same without hasHalves().
    [[nodiscard]] Nanoseconds wholeOf(std::size_t cause, std::uint64_t time) const
    {
        return static_cast<Nanoseconds>(time & m_whole[cause]);
    }

private:
    std::array<std::uint64_t, kCauseCount> m_whole {};
    std::array<std::uint64_t, kCauseCount> m_half {};
    bool m_hasHalves = false;
};

} // namespace kinetoscope
