// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/nanoseconds.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace kinetoscope {

/// How figures and names read in tables that are made for people; exact texts are number_text.h's.

/// A double: four decimals are enough to read, four digits where it is small. "" for no finite value.
[[nodiscard]] std::string readableNumber(double value);

/// Groups of three digits, set apart by U+2009: "1 234 567".
[[nodiscard]] std::string groupedCount(std::int64_t count);

/// The largest of s, ms, µs and ns in which `magnitude` is at least 1.
struct ReadableUnit {
    Nanoseconds ns = 1;
    const char* text = "ns"; ///< UTF-8
};
[[nodiscard]] ReadableUnit readableUnit(Nanoseconds magnitude);
/// A time in that unit, rounded to three decimals: "12.345".
[[nodiscard]] std::string readableTime(Nanoseconds time, const ReadableUnit& unit);

/// `text` with nothing in it that acts unseen, see excerpt(); blanks stay as they are.
[[nodiscard]] std::string inertText(std::string_view text);

} // namespace kinetoscope
