// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/same_name.h"

#include <algorithm>
#include <string_view>
#include <tuple>

namespace kinetoscope {

std::optional<SliceRef> neighbourOfSameName(const TraceSet& traces, SliceRef from, int direction)
{
    if (from.rank >= traces.ranks().size())
        return std::nullopt;
    const RankTrace& home = traces.ranks()[from.rank];
    if (!from.slice.isValid() || from.slice.index() >= home.trace->slices().size())
        return std::nullopt;
    const std::string_view name = home.trace->name(from.slice);

    using Place = std::tuple<Timestamp, std::uint32_t, SliceId>; // start in job time, rank, row
    const Place here { home.toJobTime(home.trace->slices().start[from.slice.index()]), from.rank, from.slice };
    std::optional<Place> best;
    for (std::uint32_t rank = 0; rank < traces.ranks().size(); ++rank) {
        const RankTrace& place = traces.ranks()[rank];
        const StringId id = place.trace->strings().find(name);
        if (!id.isValid())
            continue;
        const SliceTable& slices = place.trace->slices();
        for (auto at = std::ranges::find(slices.name, id); at != slices.name.end();
             at = std::find(at + 1, slices.name.end(), id)) {
            const auto row = static_cast<std::size_t>(at - slices.name.begin());
            const Place candidate { place.toJobTime(slices.start[row]), rank, SliceTable::at(row) };
            const bool isBeyond = direction > 0 ? candidate > here : candidate < here;
            const bool isNearer = !best || (direction > 0 ? candidate < *best : candidate > *best);
            if (isBeyond && isNearer)
                best = candidate;
        }
    }
    if (!best)
        return std::nullopt;
    return SliceRef { std::get<1>(*best), std::get<2>(*best) };
}

} // namespace kinetoscope
