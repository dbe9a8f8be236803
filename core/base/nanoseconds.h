// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

namespace kinetoscope {

/// Time is a signed 64-bit count of nanoseconds, everywhere. A double loses it: 1700000000123456.789 us comes back 39
/// ns off. Both are plain integers because the numeric kernels are loops over columns of them; the name carries the
/// unit.
using Nanoseconds = std::int64_t; ///< a length of time, ns
using Timestamp = std::int64_t;   ///< a moment, ns on the clock that the declaration names

inline constexpr Timestamp kMinTimestamp = std::numeric_limits<Timestamp>::min();
inline constexpr Timestamp kMaxTimestamp = std::numeric_limits<Timestamp>::max();

// Loops add and subtract times by the million, so that the usual case is one instruction and a jump that never comes
// where the compiler can say that the sum left int64; elsewhere the sign of the wrapped result says it.

/// a + b, stopping at the ends of int64 instead of wrapping: trace content must never cause undefined behaviour.
[[nodiscard]] constexpr std::int64_t saturatingAdd(std::int64_t a, std::int64_t b)
{
#if defined(__GNUC__)
    std::int64_t sum = 0;
    const bool isOver = __builtin_add_overflow(a, b, &sum);
#else
    const auto sum = static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
    const bool isOver = ((a ^ sum) & (b ^ sum)) < 0;
#endif
    if (isOver) [[unlikely]]
        return b < 0 ? kMinTimestamp : kMaxTimestamp;
    return sum;
}

/// a - b, stopping at the ends of int64.
[[nodiscard]] constexpr std::int64_t saturatingSubtract(std::int64_t a, std::int64_t b)
{
#if defined(__GNUC__)
    std::int64_t difference = 0;
    const bool isOver = __builtin_sub_overflow(a, b, &difference);
#else
    const auto difference = static_cast<std::int64_t>(static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b));
    const bool isOver = ((a ^ b) & (a ^ difference)) < 0;
#endif
    if (isOver) [[unlikely]]
        return b < 0 ? kMaxTimestamp : kMinTimestamp;
    return difference;
}

/// A half-open interval [begin, end) of time; empty where end <= begin.
struct TimeRange {
    Timestamp begin = 0;
    Timestamp end = 0;

    [[nodiscard]] constexpr bool isEmpty() const { return end <= begin; }
    [[nodiscard]] constexpr Nanoseconds length() const { return isEmpty() ? 0 : saturatingSubtract(end, begin); }
    [[nodiscard]] constexpr bool contains(Timestamp t) const { return begin <= t && t < end; }
    [[nodiscard]] constexpr TimeRange clippedTo(TimeRange other) const
    {
        return { std::max(begin, other.begin), std::min(end, other.end) };
    }
    constexpr bool operator==(const TimeRange&) const = default;
};

/// Longest believable duration: seven days. A longer one, or a negative one, is corrupt and stays out of every sum.
inline constexpr Nanoseconds kMaxPlausibleDuration = 7LL * 24 * 3600 * 1'000'000'000LL;

} // namespace kinetoscope
