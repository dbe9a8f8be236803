// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/timeline/row_order.h"

#include <algorithm>

namespace kinetoscope {

namespace {

/// Positions 0 to count - 1: first the chosen ones in the chosen order, then the rest.
template <typename PositionOf>
std::vector<std::uint32_t> ordered(
    std::size_t count, const RowChoices& choices, const RowKey& parent, const PositionOf& positionOf)
{
    std::vector<std::uint32_t> result;
    result.reserve(count);
    const auto chosen = choices.order.find(parent);
    if (chosen == choices.order.end()) {
        for (std::uint32_t i = 0; i < count; ++i)
            result.push_back(i);
        return result;
    }
    std::vector<bool> isListed(count, false);
    const auto list = [&](std::size_t at) {
        if (at < count && !isListed[at]) {
            isListed[at] = true;
            result.push_back(static_cast<std::uint32_t>(at));
        }
    };
    for (const std::uint32_t value : chosen->second)
        list(positionOf(value));
    for (std::size_t i = 0; i < count; ++i)
        list(i);
    return result;
}

} // namespace

int levelOf(RowKind kind)
{
    switch (kind) {
    case RowKind::Rank:
        return 0;
    case RowKind::Steps:
    case RowKind::Group:
        return 1;
    case RowKind::Track:
        return 2;
    case RowKind::Series:
        break;
    }
    return 3;
}

std::optional<TrackPlace> placeOf(const TimelineTree& tree, const RowKey& key)
{
    if (key.kind != RowKind::Track || key.rank >= tree.ranks.size())
        return std::nullopt;
    const std::vector<TreeGroup>& groups = tree.ranks[key.rank].groups;
    for (std::uint32_t g = 0; g < groups.size(); ++g) {
        for (std::uint32_t t = 0; t < groups[g].tracks.size(); ++t) {
            if (groups[g].tracks[t].track.value == key.index)
                return TrackPlace { g, t };
        }
    }
    return std::nullopt;
}

std::vector<std::uint32_t> orderedGroups(const TimelineTree& tree, const RowChoices& choices, std::uint32_t rank)
{
    return ordered(tree.ranks[rank].groups.size(), choices, { RowKind::Rank, rank, 0 },
        [](std::uint32_t value) { return std::size_t { value }; });
}

std::vector<std::uint32_t> orderedTracks(
    const TimelineTree& tree, const RowChoices& choices, std::uint32_t rank, std::uint32_t group)
{
    const RowKey parent { RowKind::Group, rank, group };
    const std::vector<TreeTrack>& tracks = tree.ranks[rank].groups[group].tracks;
    std::map<std::uint32_t, std::size_t> positions;
    if (choices.order.count(parent) != 0) {
        for (std::size_t t = 0; t < tracks.size(); ++t)
            positions.emplace(tracks[t].track.value, t);
    }
    return ordered(tracks.size(), choices, parent, [&](std::uint32_t value) {
        const auto it = positions.find(value);
        return it != positions.end() ? it->second : tracks.size();
    });
}

std::size_t MovableRows::placeAt(std::int64_t y) const
{
    std::size_t place = 0;
    while (place < blocks.size() && y >= blocks[place].top + (blocks[place].bottom - blocks[place].top) / 2)
        ++place;
    return place;
}

std::int64_t MovableRows::lineAt(std::size_t place) const
{
    if (blocks.empty())
        return 0;
    if (place == 0)
        return blocks.front().top - 1;
    if (place >= blocks.size())
        return blocks.back().bottom + 1;
    return (blocks[place - 1].bottom + blocks[place].top) / 2;
}

std::optional<MovableRows> movableRows(const RowLayout& layout, const RowKey& row)
{
    const std::ptrdiff_t found = layout.find(row);
    if (found < 0 || (row.kind != RowKind::Track && row.kind != RowKind::Group))
        return std::nullopt;
    const TimelineRow& moved = layout.rows()[static_cast<std::size_t>(found)];
    MovableRows result;
    bool isInside = false; // rows of the last block
    for (const TimelineRow& each : layout.rows()) {
        const bool isSibling = each.key.kind == row.kind && each.isPinned == moved.isPinned
            && (moved.isPinned
                || (each.key.rank == row.rank && (row.kind == RowKind::Group || each.group == moved.group)));
        if (isSibling) {
            if (each.key == row)
                result.at = result.blocks.size();
            result.blocks.push_back({ each.key, each.y, each.y + each.height });
            isInside = true;
        } else if (isInside && levelOf(each.key.kind) > levelOf(row.kind)) {
            result.blocks.back().bottom = each.y + each.height;
        } else {
            isInside = false;
        }
    }
    return result;
}

RowChoices withRowMoved(const RowChoices& choices, const TimelineTree& tree, const MovableRows& rows, std::size_t place)
{
    if (rows.blocks.empty() || rows.at >= rows.blocks.size() || !rows.moves(place))
        return choices;
    RowChoices result = choices;
    const RowKey moved = rows.blocks[rows.at].key;
    const auto insert = [&](auto& list, const auto& valueOf) {
        std::erase(list, valueOf(moved));
        const bool isLast = place >= rows.blocks.size();
        const MovableRows::Block& neighbour = isLast ? rows.blocks.back() : rows.blocks[place];
        auto at = std::ranges::find(list, valueOf(neighbour.key));
        if (isLast && at != list.end())
            ++at;
        list.insert(at, valueOf(moved));
    };
    if (std::ranges::find(choices.pinned, moved) != choices.pinned.end()) {
        insert(result.pinned, [](const RowKey& key) { return key; });
        return result;
    }
    if (moved.kind == RowKind::Group) {
        std::vector<std::uint32_t> order = orderedGroups(tree, choices, moved.rank);
        insert(order, [](const RowKey& key) { return key.index; });
        result.order[{ RowKind::Rank, moved.rank, 0 }] = std::move(order);
        return result;
    }
    const std::optional<TrackPlace> at = placeOf(tree, moved);
    if (!at)
        return choices;
    std::vector<std::uint32_t> order;
    for (const std::uint32_t t : orderedTracks(tree, choices, moved.rank, at->group))
        order.push_back(tree.ranks[moved.rank].groups[at->group].tracks[t].track.value);
    insert(order, [](const RowKey& key) { return key.index; });
    result.order[{ RowKind::Group, moved.rank, at->group }] = std::move(order);
    return result;
}

} // namespace kinetoscope
