// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/host/operator_work.h"

#include "core/base/nanoseconds.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace kinetoscope {

namespace {

/// The innermost node that is around both; nodes come after what is around them.
std::uint32_t nodeAroundBoth(const std::vector<HostNode>& nodes, std::uint32_t a, std::uint32_t b)
{
    while (a != b && a != HostNode::kNone && b != HostNode::kNone) {
        std::uint32_t& inner = a > b ? a : b;
        inner = nodes[inner].parent;
    }
    return a == b ? a : HostNode::kNone;
}

} // namespace

std::vector<PeakShare> peakSharesOf(const RankOperators& operators, const PeakShares& shares, const Progress& progress)
{
    constexpr std::size_t kCallsPerCheck = 64 * 1024;
    const std::vector<HostNode>& nodes = operators.tree.nodes;
    const RankOwnedWork& work = shares.work();
    std::vector<PeakShare> byGroup(operators.groups.size());
    std::vector<std::size_t> lastCall(operators.groups.size(), work.calls.size()); ///< that counted for a group
    for (std::size_t c = 0; c < work.calls.size(); ++c) {
        if (c % kCallsPerCheck == 0 && progress.shouldStop())
            return byGroup;
        const OwningCall& call = work.calls[c];
        const auto roofline = shares.rooflineOf(call);
        if (!roofline)
            continue;
        std::uint32_t node = operators.ownerOfRow[work.workOfCalls[call.firstWork]];
        for (std::uint32_t w = 1; w < call.workCount; ++w)
            node = nodeAroundBoth(nodes, node, operators.ownerOfRow[work.workOfCalls[call.firstWork + w]]);
        for (; node != HostNode::kNone; node = nodes[node].parent) {
            const std::uint32_t group = operators.groupOf[node];
            if (lastCall[group] == c)
                continue;
            lastCall[group] = c;
            byGroup[group].add(call, *roofline);
        }
    }
    return byGroup;
}

std::vector<std::optional<PartKind>> kindsOfWork(const RankOperators& operators, const RankGpuWork& work)
{
    using Times = std::array<Nanoseconds, 4>; // by KernelType
    std::vector<Times> times(operators.groups.size(), Times {});
    for (std::size_t i = 0; i < work.rows.size(); ++i) {
        const std::uint32_t owner = operators.ownerOfRow[i];
        const std::uint32_t group = owner == HostNode::kNone ? owner : operators.groupOf[owner];
        if (group >= times.size())
            continue;
        Nanoseconds& time = times[group][static_cast<std::size_t>(work.rows[i].type)];
        time = saturatingAdd(time, work.rows[i].range.length());
    }
    std::vector<std::optional<PartKind>> kinds;
    for (const Times& each : times) {
        const auto most = std::ranges::max_element(each);
        kinds.push_back(
            *most > 0 ? std::optional(partKindOf(static_cast<KernelType>(most - each.begin()))) : std::nullopt);
    }
    return kinds;
}

} // namespace kinetoscope
