// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"

namespace kinetoscope {

struct WaitFacts;

/// " For 98.0 % of all waits the reason is communication before, in group intra1: ...": where most waits are for ranks
/// that come late for collectives of one other group that takes longer than another one for as many elements. Empty
/// where that is not so. O(runs).
[[nodiscard]] Message slowGroup(const WaitFacts& facts);

} // namespace kinetoscope
