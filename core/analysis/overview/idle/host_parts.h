// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/overview/idle/idle_groups.h"
#include "core/base/message.h"

#include <vector>

namespace kinetoscope {

/// What the host did in a part of a group's time.
struct HostPart {
    Message word;              ///< "ops"
    std::vector<Cause> causes; ///< of the host, all that have this word
    Nanoseconds time = 0;      ///< of the group, job time
};
/// What most of the time of a group is, most first: at most three, of at least a tenth each.
[[nodiscard]] std::vector<HostPart> mainHostParts(const IdleOf& group);
/// "ops (45.0 %), Python (30.1 %)": the same in words; empty for none.
[[nodiscard]] Message meanwhileOf(const IdleOf& group);

} // namespace kinetoscope
