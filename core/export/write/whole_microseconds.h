// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/nanoseconds.h"
#include "core/numeric/saturating.h"

namespace kinetoscope {

/// The last whole microsecond that is not after a time; for the first ones of int64_t, which has none, those.
///
/// PyTorch wrote whole microseconds until 2024. One time with a fraction makes a file look like one of a finer clock,
/// to this program as to HTA, which then shortens every event (SPEC.md 0.6): what is added to such a file keeps to its
/// clock.
[[nodiscard]] constexpr Nanoseconds wholeMicrosecondsBefore(Nanoseconds time)
{
    const Nanoseconds rest = time % 1'000;
    return saturatingSubtract(time, rest < 0 ? rest + 1'000 : rest);
}

} // namespace kinetoscope
