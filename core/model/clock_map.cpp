// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/clock_map.h"

#include <algorithm>
#include <limits>

namespace kinetoscope {

namespace {

__extension__ using WideRate = __int128;

/// As a rate of 62 bits: the last bits of both go where there are more.
ClockRate shortened(WideRate numerator, WideRate denominator)
{
    constexpr WideRate kMost = std::numeric_limits<std::int64_t>::max() / 2;
    while (denominator > kMost || numerator > kMost || numerator < -kMost) {
        numerator /= 2;
        denominator /= 2;
    }
    return { static_cast<std::int64_t>(numerator), std::max<std::int64_t>(1, static_cast<std::int64_t>(denominator)) };
}

/// So that products of two fit in 126 bits.
ClockRate withFewBits(const ClockRate& rate)
{
    ClockRate few = rate;
    constexpr std::int64_t kFew = std::int64_t { 1 } << 59;
    while (few.denominator > kFew || few.numerator > kFew || few.numerator < -kFew) {
        few.numerator /= 2;
        few.denominator /= 2;
    }
    few.denominator = std::max<std::int64_t>(1, few.denominator);
    return few;
}

} // namespace

double ClockRate::partsPerMillion() const
{
    return static_cast<double>(numerator) * 1e6 / static_cast<double>(denominator);
}

Nanoseconds ClockRate::of(Nanoseconds span) const
{
    const WideRate product = static_cast<WideRate>(numerator) * span;
    WideRate quotient = product / denominator;
    if (product % denominator < 0)
        --quotient;
    constexpr WideRate kLeast = std::numeric_limits<Nanoseconds>::min();
    constexpr WideRate kMost = std::numeric_limits<Nanoseconds>::max();
    return static_cast<Nanoseconds>(std::clamp(quotient, kLeast, kMost));
}

Timestamp ClockMap::operator()(Timestamp t) const
{
    const Timestamp moved = saturatingAdd(t, offset);
    return drift.isZero() ? moved : saturatingAdd(moved, drift.of(saturatingSubtract(t, reference)));
}

Timestamp ClockMap::inverse(Timestamp time) const
{
    const Timestamp moved = saturatingSubtract(time, offset);
    if (drift.isZero() || !keepsOrder())
        return moved;
    // u + floor(a/b u) >= v, with u = t - reference, is (a + b) u >= b v: the least such u.
    const WideRate span = static_cast<WideRate>(moved) - reference;
    const WideRate speed = static_cast<WideRate>(drift.denominator) + drift.numerator;
    const WideRate product = static_cast<WideRate>(drift.denominator) * span;
    const WideRate rest = product % speed;
    const WideRate least = product / speed + (rest > 0 ? 1 : 0);
    constexpr WideRate kLeast = std::numeric_limits<Timestamp>::min();
    constexpr WideRate kMost = std::numeric_limits<Timestamp>::max();
    return static_cast<Timestamp>(std::clamp(least + reference, kLeast, kMost));
}

ClockMap composed(const ClockMap& outer, const ClockMap& inner)
{
    ClockMap both { .offset = saturatingSubtract(outer(inner(inner.reference)), inner.reference),
        .reference = inner.reference };
    if (outer.drift.isZero() || inner.drift.isZero()) {
        both.drift = outer.drift.isZero() ? inner.drift : outer.drift;
        return both;
    }
    // (1 + a/b)(1 + c/d) - 1 = (ad + cb + ac) / bd
    const ClockRate first = withFewBits(outer.drift);
    const ClockRate second = withFewBits(inner.drift);
    const auto a = static_cast<WideRate>(first.numerator);
    const auto c = static_cast<WideRate>(second.numerator);
    both.drift = shortened(a * second.denominator + c * first.denominator + a * c,
        static_cast<WideRate>(first.denominator) * second.denominator);
    return both;
}

} // namespace kinetoscope
