// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/nanoseconds.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace kinetoscope {

/// By what durations are multiplied: an exact fraction, >= 0.
class Factor {
public:
    constexpr Factor() = default;
    /// "0.5", "2", ".25": a decimal >= 0 with at most six digits before and after the point; nothing for anything else.
    [[nodiscard]] static std::optional<Factor> parse(std::string_view text);
    [[nodiscard]] static constexpr Factor none() { return Factor(0, 1); }
    [[nodiscard]] static constexpr Factor half() { return Factor(1, 2); }

    [[nodiscard]] constexpr bool isOne() const { return m_numerator == m_denominator; }
    [[nodiscard]] constexpr bool isZero() const { return m_numerator == 0; }
    [[nodiscard]] constexpr bool isHalf() const { return *this == half(); }
    [[nodiscard]] double value() const { return static_cast<double>(m_numerator) / static_cast<double>(m_denominator); }
    /// To the nearest ns, halves up. @param length  >= 0.
    [[nodiscard]] constexpr Nanoseconds of(Nanoseconds length) const
    {
        // What is asked for most, without a call or a division: a replay asks it of every operation.
        if (isOne())
            return length;
        if (isZero())
            return 0;
        return isHalf() ? length / 2 + length % 2 : rounded(length);
    }
    /// Both, one after the other.
    [[nodiscard]] Factor times(Factor other) const;
    constexpr bool operator==(const Factor&) const = default;

private:
    [[nodiscard]] static Factor inLowestTerms(std::int64_t numerator, std::int64_t denominator);
    [[nodiscard]] Nanoseconds rounded(Nanoseconds length) const;
    constexpr Factor(std::int64_t numerator, std::int64_t denominator)
        : m_numerator(numerator)
        , m_denominator(denominator)
    {
    }

    std::int64_t m_numerator = 1;
    std::int64_t m_denominator = 1; ///< > 0; the fraction is in lowest terms
};

} // namespace kinetoscope
