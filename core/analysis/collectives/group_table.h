// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/collectives/collective_matching.h"

#include <cstdint>

namespace kinetoscope {

/// Puts the groups of all ranks together, in CollectiveMatching::groups.
class GroupTable {
public:
    explicit GroupTable(CollectiveMatching& matching)
        : m_matching(matching)
    {
    }

    /// Position of the group, which is added where it is new.
    [[nodiscard]] std::uint32_t idOf(const NamedGroup& group);

    /// Where some ranks know less: a name whose ranks are unknown here is the only group that has it elsewhere. And
    /// ranks may have counted the names differently: the same ranks and description under two names, of which no rank
    /// has both. Gives the runs their groups; remark "group-names".
    void join();

    /// Groups without a name, of which the stream stands for the communicator: where ranks give their streams other
    /// numbers, but have equally many, the n-th stream of each is one group (remark "stream-numbers"). Where they have
    /// not, nothing tells (remark "groups-unknown", CollectiveMatching::untold).
    void joinStreams();

private:
    [[nodiscard]] bool isOnlyOneOfItsName(std::uint32_t unknown, std::uint32_t known) const;
    [[nodiscard]] bool areOneUnderTwoNames(std::uint32_t a, std::uint32_t b) const;

    CollectiveMatching& m_matching;
};

} // namespace kinetoscope
