// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Before <compare>: moc of Qt 6.4 cannot read that one when it is the first header of a file.
#include <cstddef>

#include <compare>
#include <cstdint>
#include <functional>

namespace kinetoscope {

/// A 32-bit index that cannot be mixed up with another kind of index. Default-constructed it means "none".
template <typename Tag> struct Id {
    static constexpr std::uint32_t kNone = 0xffff'ffffu;

    std::uint32_t value = kNone;

    constexpr Id() = default;
    constexpr explicit Id(std::uint32_t index)
        : value(index)
    {
    }
    constexpr explicit Id(std::size_t index)
        : value(static_cast<std::uint32_t>(index))
    {
    }

    [[nodiscard]] constexpr bool isValid() const { return value != kNone; }
    [[nodiscard]] constexpr std::size_t index() const { return value; }
    auto operator<=>(const Id&) const = default;
};

using StringId = Id<struct StringTag>; ///< index into a Trace's StringPool; 0 is the empty string
using TrackId = Id<struct TrackTag>;   ///< index into Trace::tracks()
using SliceId = Id<struct SliceTag>;   ///< row of Trace::slices()
using CategoryId = std::uint16_t;      ///< index into Trace::categories(); the category text as written in the file

/// Zero-based position of an event in `traceEvents`, counting every element (objects or not). Stable across everything.
using EventIndex = std::uint32_t;
inline constexpr EventIndex kNoEvent = 0xffff'ffffu;

} // namespace kinetoscope

template <typename Tag> struct std::hash<kinetoscope::Id<Tag>> {
    std::size_t operator()(kinetoscope::Id<Tag> id) const noexcept { return std::hash<std::uint32_t> {}(id.value); }
};
