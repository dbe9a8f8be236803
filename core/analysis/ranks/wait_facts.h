// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/ranks/wait_ledger.h"
#include "core/analysis/ranks/waits_once.h"
#include "core/analysis/types/parameters.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace kinetoscope {

/// What one rank caused and suffered in some of its runs; ns.
struct WaitSums {
    std::int64_t instances = 0;
    std::int64_t charged = 0; ///< of these, those of which it is known who waits
    std::int64_t lastCount = 0;
    Nanoseconds caused = 0;   ///< sum over instances: what others wait in several at once counts in each
    Nanoseconds heldUp = 0;   ///< of the instances in which it alone was last
    Nanoseconds suffered = 0; ///< time: where it waits in several instances at once, it counts once
    Nanoseconds exposed = 0;  ///< likewise

    /// @param once  what the wait adds to those that are in the sum.
    void add(const WaitInstance& instance, const RankWait& rank, const WaitsOnce::Counted& once);
};

/// The same of all its runs.
struct WaitTotals : WaitSums {
    Nanoseconds rooted = 0;  ///< what all others waited for it in the end
    LateParts chargedFor {}; ///< what it caused, by the reason why it was late

    /// The reason for most of what it caused; none where no reason is known.
    [[nodiscard]] std::optional<LatePart> mainReason() const;
};

/// Of one group.
struct GroupWaitTotals {
    std::set<std::uint32_t> ranks; ///< that have runs; positions
    std::int64_t instances = 0;
    std::int64_t charged = 0; ///< of these, those of which it is known who waits
    std::int64_t complete = 0;
    std::int64_t unmatched = 0;
    std::map<CollectiveKind, std::int64_t> kinds;
    Nanoseconds waits = 0;
    Nanoseconds transfer = 0; ///< sum over ranks
    std::map<std::uint32_t, Nanoseconds> caused;
};

/// A ledger added up in four ways. Steps: a run counts in its own rank's step; no number outside of steps.
struct LedgerTotals {
    std::map<std::uint32_t, WaitTotals> ranks;
    std::map<std::pair<std::uint32_t, std::optional<std::int64_t>>, WaitSums> steps;
    std::map<std::uint32_t, GroupWaitTotals> groups;
    std::map<std::pair<std::uint32_t, std::uint32_t>, WaitSums> rankGroups; ///< by rank and group
    /// Of the runs in groups of more than one rank, and of those of them that are matched with none of another.
    struct Runs {
        std::size_t count = 0;
        Nanoseconds time = 0; ///< sum of durations

        void add(Nanoseconds run)
        {
            ++count;
            time = saturatingAdd(time, run);
        }
    };
    Runs shared;
    Runs unmatched;

    /// What all ranks wait, added up: of each the time, not the sum over collectives.
    [[nodiscard]] Nanoseconds suffered() const;
};
/// Which of the ledger's collectives and ranks a sum is about. A thousand ranks have a quarter of a million steps.
struct WaitScope {
    static constexpr std::uint32_t kAll = 0xffff'ffffU;

    std::uint32_t rank = kAll;  ///< position
    std::uint32_t group = kAll; ///< in CollectiveMatching::groups
    OptionalInteger step {};
    bool isOfStep = false; ///< only runs of `step`, or of none
};
/// The runs that a sum is made of, in the order of the ledger. O(collectives log ranks), of all ranks O(runs).
[[nodiscard]] std::vector<std::uint32_t> runsOf(
    const WaitLedger& ledger, const CollectiveMatching& matching, const WaitScope& scope);

/// @param matching  the one that the ledger was made of. O(runs).
[[nodiscard]] LedgerTotals totalsOf(const WaitLedger& ledger, const CollectiveMatching& matching);

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
    /// The stretch in which a rank waited, on the run's track.
    [[nodiscard]] IntervalRef intervalOf(const RankWait& wait) const;
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
