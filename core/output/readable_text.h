// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace kinetoscope {

/// How figures and names read in tables that are made for people; exact texts are number_text.h's.

/// A double: four decimals are enough to read, four digits where it is small. "" for no finite value.
[[nodiscard]] std::string readableNumber(double value);

/// `value` with `decimals` digits after the point; what would read as zero and is not as "<0.001", zero itself as "0".
[[nodiscard]] std::string fixedNumber(double value, int decimals);

/// `text` with the "us" behind numbers as "µs", as charts and headings have it where letters are not limited.
[[nodiscard]] std::string withMicroSign(std::string_view text);

/// `text` with nothing in it that acts unseen, see excerpt(); blanks stay as they are.
[[nodiscard]] std::string inertText(std::string_view text);

} // namespace kinetoscope
