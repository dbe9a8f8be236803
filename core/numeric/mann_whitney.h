// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/nanoseconds.h"

#include <optional>
#include <span>
#include <utility>

namespace kinetoscope {

/// By how much one sample of times is longer than another, and whether that is noise.
struct TimeShift {
    Nanoseconds shift = 0; ///< median of all differences, second less first (Hodges and Lehmann)
    /// Where the true shift lies with 95 % confidence.
    std::pair<Nanoseconds, Nanoseconds> interval;
    /// Two-sided p of the test of Mann and Whitney: exact without ties up to 400 pairs, else from the normal
    /// distribution, corrected for ties and continuity.
    double p = 1;
};
/// Nothing if a sample is empty. O((m + n) log(range)), and m n steps for up to 400 pairs.
[[nodiscard]] std::optional<TimeShift> shiftOf(std::span<const Nanoseconds> first, std::span<const Nanoseconds> second);

} // namespace kinetoscope
