// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/collectives/collective_matching.h"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_map>

namespace kinetoscope {

/// Puts the groups of all ranks together, in CollectiveMatching::groups.
class GroupTable {
public:
    explicit GroupTable(CollectiveMatching& matching)
        : m_matching(matching)
    {
    }

    /// Position of the group, which is added where it is new. O(its ranks).
    [[nodiscard]] std::uint32_t idOf(const NamedGroup& group);

    /// Where some ranks know less: a name whose ranks are unknown here is the only group that has it elsewhere. And
    /// ranks may have counted the names differently: the same ranks and description under two names, of which no rank
    /// has both. Gives the runs their groups; remark "group-names". O(runs + groups x (their ranks + such groups of
    /// one rank)).
    void join();

    /// Groups without a name, of which the stream stands for the communicator: where ranks give their streams other
    /// numbers, but have equally many, the n-th stream of each is one group (remark "stream-numbers"). Where they have
    /// not, nothing tells (remark "groups-unknown", CollectiveMatching::untold).
    void joinStreams();

    /// Groups of which nothing tells which of several they are: remark "groups-unknown", CollectiveMatching::untold.
    void leaveUntold();

private:
    /// Groups of known ranks whose name no other group of known ranks has, by name. Its texts are those of the groups.
    [[nodiscard]] std::unordered_map<std::string_view, std::uint32_t> onlyOnesOfTheirName() const;
    /// Of two groups with names and known ranks.
    [[nodiscard]] bool areOneUnderTwoNames(std::uint32_t a, std::uint32_t b) const;

    CollectiveMatching& m_matching;
    std::unordered_multimap<std::size_t, std::uint32_t> m_ids; ///< by hash of what idOf() compares
};

} // namespace kinetoscope
