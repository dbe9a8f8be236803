// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/ranks/wait_ledger.h"

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace kinetoscope {

/// Adds up waits of ranks so that no time of a rank counts twice: collectives on several threads or streams of a rank
/// may wait at once. Keeps references to the ledger and to the matching.
class WaitsOnce {
public:
    struct Counted {
        Nanoseconds wait = 0;
        Nanoseconds exposed = 0; ///< the part of it beside which the rank computes nothing
    };
    /// What is added up apart: waits of a rank, and of these those for one rank, in one step or group.
    using Sum = std::optional<std::int64_t>;

    WaitsOnce(const WaitLedger& ledger, const CollectiveMatching& matching)
        : m_ledger(ledger)
        , m_matching(matching)
    {
    }

    /// What a wait of the ledger adds to those of its rank that were added to this sum before. O(log waits) and the
    /// waits it overlaps; constant where those of its rank never do.
    [[nodiscard]] Counted add(const RankWait& wait, Sum sum = std::nullopt);

private:
    using Ends = std::map<Timestamp, Timestamp>; ///< of disjoint stretches, by their begins

    const WaitLedger& m_ledger;
    const CollectiveMatching& m_matching;
    std::map<std::pair<std::uint32_t, Sum>, Ends> m_counted; ///< by rank and sum; trace time
};

/// By run of the matching: what it adds to the time that its rank waits. Where one waits in several collectives at
/// once, that counts for the first of them in the ledger whose ends do not lie apart, else for the first of those whose
/// do: what these add is time of which nothing tells for whom. O(runs), and of ranks that do log waits.
[[nodiscard]] std::vector<Nanoseconds> waitsByRun(const WaitLedger& ledger, const CollectiveMatching& matching);

} // namespace kinetoscope
