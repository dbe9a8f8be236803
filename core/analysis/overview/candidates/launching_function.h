// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/overview/idle/host_places.h"
#include "core/base/progress.h"

#include <span>

namespace kinetoscope {

/// The Python function, with all that it calls, inside which work was launched: the innermost with half of the
/// durations or more, as TimeInside has it; `there` is what it has of them. `name` empty for none, and in traces
/// without Python functions.
/// @param works  in any order; nothing of one whose launch was not recorded is inside of a function.
/// O(works log works + slices around their launches + slices of a thread). Empty if told to stop.
[[nodiscard]] HostPlace launchingFunctionOf(
    const Trace& trace, std::span<const SliceId> works, const Progress& progress);

} // namespace kinetoscope
