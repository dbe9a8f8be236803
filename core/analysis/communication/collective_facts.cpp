// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/communication/collective_facts.h"

#include "core/analysis/collectives/matched_ranks.h"
#include "core/analysis/peaks/trace_peaks.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

namespace kinetoscope {

namespace {

/// The devices of a group's runs, by rank.
using DevicesOfRanks = std::map<std::uint32_t, std::set<std::int64_t>>;

bool areAllThere(
    const TraceSet& traces, const FileRanks& fileRanks, const NamedGroup& group, const DevicesOfRanks& devices)
{
    if (group.ranks.empty()) {
        // Without a name the group is taken to be the world, if so many ranks have runs of it.
        const auto world = traces.ranks()[devices.begin()->first].trace->metadata().worldSize;
        return world && *world == static_cast<std::int64_t>(devices.size());
    }
    return std::ranges::all_of(group.ranks, [&](std::int64_t number) {
        const std::optional<std::uint32_t> rank = fileRanks.rankOf(number);
        return rank && devices.contains(*rank);
    });
}

const DeviceProperties* propertiesOf(const TraceMetadata& metadata, std::int64_t device)
{
    const auto found = std::ranges::find(metadata.devices, device, &DeviceProperties::id);
    return found == metadata.devices.end() ? nullptr : &*found;
}

GroupLink linkOf(const TraceSet& traces, const FileRanks& fileRanks, const NamedGroup& group,
    const DevicesOfRanks& devices, const KernelClassifier& classifier)
{
    GroupLink found;
    if (devices.size() < 2 || !areAllThere(traces, fileRanks, group, devices))
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
    else
        found.isMixed = links.begin()->first > 0; // the least
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
    const FileRanks fileRanks(traces, matching.ranks);
    std::vector<GroupLink> links;
    for (std::size_t group = 0; group < devices.size(); ++group)
        links.push_back(linkOf(traces, fileRanks, matching.groups[group], devices[group], classifier));
    return links;
}

bool CollectiveFacts::isInSwitch(const Operation& operation) const
{
    return std::ranges::any_of(
        operation.ranks, [this](const OperationRun& own) { return runOf(own).message().isInSwitch; });
}

void Throughput::add(std::optional<std::int64_t> ofMessage, Nanoseconds took)
{
    if (!ofMessage)
        return;
    bytes = saturatingAdd(bytes, *ofMessage);
    latency = saturatingAdd(latency, took);
    ++count;
}

std::optional<double> Throughput::algorithmBandwidth() const
{
    if (count == 0 || latency <= 0)
        return std::nullopt;
    // Bytes a nanosecond are 1e9 bytes a second.
    return withFourDecimals(static_cast<double>(bytes) / static_cast<double>(latency));
}

std::optional<double> Throughput::busBandwidth(const std::optional<double>& factor) const
{
    if (count == 0 || latency <= 0 || !factor)
        return std::nullopt;
    return withFourDecimals(static_cast<double>(bytes) / static_cast<double>(latency) * *factor);
}

void setEvidenceOfRuns(Table& table, SharedCollectives facts, RunsOfRows runs)
{
    table.setEvidence([facts = std::move(facts), runs = std::move(runs)](std::size_t row, std::size_t) {
        Selection selection;
        for (const std::uint32_t run : runs[row])
            selection.slices.push_back({ facts->matching->runs[run].rank, facts->matching->runs[run].slice });
        return selection;
    });
}

Cell meanCell(Nanoseconds sum, std::int64_t count)
{
    return count > 0 ? Cell(withFourDecimals(static_cast<double>(sum) / static_cast<double>(count) / 1000)) : Cell();
}

} // namespace kinetoscope
