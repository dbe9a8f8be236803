// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/collectives/group_table.h"

#include "core/base/vectors.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <unordered_set>
#include <vector>

namespace kinetoscope {

namespace {

constexpr std::size_t kHashStep = 0x9e37'79b9'7f4a'7c15ULL;

std::size_t mixed(std::size_t hash, std::size_t value)
{
    return (hash ^ value) * kHashStep + (hash >> 29);
}

std::size_t hashOf(std::string_view text, const std::vector<std::int64_t>& ranks)
{
    std::size_t hash = std::hash<std::string_view>()(text);
    for (const std::int64_t rank : ranks)
        hash = mixed(hash, static_cast<std::size_t>(rank));
    return hash;
}

} // namespace

std::uint32_t GroupTable::idOf(const NamedGroup& group)
{
    // The name and the ranks are the group; without a name the description, which is the stream, stands for it.
    const bool isNamed = !group.name.empty();
    const auto isSame = [&](const NamedGroup& known) {
        return known.name == group.name && known.ranks == group.ranks
            && (isNamed || known.description == group.description);
    };
    const std::size_t hash = hashOf(isNamed ? group.name : group.description, group.ranks);
    const auto [begin, end] = m_ids.equal_range(hash);
    const auto found =
        std::find_if(begin, end, [&](const auto& entry) { return isSame(m_matching.groups[entry.second]); });
    if (found != end) {
        NamedGroup& known = m_matching.groups[found->second];
        known.isOneOfSeveral = known.isOneOfSeveral || group.isOneOfSeveral;
        return found->second;
    }
    const auto id = static_cast<std::uint32_t>(m_matching.groups.size());
    m_matching.groups.push_back(group);
    m_ids.emplace(hash, id);
    return id;
}

void GroupTable::join()
{
    const std::vector<NamedGroup>& groups = m_matching.groups;
    std::vector<std::set<std::uint32_t>> ranksWith(groups.size());
    std::vector<std::optional<std::uint32_t>> latest(groups.size()); // of ranksWith: runs lie rank by rank
    for (const CommunicationRun& run : m_matching.runs) {
        if (latest[run.group] != run.rank)
            ranksWith[run.group].insert(run.rank);
        latest[run.group] = run.rank;
    }
    std::vector<std::uint32_t> now(groups.size());
    std::iota(now.begin(), now.end(), 0u);
    const auto give = [&](std::uint32_t from, std::uint32_t to) {
        now[from] = to;
        ranksWith[to].insert(ranksWith[from].begin(), ranksWith[from].end());
    };
    const std::unordered_map<std::string_view, std::uint32_t> onlyOnes = onlyOnesOfTheirName();
    // Groups that may be one under two names, by description and ranks: those that are still groups of their own.
    std::unordered_map<std::size_t, std::vector<std::uint32_t>> alike;
    for (std::uint32_t b = 0; b < groups.size(); ++b) {
        if (groups[b].name.empty())
            continue;
        if (groups[b].ranks.empty()) {
            const auto only = onlyOnes.find(groups[b].name);
            if (only != onlyOnes.end() && now[only->second] == only->second)
                give(b, only->second);
            continue;
        }
        std::vector<std::uint32_t>& before = alike[hashOf(groups[b].description, groups[b].ranks)];
        const auto other = std::ranges::find_if(before, [&](std::uint32_t a) {
            return areOneUnderTwoNames(a, b)
                && std::ranges::none_of(ranksWith[b], [&](std::uint32_t rank) { return ranksWith[a].contains(rank); });
        });
        if (other == before.end()) {
            before.push_back(b);
            continue;
        }
        m_matching.remarks.push_back({ "group-names",
            { KT_PHRASE("collectives",
                  "The process groups %1 and %2 have the same ranks on different ranks: they count as one."),
                arg::Name { groups[*other].name }, arg::Name { groups[b].name } } });
        give(b, *other);
    }
    for (CommunicationRun& run : m_matching.runs)
        run.group = now[run.group];
}

std::unordered_map<std::string_view, std::uint32_t> GroupTable::onlyOnesOfTheirName() const
{
    std::unordered_map<std::string_view, std::uint32_t> found;
    std::unordered_set<std::string_view> several;
    for (std::uint32_t i = 0; i < m_matching.groups.size(); ++i) {
        const NamedGroup& group = m_matching.groups[i];
        if (!group.name.empty() && !group.ranks.empty() && !found.try_emplace(group.name, i).second)
            several.insert(group.name);
    }
    for (const std::string_view name : several)
        found.erase(name);
    return found;
}

void GroupTable::joinStreams()
{
    std::map<std::uint32_t, std::map<std::int64_t, std::uint32_t>> groupsByStream; // of each rank
    for (const CommunicationRun& run : m_matching.runs) {
        if (m_matching.groups[run.group].name.empty() && run.stream() != Track::kNoStream)
            groupsByStream[run.rank][run.stream()] = run.group;
    }
    if (groupsByStream.size() < 2)
        return;
    const auto& first = groupsByStream.begin()->second;
    const auto hasSameStreams = [&first](const auto& rank) { return std::ranges::equal(rank.second, first); };
    if (std::ranges::all_of(groupsByStream, hasSameStreams))
        return;
    const bool hasEquallyMany =
        std::ranges::all_of(groupsByStream, [&first](const auto& rank) { return rank.second.size() == first.size(); });
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
        if (!m_matching.groups[run.group].name.empty() || run.stream() == Track::kNoStream)
            continue;
        const auto place = std::distance(own->second.begin(), own->second.find(run.stream()));
        run.group = std::next(first.begin(), place)->second;
    }
    m_matching.remarks.push_back({ "stream-numbers",
        { KT_PHRASE("collectives",
            "The files name no process groups, and ranks number their streams differently: the streams of each, in "
            "order, are taken to be the same groups.") } });
}

void GroupTable::leaveUntold()
{
    const std::size_t before = m_matching.untold.size();
    for (std::uint32_t i = 0; i < m_matching.groups.size(); ++i) {
        if (m_matching.groups[i].isOneOfSeveral)
            m_matching.untold.push_back(i);
    }
    if (m_matching.untold.size() == before)
        return;
    sortUnique(m_matching.untold);
    m_matching.remarks.push_back({ "groups-unknown",
        { KT_PHRASE("collectives",
            "The files describe several process groups, and collectives of the host do not name theirs: nothing tells "
            "which of them are one. No waits are charged, and nothing is said about clocks.") } });
}

bool GroupTable::areOneUnderTwoNames(std::uint32_t a, std::uint32_t b) const
{
    const NamedGroup& first = m_matching.groups[a];
    const NamedGroup& second = m_matching.groups[b];
    return first.ranks == second.ranks && first.description == second.description && first.name != second.name;
}

} // namespace kinetoscope
