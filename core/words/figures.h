// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/nanoseconds.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace kinetoscope {

/// Figures inside sentences that analyses write. English; `.` decimals in any locale; the exact figures stand in the
/// columns beside the sentence.

/// `value` with a number of decimals, `.` whatever the locale.
[[nodiscard]] std::string fixedText(double value, int decimals);
/// Four significant digits with the unit that suits, as the window has them: "12.35 ms", "987 ns", "1.500 s".
[[nodiscard]] std::string durationWords(Nanoseconds ns);
/// All digits: "30 us", "12.345 us", "1.5 ms": a limit that somebody set.
[[nodiscard]] std::string exactDurationWords(Nanoseconds ns);
/// "41.3 %", "< 0.1 %", "0 %"; "" where there is no whole.
[[nodiscard]] std::string shareWords(Nanoseconds part, Nanoseconds whole);
/// Three significant digits in decimal units: "4 B", "2.22 MB".
[[nodiscard]] std::string sizeWords(std::int64_t bytes);
/// `text` in single quotes, on one line and at most 80 characters: a name of the trace inside a sentence.
[[nodiscard]] std::string quotedName(std::string_view text);

} // namespace kinetoscope
