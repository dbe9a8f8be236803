// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/counters/region_cover.h"

#include <algorithm>
#include <map>

namespace kinetoscope {

namespace {

bool isRegionKind(EventKind kind)
{
    return kind == EventKind::UserAnnotation || kind == EventKind::CpuOp;
}

bool hasSameNameAround(const SliceTable& slices, std::uint32_t row)
{
    for (SliceId outer = slices.parent[row]; outer.isValid(); outer = slices.parent[outer.index()]) {
        if (slices.name[outer.index()] == slices.name[row] && isRegionKind(slices.kind[outer.index()]))
            return true;
    }
    return false;
}

/// Annotations and ops of the given names by start, then event index.
std::map<StringId, std::vector<SliceId>> sourcesOf(const Trace& trace, std::span<const SliceId> regions)
{
    const SliceTable& slices = trace.slices();
    std::map<StringId, std::vector<SliceId>> sources;
    for (const SliceId region : regions)
        sources[slices.name[region.index()]];
    for (std::uint32_t row = 0; row < slices.size(); ++row) {
        if (!isRegionKind(slices.kind[row]) || !slices.isSound(SliceTable::at(row)))
            continue;
        const auto found = sources.find(slices.name[row]);
        if (found != sources.end() && !hasSameNameAround(slices, row))
            found->second.push_back(SliceTable::at(row));
    }
    for (auto& [name, list] : sources) {
        std::ranges::sort(list, [&slices](SliceId a, SliceId b) {
            const Timestamp left = slices.start[a.index()];
            const Timestamp right = slices.start[b.index()];
            return left != right ? left < right : slices.eventIndex[a.index()] < slices.eventIndex[b.index()];
        });
    }
    return sources;
}

RegionCover coverOf(const SliceTable& slices, SliceId source, std::span<const SliceId> launches)
{
    RegionCover cover { .isKnown = true,
        .source = source,
        .around = source,
        .time = { slices.start[source.index()], slices.end(source) } };
    const auto startOf = [&slices](SliceId launch) { return slices.start[launch.index()]; };
    cover.launches.assign(std::ranges::lower_bound(launches, cover.time.begin, {}, startOf),
        std::ranges::lower_bound(launches, cover.time.end, {}, startOf));
    return cover;
}

/// All launches, and what is around them.
RegionCover coverOfAll(const Trace& trace, std::span<const SliceId> launches)
{
    RegionCover cover;
    if (launches.empty())
        return cover;
    const SliceTable& slices = trace.slices();
    cover.isKnown = true;
    cover.launches.assign(launches.begin(), launches.end());
    cover.time = { slices.start[launches.front().index()], kMinTimestamp };
    Timestamp lastCall = kMinTimestamp;
    for (const SliceId launch : launches) {
        lastCall = std::max(lastCall, slices.end(launch));
        for (const LaunchTable::Link& link : trace.launches().of(launch)) {
            if (slices.isSound(link.work))
                cover.time.end = std::max(cover.time.end, slices.end(link.work));
        }
    }
    cover.time.end = std::max(cover.time.end, lastCall);
    for (const SliceId ancestor : trace.ancestors(launches.front())) { // outermost first: the last that fits stays
        if (isRegionKind(trace.kind(ancestor)) && slices.end(ancestor) >= lastCall)
            cover.around = ancestor;
    }
    return cover;
}

} // namespace

std::vector<bool> regionNames(const Trace& trace)
{
    const SliceTable& slices = trace.slices();
    std::vector<bool> isRegion(trace.strings().size(), false);
    std::vector<bool> isWork(trace.strings().size(), false);
    for (std::size_t row = 0; row < slices.size(); ++row) {
        if (isRegionKind(slices.kind[row]))
            isRegion[slices.name[row].index()] = true;
        else if (isGpuWork(slices.kind[row]))
            isWork[slices.name[row].index()] = true;
    }
    for (std::size_t i = 0; i < isRegion.size(); ++i)
        isRegion[i] = isRegion[i] && !isWork[i];
    return isRegion;
}

std::vector<RegionCover> coversOf(
    const Trace& trace, std::span<const SliceId> regions, std::span<const SliceId> launches)
{
    if (regions.empty())
        return {};
    const SliceTable& slices = trace.slices();
    const auto sources = sourcesOf(trace, regions);
    std::map<StringId, std::size_t> rangesOfName;
    for (const SliceId region : regions)
        ++rangesOfName[slices.name[region.index()]];
    std::map<StringId, std::size_t> taken;
    std::vector<RegionCover> covers;
    for (const SliceId region : regions) {
        const StringId name = slices.name[region.index()];
        const std::vector<SliceId>& named = sources.at(name);
        if (named.size() == rangesOfName[name])
            covers.push_back(coverOf(slices, named[taken[name]++], launches));
        else if (regions.size() == 1)
            covers.push_back(coverOfAll(trace, launches));
        else
            covers.emplace_back();
    }
    return covers;
}

} // namespace kinetoscope
