// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

namespace kinetoscope {

/// The number of a stream or device that a file names by a text: below Track::kNoStream and Track::kNoDevice, the same
/// for the same text in every trace, so that ranks can be compared by it. Texts are in the order of the first whole
/// number in them, as "[TP01] 0", "[TP02] 0" and "pid 1000000", "pid 2000000" of ranks that were merged are: up to
/// 2^30 - 1; one without any is where 0 is. Of two texts of one trace with the same number (of those with one first
/// number, one in 2^32) the later has the next free one below: Trace::streamText and deviceText say whose a number is.
[[nodiscard]] constexpr std::int64_t numberOfText(std::string_view text)
{
    constexpr std::uint64_t kMostPlaces = (1ULL << 30) - 1;
    std::uint64_t hash = 0xcbf2'9ce4'8422'2325ULL; // FNV-1a
    std::uint64_t first = 0;
    bool isInFirst = false;
    bool isFirstDone = false;
    for (const char c : text) {
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x0000'0100'0000'01b3ULL;
        const bool isDigit = c >= '0' && c <= '9';
        isFirstDone = isFirstDone || (isInFirst && !isDigit);
        isInFirst = isDigit && !isFirstDone;
        if (isInFirst)
            first = std::min(kMostPlaces, first * 10 + static_cast<std::uint64_t>(c - '0'));
    }
    return static_cast<std::int64_t>((first << 32) | (hash >> 32)) - (std::int64_t { 1 } << 62) - 1;
}

} // namespace kinetoscope
