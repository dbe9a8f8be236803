// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/nanoseconds.h"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace kinetoscope {

struct WaitFacts;

/// Waits that are traced to some ranks, though these were only late still: what one of them took longer lies before
/// the collective before, as where collectives run beside computation, and that one's waits began with another rank.
/// ns, of the others, each wait counted once: by position of the rank that they are traced to, and of that other one.
using CarriedWaits = std::map<std::uint32_t, std::map<std::uint32_t, Nanoseconds>>;
/// O(runs). ranks.md 3.4 has what waits are traced to.
[[nodiscard]] CarriedWaits carriedWaits(const WaitFacts& facts);

/// The rank with which most of the carried ones of some ranks began, and how much that is; no time where none are.
[[nodiscard]] std::pair<std::uint32_t, Nanoseconds> mostCarried(
    const CarriedWaits& carried, const std::vector<std::uint32_t>& ranks);

} // namespace kinetoscope
