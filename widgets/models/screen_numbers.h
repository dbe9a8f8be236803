// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/support/number_style.h"
#include "widgets/support/number_text.h"

#include <QString>

#include <vector>

namespace kinetoscope {

/// Numbers as they are written on screen, in the user's NumberStyle and locale. Exports never use these functions: they
/// are byte for byte the command line's. GUI and worker threads.

/// The unit that the user wants for all times, else the largest unit in which `ns` is at least 1; Nano for 0. The sign
/// does not matter.
[[nodiscard]] TimeUnit timeUnitFor(double ns);
[[nodiscard]] QString unitText(TimeUnit unit); ///< "ns", "µs", "ms", "s"
[[nodiscard]] double nanosecondsIn(TimeUnit unit);

/// A time in a given unit, without it: four significant digits (NumberStyle), never more decimals than there are
/// nanoseconds. "12.34".
[[nodiscard]] QString timeNumber(double ns, TimeUnit unit);
/// From where on times that stand with their unit, beside each other, are read in this one, ns: a hundredth of it, and
/// less where one follows the other within its order. What is less than that says itself in a unit of its own.
/// @param figures  the times without their signs, ns, finite; in any order.
[[nodiscard]] double leastReadIn(TimeUnit unit, std::vector<double> figures);
/// Four significant digits (NumberStyle); whole numbers below 10 000 without decimals; "1.234e+20" beyond 15 digits.
[[nodiscard]] QString realNumber(double value);
/// One decimal, without the sign: "41.3"; "< 0.1" for a share that would read 0.0 but is not, "> 99.9" for one that
/// would read 100.0 but is not.
[[nodiscard]] QString percentNumber(double percent);

/// Decimals that give the significant digits of the NumberStyle, from 0 to `most`.
[[nodiscard]] int decimalsFor(double value, int most);
/// Decimals of a whole nanosecond in this unit.
[[nodiscard]] int mostDecimalsOf(TimeUnit unit);
/// An en dash, where there is no value.
[[nodiscard]] QString noValueText();

} // namespace kinetoscope
