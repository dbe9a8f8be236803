// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/collectives/communication_runs.h"
#include "core/model/selection.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// How the runs of different ranks were found to be one collective.
enum class MatchedBy : std::uint8_t {
    Unmatched, ///< one run: the others were not recorded, or cannot be told
    Sequence,  ///< `Seq` of PyTorch
    CommsId,   ///< `Comms Id`
    Place,     ///< the n-th run of a step, or of the trace, where all ranks run the same sequence
    Realigned, ///< by the ends, where ranks have lost runs
};
[[nodiscard]] std::string_view toString(MatchedBy matchedBy); ///< "seq", "comms-id", "place", "realigned", "unmatched"

/// One collective with its runs, at most one a rank.
struct CollectiveInstance {
    std::span<const std::uint32_t> runs; ///< in CollectiveMatching::runs, by rank; a part of its runsByInstance
    OptionalInteger sequence;
    std::uint32_t group = 0;
    CollectiveKind kind = CollectiveKind::Unknown;
    MatchedBy matchedBy = MatchedBy::Unmatched;
    /// An all-to-all of which ranks are known to send or receive different amounts: who has less may leave earlier.
    bool isUneven = false;
    /// So say the arguments In and Out of its own, not only the shape of what a host op got: it is taken for one that
    /// ranks leave when they have their share.
    bool isLeftApart = false;

    /// Whether all ranks leave it together, once the last has come.
    [[nodiscard]] bool isLeftTogether() const { return isSynchronising(kind) && !isLeftApart; }
};

/// Which communication runs of different ranks are one collective: what every comparison of ranks stands on. Immutable;
/// may be moved, not copied: its parts refer to each other.
struct CollectiveMatching {
    std::vector<std::int64_t> ranks; ///< numbers of those that were matched, ascending; empty: all of the job
    std::vector<NamedGroup> groups;
    std::vector<CommunicationRun> runs; ///< rank by rank, each as RankRuns has them
    std::vector<RunShapes> shapes;      ///< what `runs` refer to
    /// Every run is in exactly one. By group, then by the first of their runs.
    std::vector<CollectiveInstance> instances;
    std::vector<std::uint32_t> runsByInstance; ///< each run once: what `instances` refer to
    std::vector<std::uint32_t> instanceOfRun;  ///< by run
    std::vector<std::uint32_t> runsBySlice;    ///< positions in `runs`, by (rank, slice), of those that have a slice
    std::vector<std::uint32_t> untold; ///< groups, ascending, of which nothing tells which runs are of one communicator
    /// "group-names", "stream-numbers", "groups-unknown", "numbers-disagree", "step-numbers", "not-matched",
    /// "p2p-counts"
    std::vector<Remark> remarks;

    /// Position in `runs`; nothing for what is no run. O(log runs).
    [[nodiscard]] std::optional<std::uint32_t> runOf(std::uint32_t rank, SliceId slice) const;
};

/// Whether a slice is device work that communicates with other ranks (built-in classification, [DIFF-1.1]).
[[nodiscard]] bool isCollective(const Trace& trace, SliceId slice);

/// The run of the same collective on the next (`direction` > 0) or previous rank that has one; after the last rank
/// comes the first. Nothing for what is no run, and where no other rank has it. O(log runs).
[[nodiscard]] std::optional<SliceRef> sameCollective(const CollectiveMatching& matching, SliceRef from, int direction);

/// All runs of the collective that a slice is one of, by rank; none for what is no run, and where no other rank has it.
/// O(log runs).
[[nodiscard]] std::vector<SliceRef> runsOfCollective(const CollectiveMatching& matching, SliceRef of);

/// Joins the runs of all ranks. Clocks are not needed: ranks may differ by seconds.
///
/// Per group: by `Seq` (unless ranks count differently), else by `Comms Id`, else by place in the step, else, where
/// ranks have lost runs, by the ends of the runs, which all ranks leave together. Sends and receives are joined by
/// source and destination.
///
/// @param ranks  as CollectiveMatching::ranks (matchedRanks): others have no runs in it, as if they were not open.
/// Errors: Cancelled. O(runs) and more where ranks have lost runs.
[[nodiscard]] Result<CollectiveMatching> matchCollectives(const TraceSet& traces, const KernelClassifier& classifier,
    const Progress& progress, std::vector<std::int64_t> ranks = {});

} // namespace kinetoscope
