// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/clock_map.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace kinetoscope {

/// What is known of a rank's clock beside those of the others (ranks.md 2.3).
enum class ClockStatus : std::uint8_t {
    Reference,        ///< the others of its tree are measured against it
    Alone,            ///< nobody to compare with
    Few,              ///< too few collectives to tell
    DriftImplausible, ///< its times are stretched: no clock
    Worse,            ///< with the measured clock more would be impossible, or its bounds contradict each other
    InStep,           ///< no difference that could be told from noise
    Aligned,
};
[[nodiscard]] std::string_view toString(ClockStatus status); ///< "reference", "drift-implausible", ...
/// Whether times of such a rank compare with those of others.
[[nodiscard]] bool isSound(ClockStatus status);

/// How the clock of a rank was put to those of the others, and what that stands on.
struct RankAlignment {
    ClockStatus status = ClockStatus::Alone;
    /// From the time of the rank's own clock to that of its reference, both counted from one moment; moves nothing
    /// unless the status is sound.
    ClockMap map;
    Nanoseconds error = 0;      ///< how far off a single time may be, on the way to the reference
    std::size_t instances = 0;  ///< collectives it was measured at
    std::int64_t reference = 0; ///< number of the rank whose clock it leads to
};

} // namespace kinetoscope
