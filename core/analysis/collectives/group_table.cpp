// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/collectives/group_table.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
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

void GroupTable::joinStreams()
{
    std::map<std::uint32_t, std::map<std::int64_t, std::uint32_t>> groupsByStream; // of each rank
    for (const CommunicationRun& run : m_matching.runs) {
        if (m_matching.groups[run.group].name.empty() && run.stream != Track::kNoStream)
            groupsByStream[run.rank][run.stream] = run.group;
    }
    if (groupsByStream.size() < 2)
        return;
    const auto& first = groupsByStream.begin()->second;
    const auto hasSameStreams = [&first](const auto& rank) {
        return std::equal(rank.second.begin(), rank.second.end(), first.begin(), first.end());
    };
    if (std::all_of(groupsByStream.begin(), groupsByStream.end(), hasSameStreams))
        return;
    const bool hasEquallyMany = std::all_of(groupsByStream.begin(), groupsByStream.end(),
        [&first](const auto& rank) { return rank.second.size() == first.size(); });
    if (!hasEquallyMany) {
        std::set<std::uint32_t> untold;
        for (const auto& [rank, groups] : groupsByStream) {
            for (const auto& [stream, group] : groups)
                untold.insert(group);
        }
        m_matching.untold.assign(untold.begin(), untold.end());
        m_matching.remarks.push_back({ "groups-unknown",
            { KT_PHRASE("collectives",
                "The files name no process groups, and their ranks communicate on different numbers of streams: "
                "nothing tells which of them are one group. No waits are charged, and nothing is said about "
                "clocks.") } });
        return;
    }
    for (CommunicationRun& run : m_matching.runs) {
        const auto own = groupsByStream.find(run.rank);
        if (!m_matching.groups[run.group].name.empty() || run.stream == Track::kNoStream)
            continue;
        const auto place = std::distance(own->second.begin(), own->second.find(run.stream));
        run.group = std::next(first.begin(), place)->second;
    }
    m_matching.remarks.push_back({ "stream-numbers",
        { KT_PHRASE("collectives",
            "The files name no process groups, and ranks number their streams differently: the streams of each, in "
            "order, are taken to be the same groups.") } });
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
