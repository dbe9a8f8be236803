// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/collectives/group_table.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <set>
#include <tuple>
#include <vector>

namespace kinetoscope {

std::uint32_t GroupTable::idOf(const NamedGroup& group)
{
    const auto key = std::tie(group.name, group.description, group.ranks);
    for (std::size_t i = 0; i < m_matching.groups.size(); ++i) {
        const NamedGroup& known = m_matching.groups[i];
        const bool isSame = group.name.empty() ? std::tie(known.name, known.description, known.ranks) == key
                                               : known.name == group.name && known.ranks == group.ranks;
        if (isSame)
            return static_cast<std::uint32_t>(i);
    }
    m_matching.groups.push_back(group);
    return static_cast<std::uint32_t>(m_matching.groups.size() - 1);
}

void GroupTable::join()
{
    const std::size_t count = m_matching.groups.size();
    std::vector<std::set<std::uint32_t>> ranksWith(count);
    for (const CommunicationRun& run : m_matching.runs)
        ranksWith[run.group].insert(run.rank);
    std::vector<std::uint32_t> now(count);
    std::iota(now.begin(), now.end(), 0u);
    for (std::uint32_t b = 0; b < count; ++b) {
        for (std::uint32_t a = 0; a < count && now[b] == b; ++a) {
            if (a == b || now[a] != a)
                continue;
            if (isOnlyOneOfItsName(b, a)) {
                now[b] = a;
            } else if (a < b && areOneUnderTwoNames(a, b)
                && std::none_of(ranksWith[b].begin(), ranksWith[b].end(),
                    [&](std::uint32_t rank) { return ranksWith[a].contains(rank); })) {
                now[b] = a;
                m_matching.remarks.push_back({ "group-names",
                    { KT_PHRASE("collectives",
                          "The process groups %1 and %2 have the same ranks on different ranks: they count as "
                          "one."),
                        arg::Name { m_matching.groups[a].name }, arg::Name { m_matching.groups[b].name } } });
            }
            if (now[b] == a)
                ranksWith[a].insert(ranksWith[b].begin(), ranksWith[b].end());
        }
    }
    for (CommunicationRun& run : m_matching.runs)
        run.group = now[run.group];
}

bool GroupTable::isOnlyOneOfItsName(std::uint32_t unknown, std::uint32_t known) const
{
    const NamedGroup& group = m_matching.groups[unknown];
    if (group.name.empty() || !group.ranks.empty() || m_matching.groups[known].ranks.empty()
        || m_matching.groups[known].name != group.name)
        return false;
    return std::count_if(m_matching.groups.begin(), m_matching.groups.end(), [&](const NamedGroup& each) {
        return each.name == group.name && !each.ranks.empty();
    }) == 1;
}

bool GroupTable::areOneUnderTwoNames(std::uint32_t a, std::uint32_t b) const
{
    const NamedGroup& first = m_matching.groups[a];
    const NamedGroup& second = m_matching.groups[b];
    return !first.name.empty() && !second.name.empty() && !first.ranks.empty() && first.ranks == second.ranks
        && first.description == second.description && first.name != second.name;
}

} // namespace kinetoscope
