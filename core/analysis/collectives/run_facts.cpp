// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/collectives/run_facts.h"

#include "core/base/decimal.h"
#include "core/base/vectors.h"
#include "core/io/json/argument_scan.h"
#include "core/io/json/json_tree.h"

#include <algorithm>
#include <utility>

namespace kinetoscope {

namespace {

std::optional<std::int64_t> integerOf(std::string_view text)
{
    const DecimalInteger integer = parseInteger(text);
    return integer.isValid ? std::optional(integer.value) : std::nullopt;
}

} // namespace

std::optional<std::vector<std::int64_t>> rankList(std::string_view text)
{
    std::vector<std::int64_t> ranks;
    std::size_t at = 0;
    while (at < text.size()) {
        const char c = text[at];
        if (c >= '0' && c <= '9') {
            const std::size_t end = std::min(text.find_first_not_of("0123456789", at), text.size());
            const auto rank = integerOf(text.substr(at, end - at));
            if (!rank)
                return std::nullopt;
            ranks.push_back(*rank);
            at = end;
            continue;
        }
        if (std::string_view(" ,[]\"").find(c) == std::string_view::npos)
            return std::nullopt;
        ++at;
    }
    if (ranks.empty())
        return std::nullopt;
    sortUnique(ranks);
    return ranks;
}

std::map<std::string, NamedGroup, std::less<>> describedGroups(const Trace& trace)
{
    std::map<std::string, NamedGroup, std::less<>> groups;
    const std::string* json = trace.metadata().find("distributedInfo");
    if (!json)
        return groups;
    const JsonTree tree = JsonTree::parse(*json);
    const std::uint32_t list = tree.isEmpty() ? JsonTree::kNone : tree.find(0, "pg_config");
    if (list == JsonTree::kNone)
        return groups;
    for (const std::uint32_t entry : tree.children(list)) {
        NamedGroup group;
        const auto valueOf = [&](const char* key) {
            const std::uint32_t node = tree.find(entry, key);
            return node == JsonTree::kNone ? std::string_view {} : tree.value(node);
        };
        group.name = valueOf("pg_name");
        group.description = valueOf("pg_desc");
        group.size = integerOf(valueOf("pg_size")).value_or(0);
        if (const std::uint32_t ranks = tree.find(entry, "ranks"); ranks != JsonTree::kNone) {
            std::string text(tree.value(ranks));
            for (const std::uint32_t rank : tree.children(ranks))
                text += std::string(tree.value(rank)) + ",";
            group.ranks = rankList(text).value_or(std::vector<std::int64_t> {});
        }
        if (!group.ranks.empty())
            group.size = static_cast<std::int64_t>(group.ranks.size());
        groups.try_emplace(group.name, std::move(group));
    }
    return groups;
}

RunFacts runFactsOf(EventArgsReader& reader, std::string_view eventJson)
{
    RunFacts facts;
    for (const EventArgsReader::Arg& arg : reader.read(eventJson)) {
        const std::string_view key = arg.key;
        if (key == "Collective name")
            facts.collective = arg.text;
        else if (key == "Process Group Name")
            facts.groupName = arg.text;
        else if (key == "Process Group Description")
            facts.groupDescription = arg.text;
        else if (key == "Process Group Ranks")
            facts.groupRanks = arg.text;
        else if (key == "Group size")
            facts.groupSize = integerOf(arg.text);
        else if (key == "Global rank start")
            facts.firstRank = integerOf(arg.text);
        else if (key == "Global rank stride")
            facts.rankStride = integerOf(arg.text);
        else if (key == "Seq")
            facts.sequence = integerOf(arg.text);
        else if (key == "Comms Id")
            facts.commsId = arg.text;
        else if (key == "In msg nelems")
            facts.elements = integerOf(arg.text);
        else if (key == "Out msg nelems")
            facts.elementsOut = integerOf(arg.text);
        else if (key == "dtype")
            facts.elementType = arg.text;
        else if (key == "Dst Rank")
            facts.destination = integerOf(arg.text);
        else if (key == "Src Rank")
            facts.source = integerOf(arg.text);
    }
    if (!facts.groupRanks) {
        if (const std::string_view list = argumentOf(eventJson, "Process Group Ranks"); list.starts_with('['))
            facts.groupRanks = std::string(list);
    }
    return facts;
}

} // namespace kinetoscope
