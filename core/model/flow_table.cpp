// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/flow_table.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace kinetoscope {

FlowTable::FlowTable(std::vector<Flow> flows)
    : m_flows(std::move(flows))
{
    const auto byOrigin = [](const Flow& a, const Flow& b) {
        return std::tie(a.from, a.to, a.fromEvent, a.toEvent) < std::tie(b.from, b.to, b.fromEvent, b.toEvent);
    };
    // Launches of one thread come in order already.
    if (!std::ranges::is_sorted(m_flows, byOrigin))
        std::ranges::sort(m_flows, byOrigin);
    m_flows.shrink_to_fit();
    m_byTarget.resize(m_flows.size());
    std::iota(m_byTarget.begin(), m_byTarget.end(), 0u);
    const auto byTarget = [this](std::uint32_t a, std::uint32_t b) {
        return std::tie(m_flows[a].to, a) < std::tie(m_flows[b].to, b);
    };
    if (!std::ranges::is_sorted(m_byTarget, byTarget))
        std::ranges::sort(m_byTarget, byTarget);
}

std::span<const Flow> FlowTable::from(SliceId slice) const
{
    const auto first = std::ranges::lower_bound(m_flows, slice, {}, &Flow::from);
    return { first, std::ranges::upper_bound(first, m_flows.end(), slice, {}, &Flow::from) };
}

std::span<const std::uint32_t> FlowTable::to(SliceId slice) const
{
    const auto targetOf = [this](std::uint32_t i) { return m_flows[i].to; };
    const auto first = std::ranges::lower_bound(m_byTarget, slice, {}, targetOf);
    return { first, std::ranges::upper_bound(first, m_byTarget.end(), slice, {}, targetOf) };
}

LaunchTable::LaunchTable(std::vector<Link> links)
    : m_links(std::move(links))
{
    if (!std::ranges::is_sorted(m_links))
        std::ranges::sort(m_links);
    m_links.shrink_to_fit();
}

std::span<const LaunchTable::Link> LaunchTable::of(SliceId launch) const
{
    const auto first = std::ranges::lower_bound(m_links, launch, {}, &Link::launch);
    auto last = first; // nearly all launch one piece of work
    while (last != m_links.end() && last->launch == launch)
        ++last;
    return { first, last };
}

} // namespace kinetoscope
