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

/// Those that the others wait for at least half as long as for the first, but for what comes last less than half as
/// often as another of these: once for long is another thing than often for little. If they are three or more, or half
/// of all ranks: then none of them is more behind the waits than the others are. Else none, nor where the first is one
/// of those that seldom come last.
[[nodiscard]] std::vector<LateTogether> lateInTurn(std::span<const LateTogether> all, const WaitFacts& facts);

/// Says whom the waits of a job are for. Keeps references to all that it is given.
class WaitedFor {
public:
    /// @param all  as lateTogether() has them.
    /// @param isOneLate  a rank is told that is behind other waits: whether these begin with it is not known.
    /// O(waits).
    WaitedFor(std::span<const LateTogether> all, bool isOneLate, const WaitFacts& facts);

    /// " Of all waits, ...": a sentence of whom they are for, said of one rank that waits; empty for none. O(all).
    /// @param waiting  that rank: it waits neither for itself nor for those that come last with it.
    [[nodiscard]] Message inWords(std::uint32_t waiting) const;

private:
    [[nodiscard]] Message inTurnInWords(const std::vector<LateTogether>& turns) const;
    [[nodiscard]] Nanoseconds waitsFor(const LateTogether& each) const;
    [[nodiscard]] arg::Share shareOfAll(Nanoseconds waits) const { return { waits, m_suffered }; }

    std::span<const LateTogether> m_all;
    std::vector<LateTogether> m_inTurn;
    bool m_isOneLate;
    const WaitFacts& m_facts;
    Nanoseconds m_suffered;
    Nanoseconds m_apart;    ///< in collectives whose ends lie apart; 0 where that is not much
    CarriedWaits m_carried; ///< of all waits, where ranks come last in turn
};

} // namespace kinetoscope
