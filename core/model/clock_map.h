// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/nanoseconds.h"

#include <cstdint>

namespace kinetoscope {

/// A fraction of integers, so that clocks compare without rounding. The denominator is positive.
struct ClockRate {
    std::int64_t numerator = 0;
    std::int64_t denominator = 1;

    [[nodiscard]] bool isZero() const { return numerator == 0; }
    [[nodiscard]] double partsPerMillion() const;
    /// floor(rate x span), saturating.
    [[nodiscard]] Nanoseconds of(Nanoseconds span) const;
    /// Whether it is less; for an order of slopes.
    [[nodiscard]] bool isLessThan(const ClockRate& other) const
    {
        __extension__ using WideRate = __int128;
        return static_cast<WideRate>(numerator) * other.denominator
            < static_cast<WideRate>(other.numerator) * denominator;
    }
    bool operator==(const ClockRate&) const = default;
};

/// From one clock to another: t + offset + floor(drift x (t - reference)). With a drift above -1 it keeps the order of
/// times. Saturates at the ends of int64.
struct ClockMap {
    Nanoseconds offset = 0;
    ClockRate drift {};
    Timestamp reference = 0; ///< on the clock it maps from

    [[nodiscard]] Timestamp operator()(Timestamp t) const;
    /// The earliest t that does not map before `time`: the one that maps to it, wherever there is one. The drift must
    /// be above -1.
    [[nodiscard]] Timestamp inverse(Timestamp time) const;
    [[nodiscard]] bool keepsOrder() const { return drift.numerator > -drift.denominator; }
    bool operator==(const ClockMap&) const = default;
};

/// First `inner`, then `outer`: exact at inner.reference. Rates are shortened where their product has more than 63
/// bits.
[[nodiscard]] ClockMap composed(const ClockMap& outer, const ClockMap& inner);

} // namespace kinetoscope
