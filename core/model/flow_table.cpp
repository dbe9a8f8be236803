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
    if (!std::is_sorted(m_flows.begin(), m_flows.end(), byOrigin))
        std::sort(m_flows.begin(), m_flows.end(), byOrigin);
    m_flows.shrink_to_fit();
    m_byTarget.resize(m_flows.size());
    std::iota(m_byTarget.begin(), m_byTarget.end(), 0u);
    const auto byTarget = [this](std::uint32_t a, std::uint32_t b) {
        return std::tie(m_flows[a].to, a) < std::tie(m_flows[b].to, b);
    };
    if (!std::is_sorted(m_byTarget.begin(), m_byTarget.end(), byTarget))
        std::sort(m_byTarget.begin(), m_byTarget.end(), byTarget);
}

std::span<const Flow> FlowTable::from(SliceId slice) const
{
    const auto first =
        std::lower_bound(m_flows.begin(), m_flows.end(), slice, [](const Flow& f, SliceId s) { return f.from < s; });
    const auto last =
        std::upper_bound(first, m_flows.end(), slice, [](SliceId s, const Flow& f) { return s < f.from; });
    return { first, last };
}

std::span<const std::uint32_t> FlowTable::to(SliceId slice) const
{
    const auto first = std::lower_bound(
        m_byTarget.begin(), m_byTarget.end(), slice, [this](std::uint32_t i, SliceId s) { return m_flows[i].to < s; });
    const auto last = std::upper_bound(
        first, m_byTarget.end(), slice, [this](SliceId s, std::uint32_t i) { return s < m_flows[i].to; });
    return { first, last };
}

LaunchTable::LaunchTable(std::vector<Link> links)
    : m_links(std::move(links))
{
    if (!std::is_sorted(m_links.begin(), m_links.end()))
        std::sort(m_links.begin(), m_links.end());
    m_links.shrink_to_fit();
}

std::span<const LaunchTable::Link> LaunchTable::of(SliceId launch) const
{
    const auto first =
        std::lower_bound(m_links.begin(), m_links.end(), launch, [](const Link& l, SliceId s) { return l.launch < s; });
    auto last = first; // nearly all launch one piece of work
    while (last != m_links.end() && last->launch == launch)
        ++last;
    return { first, last };
}

} // namespace kinetoscope
