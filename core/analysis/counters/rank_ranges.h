// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/counters/profiler_ranges.h"
#include "core/analysis/counters/range_alignment.h"
#include "core/analysis/counters/region_cover.h"
#include "core/analysis/names/classification.h"
#include "core/analysis/types/analysis.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace kinetoscope {

/// The ranges of one rank with their launches.
struct RankRanges {
    std::uint32_t index = 0; ///< in TraceSet::ranks()
    ProfilerRanges ranges;
    std::vector<std::size_t> kernels; ///< positions in `ranges`
    std::vector<std::size_t> regions; ///< positions in `ranges`
    RangeAlignment alignment;         ///< of `kernels`
    std::vector<RegionCover> covers;  ///< of `regions`
};

/// Tells ranges of single kernels from those of regions (without ranges per kernel there is one for everything), and
/// finds what each of them is about. `rank.ranges` must be there.
void splitRanges(const Trace& trace, const KernelClassifier& classifier, RankRanges& rank);

/// Which ranges a scope has: those whose launch it has. The ranges' own times mean nothing. Refers to both it was made
/// of.
class RangeScope {
public:
    /// InvalidArgument if the scope's step pattern is no regular expression.
    [[nodiscard]] static Result<RangeScope> create(
        const RankTrace& rank, const Scope& scope, const std::stop_token& stop = {});

    /// @param launch  or annotation or op that a range is about; invalid: nothing is known of it, so that it belongs to
    ///                the whole trace alone.
    [[nodiscard]] bool has(SliceId launch) const;

private:
    RangeScope(const RankTrace& rank, const Scope& scope)
        : m_rank(&rank)
        , m_scope(&scope)
    {
    }

    [[nodiscard]] bool isOnStream(SliceId work) const;

    const RankTrace* m_rank;
    const Scope* m_scope;
    std::vector<TimeRange> m_steps;
};

/// What a reader should know about the ranges of one rank. `howToRecord` is the profiler option that makes them.
void remarkOn(
    const RankRanges& rank, const RankTrace& source, const std::string& howToRecord, std::vector<Remark>& remarks);

} // namespace kinetoscope
