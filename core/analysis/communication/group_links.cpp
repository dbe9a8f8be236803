// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/communication/group_links.h"

#include "core/analysis/peaks/trace_peaks.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace kinetoscope {

namespace {

/// The devices of a group's runs, by rank.
using DevicesOfRanks = std::map<std::uint32_t, std::set<std::int64_t>>;

bool areAllThere(const TraceSet& traces, const NamedGroup& group, const DevicesOfRanks& devices)
{
    if (group.ranks.empty()) {
        // Without a name the group is taken to be the world, if so many ranks have runs of it.
        const auto world = traces.ranks()[devices.begin()->first].trace->metadata().worldSize;
        return world && *world == static_cast<std::int64_t>(devices.size());
    }
    return std::ranges::all_of(group.ranks,
        [&](std::int64_t rank) { return devices.contains(static_cast<std::uint32_t>(traces.indexOfRank(rank))); });
}

const DeviceProperties* propertiesOf(const TraceMetadata& metadata, std::int64_t device)
{
    const auto found = std::ranges::find(metadata.devices, device, &DeviceProperties::id);
    return found == metadata.devices.end() ? nullptr : &*found;
}

GroupLink linkOf(
    const TraceSet& traces, const NamedGroup& group, const DevicesOfRanks& devices, const KernelClassifier& classifier)
{
    GroupLink found;
    if (devices.size() < 2 || !areAllThere(traces, group, devices))
        return found;
    std::set<std::int64_t> used;
    for (const auto& [rank, own] : devices) {
        if (own.size() != 1 || !used.insert(*own.begin()).second)
            return found;
    }
    std::set<std::pair<double, std::string>> links;
    for (const auto& [rank, own] : devices) {
        const TraceMetadata& metadata = traces.ranks()[rank].trace->metadata();
        for (const std::int64_t device : used) {
            if (!propertiesOf(metadata, device))
                return found;
        }
        const DevicePeaks peaks(*propertiesOf(metadata, *own.begin()), classifier);
        links.emplace(peaks.link(), peaks.source());
    }
    found.isOnOneHost = true;
    if (links.size() == 1)
        std::tie(found.bothDirections, found.source) = *links.begin();
    return found;
}

} // namespace

std::vector<GroupLink> groupLinks(
    const TraceSet& traces, const CollectiveMatching& matching, const KernelClassifier& classifier)
{
    std::vector<DevicesOfRanks> devices(matching.groups.size());
    for (const CommunicationRun& run : matching.runs) {
        const Trace& trace = *traces.ranks()[run.rank].trace;
        devices[run.group][run.rank].insert(trace.track(trace.trackOf(run.slice)).device);
    }
    std::vector<GroupLink> links;
    for (std::size_t group = 0; group < devices.size(); ++group)
        links.push_back(linkOf(traces, matching.groups[group], devices[group], classifier));
    return links;
}

} // namespace kinetoscope
