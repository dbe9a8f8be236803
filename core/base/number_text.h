// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/nanoseconds.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// The shortest decimal text that reads back to the same double, with `.` in any locale: "0.1", "12", "1e-07". "nan",
/// "inf" for those.
[[nodiscard]] std::string shortestText(double value);

/// Nanoseconds as microseconds, exactly: at most three decimals, none needed for whole ones: "12", "0.3", "-1.005".
[[nodiscard]] std::string microsecondsText(Nanoseconds ns);

/// A decimal number of the whole text (no exponent, no white space, any locale) times `unit`, if that is a whole number
/// within int64: ("1.5", 1000) gives 1500; ("0.5", 1) nothing.
[[nodiscard]] std::optional<std::int64_t> scaledDecimal(std::string_view text, std::int64_t unit);

/// A whole decimal number of the whole text within int64; nothing for any other text.
[[nodiscard]] std::optional<std::int64_t> wholeNumber(std::string_view text);

/// Groups of three digits, set apart by U+202F: "1 234 567". For people; nothing reads it back.
[[nodiscard]] std::string groupedCount(std::int64_t count);

/// "30us", "1.5ms": the shortest form that parseDuration reads back exactly.
[[nodiscard]] std::string formatDuration(Nanoseconds ns);

/// "0,2-5": the shortest text that parseNumberList reads back; for ascending numbers.
[[nodiscard]] std::string formatNumberList(const std::vector<std::int64_t>& numbers);

} // namespace kinetoscope
