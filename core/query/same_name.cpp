// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/same_name.h"

#include <algorithm>
#include <string_view>
#include <tuple>

namespace kinetoscope {

namespace {

bool isSlice(const TraceSet& traces, SliceRef slice)
{
    return slice.rank < traces.ranks().size() && slice.slice.isValid()
        && slice.slice.index() < traces.ranks()[slice.rank].trace->slices().size();
}

/// each(rank, its position, row) for all slices of the name of one that exists.
template <typename Each> void forEachOfName(const TraceSet& traces, SliceRef of, Each each)
{
    const std::string_view name = traces.ranks()[of.rank].trace->name(of.slice);
    for (std::uint32_t rank = 0; rank < traces.ranks().size(); ++rank) {
        const RankTrace& place = traces.ranks()[rank];
        const StringId id = place.trace->strings().find(name);
        if (!id.isValid())
            continue;
        const auto& names = place.trace->slices().name;
        for (auto at = std::ranges::find(names, id); at != names.end(); at = std::find(at + 1, names.end(), id))
            each(place, rank, SliceTable::at(static_cast<std::size_t>(at - names.begin())));
    }
}

} // namespace

std::optional<SliceRef> neighbourOfSameName(const TraceSet& traces, SliceRef from, int direction)
{
    if (!isSlice(traces, from))
        return std::nullopt;
    using Place = std::tuple<Timestamp, std::uint32_t, SliceId>; // start in job time, rank, row
    const auto placeOf = [](const RankTrace& place, std::uint32_t rank, SliceId slice) {
        return Place { place.toJobTime(place.trace->slices().start[slice.index()]), rank, slice };
    };
    const Place here = placeOf(traces.ranks()[from.rank], from.rank, from.slice);
    std::optional<Place> best;
    forEachOfName(traces, from, [&](const RankTrace& place, std::uint32_t rank, SliceId slice) {
        const Place candidate = placeOf(place, rank, slice);
        const bool isBeyond = direction > 0 ? candidate > here : candidate < here;
        const bool isNearer = !best || (direction > 0 ? candidate < *best : candidate > *best);
        if (isBeyond && isNearer)
            best = candidate;
    });
    if (!best)
        return std::nullopt;
    return SliceRef { std::get<1>(*best), std::get<2>(*best) };
}

LengthPlace placeByLength(const TraceSet& traces, SliceRef of)
{
    LengthPlace result;
    if (!isSlice(traces, of))
        return result;
    using Place = std::tuple<Nanoseconds, Timestamp, std::uint32_t, SliceId>; // minus the length, as above
    const auto placeOf = [](const RankTrace& place, std::uint32_t rank, SliceId slice) {
        const SliceTable& slices = place.trace->slices();
        return Place { -slices.duration(slice), place.toJobTime(slices.start[slice.index()]), rank, slice };
    };
    const Place here = placeOf(traces.ranks()[of.rank], of.rank, of.slice);
    std::optional<Place> longer;
    std::optional<Place> shorter;
    result.place = 1;
    forEachOfName(traces, of, [&](const RankTrace& place, std::uint32_t rank, SliceId slice) {
        const Place candidate = placeOf(place, rank, slice);
        ++result.count;
        if (candidate < here) {
            ++result.place;
            if (!longer || candidate > *longer)
                longer = candidate;
        } else if (candidate > here && (!shorter || candidate < *shorter)) {
            shorter = candidate;
        }
    });
    const auto sliceAt = [](const std::optional<Place>& place) {
        return place ? std::optional(SliceRef { std::get<2>(*place), std::get<3>(*place) }) : std::nullopt;
    };
    result.longer = sliceAt(longer);
    result.shorter = sliceAt(shorter);
    return result;
}

} // namespace kinetoscope
