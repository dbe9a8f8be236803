// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/names/classification.h"
#include "core/analysis/scope/scoped_ranks.h"
#include "core/analysis/types/analysis.h"

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// One host call and one GPU activity it put on a stream: a graph launch makes one of these for each.
struct Launch {
    SliceId call;
    SliceId work;
    TrackId stream; ///< of `work`
};

/// The launches of one rank inside a scope, by start of the call (event index where equal), then start of the work.
struct RankLaunches {
    std::uint32_t rankIndex = 0; ///< position in TraceSet::ranks()
    std::int64_t rank = 0;
    std::vector<Launch> launches;
};

/// Access to the launches of a scope, rank by rank: what every analysis of launches stands on.
///
/// A launch is any host API call with linked GPU work, whatever its name ([DIFF-7.4]). It belongs to the step and to
/// the time range in which the call starts, with its whole duration, and to the stream of its work; so the launches of
/// a partition of the time add up to all of them. Calls and work with impossible times are left out. Keeps the traces
/// alive and nothing else. Immutable; thread-safe.
class ScopedLaunches : public ScopedRanks {
public:
    /// InvalidArgument if the scope's step pattern is no regular expression.
    [[nodiscard]] static Result<std::shared_ptr<const ScopedLaunches>> create(const AnalysisInput& input);

    /// Reads the launches of rank `i`. O(links), n log n where several threads launch. Cancelled if `progress` says
    /// stop; never otherwise.
    [[nodiscard]] Result<RankLaunches> rank(std::size_t i, const Progress& progress) const;

private:
    using ScopedRanks::ScopedRanks;
    [[nodiscard]] bool isInScope(std::size_t i, const Launch& launch) const;

    std::vector<std::vector<TimeRange>> m_chosen; ///< by rank: union of the chosen steps, job time; else empty
};

/// The name of an API call without what only tells variants of one function apart: `_v11060` (its version), `_ptsz` and
/// `_ptds` (per-thread default stream). A view into `name`.
[[nodiscard]] std::string_view launchApiName(std::string_view name);
/// Whether a call of this name launches a CUDA or HIP graph: one call, as many pieces of work as the graph has.
[[nodiscard]] bool isGraphLaunch(std::string_view call);

} // namespace kinetoscope
