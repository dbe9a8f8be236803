// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/overview/candidates/candidates.h"
#include "core/base/remark.h"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace kinetoscope {

struct WaitFacts;

/// The rank that the others of a job wait for most in collectives: at stake is what each of them waits on average
/// while it computes nothing.
struct LateRank {
    std::size_t rank = 0; ///< in OverviewSource
    Candidate candidate;
    bool isForCompute = false; ///< the sentence says that it computes longer
    Selection waits;           ///< of the others for it
};

/// That rank, and what to say of one of which it is not known whether others wait for it.
struct LatestRank {
    std::optional<LateRank> late;
    std::optional<Remark> untold; ///< "late-rank-unknown"
    Selection waits;              ///< all that are known, of loaded ranks for any other, job time
    Selection transfers;          ///< those of them in sends and receives
    /// By position of the rank, of those that are not loaded.
    std::map<std::uint32_t, SummaryWaits> ofSummaries;
    /// By position of the rank that waits: whom it waits for but `late`, a sentence with a space before it; empty for
    /// none.
    std::vector<Message> whom;
    Message whomAll; ///< the same of all that wait; said where no finding is about waits
    /// It is known of all collectives who waits in them, and what all ranks wait together is no sentence's worth.
    bool isNobodyWaiting = false;
};

/// Whether some ranks may be of different runs, so that what they compute is no reason for the others to wait.
[[nodiscard]] bool doClocksContradict(const WaitFacts& waits);

/// "collectives", "sends and receives" or both: where ranks wait. @param inTransfers  the part of it in the second.
[[nodiscard]] Message placeOfWaits(Nanoseconds inTransfers, Nanoseconds all);

/// Whom the others wait for in the end counts, not who came last for having waited itself. Nothing where fewer than two
/// ranks share a collective, where the waits are not worth a sentence, or where no single rank is behind them.
/// Collectives whose ends lie apart (WaitInstance::areEndsApart) do not count, and of a rank that has most of its waits
/// in such nothing is told. Where most waits begin in sends and receives, only a rank that computes longest is named,
/// or one whose host is late (lateStage).
/// @param waits  of the source's input.
/// Errors: Cancelled.
[[nodiscard]] Result<LatestRank> latestRank(const OverviewSource& source, const std::vector<RankFacts>& ranks,
    const WaitFacts& waits, const FindingThresholds& thresholds, const AnalysisContext& context);

/// What a rank of the source waits for others, of all waits that are known.
[[nodiscard]] CollectiveWaits waitsOf(const OverviewSource& source, std::size_t rank, const LatestRank& latest);

} // namespace kinetoscope
