// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/ranks/wait_totals.h"
#include "core/analysis/types/parameters.h"

#include <memory>
#include <string>
#include <vector>

namespace kinetoscope {

/// What waits are read with.
struct WaitOptions {
    ClockLimits clockLimits;
    bool areClocksAligned = true;         ///< false: starts and ends stay on the ranks' own clocks
    Nanoseconds kernelDelay = 30'000;     ///< the gap threshold, ns
    std::string group;                    ///< name of a process group, or what tables call it; "" for all
    std::vector<CollectiveKind> kinds {}; ///< empty: all
};

/// The waits of a scope with all they stand on. Immutable.
struct WaitFacts {
    std::shared_ptr<const TraceSet> traces;             ///< those that were asked about: evidence is on their clocks
    std::shared_ptr<const TraceSet> onOwnClocks;        ///< what waits, leads and clocks were measured in
    std::shared_ptr<const CollectiveMatching> matching; ///< of the whole job; shared with other results about it
    std::shared_ptr<const RankClocks> clocks;
    WaitLedger ledger;
    LedgerTotals totals;
    std::vector<Remark> remarks;

    [[nodiscard]] std::int64_t rankOf(std::uint32_t rank) const { return traces->ranks()[rank].rank; }
    /// A stretch of a rank's lead on the clock of `traces`.
    [[nodiscard]] TimeRange jobRangeOf(std::uint32_t rank, TimeRange own) const;
    [[nodiscard]] Selection selectionOf(const std::vector<std::uint32_t>& runs) const;
};

/// Ranks of a collective; 0 where the file does not say.
[[nodiscard]] std::int64_t ranksExpected(const CollectiveMatching& matching, const CollectiveInstance& instance);

/// Matches the collectives, aligns the clocks, finds who waits for whom in the scope, and why who came last did.
///
/// A group and kinds choose collectives, not waits. In a scope of steps, streams or a range a collective of which it
/// has not all ranks of the wider one has no reason: it is about others.
/// Errors: Cancelled, or a step pattern that is no regular expression.
[[nodiscard]] Result<std::shared_ptr<const WaitFacts>> readWaits(
    const AnalysisInput& input, const WaitOptions& options, const AnalysisContext& context);

} // namespace kinetoscope
