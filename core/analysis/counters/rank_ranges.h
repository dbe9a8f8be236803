// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/counters/profiler_ranges.h"
#include "core/analysis/counters/range_alignment.h"
#include "core/analysis/names/classification.h"
#include "core/analysis/types/analysis.h"
#include "core/base/nanoseconds.h"
#include "core/model/trace.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// Kineto's name for the one range of a recording without ranges per kernel.
inline constexpr std::string_view kWholeRegion = "__profile__";

/// The part of a trace that a counter range about a region is about. The range's own times do not tell: kernels are
/// replayed while counting.
struct RegionCover {
    bool isKnown = false;
    SliceId source; ///< the annotation or op of the region's name; invalid: all that was launched
    SliceId around; ///< `source`, else the innermost annotation or op around all launches; invalid: none
    TimeRange time; ///< of `source`, else from the first launch to the end of the last work; ns on the trace's clock
    std::vector<SliceId> launches {}; ///< kernel launches that start in `time`, by start
};

/// By StringId: true for names of annotations and ops that no GPU activity has. A counter range of such a name is
/// about a region. O(slices).
[[nodiscard]] std::vector<bool> regionNames(const Trace& trace);

/// What each region covers: the i-th range of a name is about the i-th annotation or op of that name, if there are as
/// many of both (a call inside another one of its name is none of its own); a region that is the only one is about all
/// launches. Anything else is not known. O(slices + regions x log launches).
/// @param regions   counter ranges, in the order in which they were taken.
/// @param launches  all kernel launches of the trace, by start.
[[nodiscard]] std::vector<RegionCover> coversOf(
    const Trace& trace, std::span<const SliceId> regions, std::span<const SliceId> launches);

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
