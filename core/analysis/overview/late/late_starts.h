// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"

#include <cstdint>
#include <optional>

namespace kinetoscope {

struct WaitFacts;

/// " For 80 % of all waits the reason was not recorded: ...", where half of them or more are for ranks whose recordings
/// began later than those of others: whether they were late themselves is not known. Empty where that is not so.
/// @param except  waits that are for this rank in the end do not count; position in TraceSet::ranks().
[[nodiscard]] Message lateStartsOfRecordings(const WaitFacts& facts, std::optional<std::uint32_t> except);

} // namespace kinetoscope
