// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/overlay/highlight.h"

#include <map>
#include <tuple>
#include <utility>

namespace kinetoscope {

Highlight highlightOf(const TraceSet& traces, const Selection& selection, const std::stop_token& stop)
{
    constexpr std::size_t kLookEvery = 16'384;
    using Lane = std::tuple<std::uint32_t, TrackId, std::uint32_t>; // rank, track, depth; stretches lie below all
    std::map<Lane, std::vector<RangeIndex::Entry>> entries;
    for (const IntervalRef& interval : selection.intervals) {
        if (interval.rank < traces.ranks().size())
            entries[{ interval.rank, interval.track, 0 }].push_back({ interval.range, HighlightRanges::kNoSlice });
    }
    for (std::size_t i = 0; i < selection.slices.size(); ++i) {
        if (i % kLookEvery == 0 && stop.stop_requested())
            return {};
        const SliceRef& slice = selection.slices[i];
        if (slice.rank >= traces.ranks().size())
            continue;
        const RankTrace& rank = traces.ranks()[slice.rank];
        const SliceTable& slices = rank.trace->slices();
        if (slice.slice.index() >= slices.size())
            continue;
        const TimeRange range = slices.range(slice.slice);
        const std::uint32_t depth = 1 + slices.depth[slice.slice.index()];
        entries[{ slice.rank, rank.trace->trackOf(slice.slice), depth }].push_back(
            { rank.toJobTime(range), static_cast<std::uint32_t>(slice.slice.index()) });
    }
    Highlight highlight;
    for (auto& [lane, stretches] : entries) {
        if (stop.stop_requested())
            return {};
        highlight.lanes.push_back({ std::get<0>(lane), std::get<1>(lane), RangeIndex(std::move(stretches)) });
    }
    return highlight;
}

} // namespace kinetoscope
