// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace kinetoscope {

/// The number of a stream or device that a file names by a text: below Track::kNoStream and Track::kNoDevice, the same
/// for the same text in every trace, so that ranks can be compared by it. Of two texts of one trace with the same
/// number (one in 2^62) the later has the next free one below: Trace::streamText and deviceText say whose a number is.
[[nodiscard]] constexpr std::int64_t numberOfText(std::string_view text)
{
    std::uint64_t hash = 0xcbf2'9ce4'8422'2325ULL; // FNV-1a
    for (const char c : text)
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x0000'0100'0000'01b3ULL;
    return -2 - static_cast<std::int64_t>(hash >> 2);
}

} // namespace kinetoscope
