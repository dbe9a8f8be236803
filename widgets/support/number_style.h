// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

namespace kinetoscope {

enum class TimeUnit : std::uint8_t { Nano, Micro, Milli, Second };

/// How numbers are written on screen, as the user prefers it. Files, the clipboard and the command line never follow
/// it.
struct NumberStyle {
    static constexpr int kUsualDigits = 4;
    static constexpr int kFewestDigits = 3;
    static constexpr int kMostDigits = 9;

    std::optional<TimeUnit> timeUnit; ///< of all times; none: each column, axis and sentence gets the one that suits
    int digits = kUsualDigits;        ///< significant ones of times and other real numbers
    bool operator==(const NumberStyle&) const = default;
};

/// One for the whole program, as the locale is; read from any thread. Who changes it sends QEvent::LocaleChange to the
/// widgets.
[[nodiscard]] NumberStyle numberStyle();
/// `digits` outside of its limits is brought inside.
void setNumberStyle(const NumberStyle& style);

} // namespace kinetoscope
