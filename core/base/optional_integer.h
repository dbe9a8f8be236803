// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cassert>
#include <cstdint>
#include <limits>
#include <optional>

namespace kinetoscope {

/// A number or none, as std::optional has it, in eight bytes in place of sixteen: for what there are millions of. The
/// least number of 64 bits stands for none, so that one of a file becomes none, too: nothing that is counted gets
/// there.
class OptionalInteger {
public:
    constexpr OptionalInteger() = default;
    constexpr OptionalInteger(std::nullopt_t) { }
    constexpr OptionalInteger(std::int64_t value)
        : m_value(value)
    {
    }
    constexpr OptionalInteger(const std::optional<std::int64_t>& value)
        : m_value(value.value_or(kNone))
    {
    }

    [[nodiscard]] constexpr bool has_value() const { return m_value != kNone; }
    constexpr explicit operator bool() const { return has_value(); }
    [[nodiscard]] constexpr std::int64_t operator*() const
    {
        assert(has_value());
        return m_value;
    }
    [[nodiscard]] constexpr std::int64_t value_or(std::int64_t otherwise) const
    {
        return has_value() ? m_value : otherwise;
    }
    constexpr operator std::optional<std::int64_t>() const
    {
        return has_value() ? std::optional(m_value) : std::nullopt;
    }
    friend constexpr bool operator==(OptionalInteger, OptionalInteger) = default;

private:
    static constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::min();
    std::int64_t m_value = kNone;
};
static_assert(sizeof(OptionalInteger) == 8);

} // namespace kinetoscope
