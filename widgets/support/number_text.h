// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/table.h"
#include "core/base/nanoseconds.h"
#include "core/base/share_figure.h"

#include <QString>

#include <cstdint>
#include <optional>

namespace kinetoscope {

/// Numbers as people read them on screen. The decimal sign is the locale's; groups of three are set off by a thin space
/// (U+202F), which no locale takes for a decimal sign. All are pure but for the default QLocale and NumberStyle.

/// Four significant digits (NumberStyle) with a unit: "987 ns", "12.34 ms", "1.500 s"; "-" in front of a negative one.
[[nodiscard]] QString durationText(Nanoseconds duration);
/// Every nanosecond: "12 345 678 ns".
[[nodiscard]] QString exactDurationText(Nanoseconds duration);
/// A moment to the nanosecond, in the unit that suits it or that the user wants, grouped: "12.345 678 ms".
[[nodiscard]] QString momentText(Timestamp moment);
/// The same for lists: from a millisecond on without what is less than a microsecond, which is cut off.
[[nodiscard]] QString shortMomentText(Timestamp moment);

/// "12 345".
[[nodiscard]] QString countText(std::int64_t count);
/// Three significant digits with k, M, G: "987", "12.3 k", "312 k", "4.50 M".
[[nodiscard]] QString shortCountText(std::uint64_t count);
/// "41.3 %"; "< 0.1 %" for what would read 0.0 but is not, "> 99.9 %" for what would read 100.0 but is not; a dash for
/// no value.
[[nodiscard]] QString percentText(std::optional<double> percent);
[[nodiscard]] QString percentText(const ShareFigure& share);
/// The same without the sign: "41.3", "< 0.1", "> 99.9".
[[nodiscard]] QString shareText(const ShareFigure& share);
/// k, M, G, ... for amounts that would otherwise be long rows of digits.
struct AmountPrefix {
    double size = 1;       ///< of one of it
    const char* sign = ""; ///< "" where none is needed
};
/// The prefix under which amounts up to `largest` are written; none below 100 000. The sign does not matter.
[[nodiscard]] AmountPrefix amountPrefixFor(double largest);
/// "12.3 MB", powers of 1000; exact below 1 kB.
[[nodiscard]] QString bytesText(std::uint64_t bytes);
/// The digits before the decimal sign of a number as it is written, in groups.
[[nodiscard]] QString groupedDigits(const QString& number);
/// `decimals` digits after the sign, grouped before it.
[[nodiscard]] QString decimalText(double value, int decimals);
/// A unit as a screen writes it: "µs", "%", "GB/s"; "" for those that have no sign.
[[nodiscard]] QString unitName(Unit unit);
/// A value of a counter with its unit: "12", "0.375", "1.5 GiB", "12.3 GB/s".
[[nodiscard]] QString quantityText(double value, Unit unit);

} // namespace kinetoscope
