// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/support/number_style.h"

#include <algorithm>
#include <atomic>

namespace kinetoscope {
namespace {

constexpr int kNoUnit = 0xff;
constexpr int kPlaces = 8;

/// Digits and unit in one word: a worker never reads half of a change.
std::atomic<int> g_style { NumberStyle::kUsualDigits << kPlaces | kNoUnit };

} // namespace

NumberStyle numberStyle()
{
    const int packed = g_style.load(std::memory_order_relaxed);
    NumberStyle style;
    style.digits = packed >> kPlaces;
    if ((packed & kNoUnit) != kNoUnit)
        style.timeUnit = static_cast<TimeUnit>(packed & kNoUnit);
    return style;
}

void setNumberStyle(const NumberStyle& style)
{
    const int digits = std::clamp(style.digits, NumberStyle::kFewestDigits, NumberStyle::kMostDigits);
    const int unit = style.timeUnit ? static_cast<int>(*style.timeUnit) : kNoUnit;
    g_style.store(digits << kPlaces | unit, std::memory_order_relaxed);
}

} // namespace kinetoscope
