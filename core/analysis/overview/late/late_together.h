// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/overview/late/late_carried.h"
#include "core/base/message.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace kinetoscope {

struct WaitFacts;

/// Ranks that mostly come last nearly together, or one that mostly comes last alone: had one of several come in time,
/// the others would wait about as long.
struct LateTogether {
    std::vector<std::uint32_t> ranks; ///< positions, ascending
    Nanoseconds waits = 0;            ///< of the others for them
    std::size_t collectives = 0;      ///< in so many they come last
};

/// For whom the others wait in the end, most waits first.
/// @param except  waits that are for this rank in the end do not count.
[[nodiscard]] std::vector<LateTogether> lateTogether(const WaitFacts& facts, std::optional<std::uint32_t> except);

/// The first of them, if they are three or more, or half of all ranks, and the others wait for each at least half as
/// long as for the first, and they come last about as often: then that one is no more behind the waits than these are.
/// Else none: once for long is another thing than often for little.
[[nodiscard]] std::span<const LateTogether> lateInTurn(std::span<const LateTogether> all, const WaitFacts& facts);

/// " Of all waits, ...": a sentence of whom they are for, said of one rank that waits; empty for none.
/// @param waiting  that rank: it waits neither for itself nor for those that come last with it.
/// @param isOneLate  a rank is told that is behind other waits: whether these begin with it is not known.
/// @param carried  of all waits, where ranks come last in turn.
[[nodiscard]] Message whoIsWaitedFor(std::span<const LateTogether> all, std::uint32_t waiting, bool isOneLate,
    const CarriedWaits& carried, const WaitFacts& facts);

} // namespace kinetoscope
