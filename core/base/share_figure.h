// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>

namespace kinetoscope {

/// A share as people read it: what is not all never reads 100 %, and what is not nothing never 0 %. Below zero only
/// the second holds. Files have the number.
struct ShareFigure {
    char sign = 0;      ///< '<' or '>', said before the figure, as in "> 99.9 %"; 0: the share is the figure
    double percent = 0; ///< the share, or what it is less or more than
};

/// @param percent   finite; what lacks less to 100 than sums of shares are rounded counts as all.
/// @param decimals  with which the figure is written, rounded to the next; not negative.
[[nodiscard]] inline ShareFigure shareFigure(double percent, int decimals = 1)
{
    constexpr double kRounding = 1e-9;
    const double least = std::pow(10.0, -decimals);
    if (percent != 0 && std::fabs(percent) < least / 2)
        return percent > 0 ? ShareFigure { '<', least } : ShareFigure { '>', -least };
    if (percent >= 100 - least / 2 && percent < 100 - kRounding)
        return { '>', 100 - least };
    return { 0, percent };
}

/// Of amounts, which are exact: all but one nanosecond is not all. With one decimal. @param whole  positive.
template <typename Amount> [[nodiscard]] ShareFigure shareFigureOf(Amount part, Amount whole)
{
    constexpr double kLessThanAll = 100 - 1e-6;
    const double percent = 100.0 * static_cast<double>(part) / static_cast<double>(whole);
    return shareFigure(part < whole ? std::fmin(percent, kLessThanAll) : percent);
}

} // namespace kinetoscope
