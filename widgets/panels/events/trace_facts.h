// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/models/text_tree_model.h"

#include <stop_token>

namespace kinetoscope {

class TraceSet;

/// What is open, for whoever has selected nothing yet: device, duration, busy share, steps, what was recorded and what
/// was not. O(slices); any thread. Stopped it returns what it has by then.
[[nodiscard]] TextTree traceFacts(const TraceSet& traces, const std::stop_token& stop = {});

} // namespace kinetoscope
