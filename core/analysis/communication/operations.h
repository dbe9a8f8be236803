// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/collectives/collective_matching.h"
#include "core/analysis/ranks/rank_clocks.h"
#include "core/analysis/types/analysis.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// Where the number of ranks of a collective was found.
enum class GroupSizeSource : std::uint8_t {
    Unknown,
    Metadata,  ///< the run or its group says it
    Ratio,     ///< what comes out of an all-gather (goes into a reduce-scatter), by what goes in (comes out)
    WorldSize, ///< assumed: the file names no group
};
[[nodiscard]] std::string_view toString(GroupSizeSource source); ///< "metadata", "ratio", "world_size", ""

/// What one rank has of an operation.
struct OperationRun {
    std::vector<std::uint32_t> runs;    ///< kernels of one host op; in CollectiveMatching::runs
    std::uint32_t rank = 0;             ///< position in TraceSet::ranks()
    TimeRange range {};                 ///< from the first start to the last end, on the trace's clock
    Nanoseconds duration = 0;           ///< in which one of them runs
    std::optional<std::int64_t> out {}; ///< elements, recorded or derived
    std::optional<std::int64_t> bytes {};
    std::int64_t groupSize = 0; ///< 0: unknown
    GroupSizeSource sizedBy = GroupSizeSource::Unknown;
};

/// One collective, or one send with its receive, of the ranks of a scope; ns.
struct Operation {
    std::uint32_t instance = 0;              ///< of the first kernels, in CollectiveMatching::instances
    std::size_t number = 0;                  ///< among the matched ones by start; of others nothing
    std::vector<OperationRun> ranks {};      ///< ascending, at least one
    bool isMatched = false;                  ///< two ranks or more, and no doubt that it is one operation
    bool isDoubtful = false;                 ///< its group is several that nothing tells apart
    Nanoseconds latency = 0;                 ///< the shortest; the last to come does not wait
    Nanoseconds skew = 0;                    ///< longest - shortest
    Nanoseconds waits = 0;                   ///< sum over ranks of what is longer than the shortest
    std::size_t last = 0;                    ///< position in `ranks` of the shortest, the lowest of several
    std::size_t first = 0;                   ///< of the longest
    Timestamp start = 0;                     ///< job time, clocks aligned
    std::optional<Nanoseconds> startSkew {}; ///< job time; nothing unless all clocks are sound
    std::optional<Nanoseconds> endSkew {};
    std::optional<std::int64_t> bytes {}; ///< the largest of the ranks'

    [[nodiscard]] bool hasWaits() const { return isMatched && waits > 0; }
    /// What a run of it counts as: transfer alone where that is known, else its own duration, waiting included.
    [[nodiscard]] Nanoseconds latencyOf(const OperationRun& run) const { return isMatched ? latency : run.duration; }
};

/// The operations of a scope: what runs of the matching are one, kernels of one host op taken together. Matched ones
/// first, numbered as wait-causes numbers its collectives: by earliest start on the ranks' own clocks, group, rank.
/// Then the others, by rank and start; these are all where the ranks of the scope did not run together.
///
/// @param group  name of the only process group that counts, as tables have it; "": all.
/// @param kinds  names of the only kinds that count; empty: all.
/// Errors: Cancelled. O(runs log).
[[nodiscard]] Result<std::vector<Operation>> operationsOf(const AnalysisInput& input,
    const CollectiveMatching& matching, const RankClocks& clocks, std::string_view group,
    const std::vector<std::string>& kinds, const Progress& progress);

} // namespace kinetoscope
