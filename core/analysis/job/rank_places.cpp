// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/job/rank_places.h"

#include "core/analysis/collectives/run_facts.h"
#include "core/base/ascii.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace kinetoscope {

namespace {

/// The order in which coordinates are offered.
constexpr std::array kCoordinateNames { "tp", "pp", "dp", "ep", "cp" };

struct CoordinateWord {
    std::string_view word;
    const char* coordinate;
};
constexpr std::array kCoordinateWords {
    CoordinateWord { "tp", "tp" },
    CoordinateWord { "tensor", "tp" },
    CoordinateWord { "pp", "pp" },
    CoordinateWord { "pipeline", "pp" },
    CoordinateWord { "dp", "dp" },
    CoordinateWord { "data", "dp" },
    CoordinateWord { "fsdp", "dp" },
    CoordinateWord { "shard", "dp" },
    CoordinateWord { "replicate", "dp" },
    CoordinateWord { "ep", "ep" },
    CoordinateWord { "expert", "ep" },
    CoordinateWord { "cp", "cp" },
    CoordinateWord { "context", "cp" },
};

/// "8 ranks, stride 1"; "" for a group that every rank is in, or of one.
std::string shapeOf(const std::vector<std::int64_t>& ranks, std::size_t rankCount)
{
    if (ranks.size() < 2 || ranks.size() >= rankCount)
        return {};
    const std::int64_t stride = ranks[1] - ranks[0];
    std::string shape = fmt::format("{} ranks", ranks.size());
    for (std::size_t i = 1; i + 1 < ranks.size(); ++i) {
        if (ranks[i + 1] - ranks[i] != stride)
            return shape;
    }
    return fmt::format("{}, stride {}", shape, stride);
}

/// A place that a rank has in a group, and how good the group's word for it is.
struct Claim {
    std::size_t descriptionLength = 0;
    std::int64_t position = 0;
};

/// By coordinate and rank.
using Claims = std::map<std::string, std::map<std::int64_t, Claim>>;

/// What the groups of a job say about the places of its ranks.
Claims claimsOf(const std::vector<PlacedRank>& ranks)
{
    std::set<std::int64_t> known;
    for (const PlacedRank& rank : ranks)
        known.insert(rank.rank);
    std::int64_t worldSize = static_cast<std::int64_t>(known.size());
    for (const PlacedRank& rank : ranks) {
        for (const NamedGroup& group : rank.groups)
            worldSize = std::max(worldSize, group.size);
    }
    // What one rank says of a group holds for all of its ranks; many say the same.
    std::set<std::pair<std::string, std::vector<std::int64_t>>> groups; // description, ranks
    for (const PlacedRank& rank : ranks) {
        for (const NamedGroup& group : rank.groups) {
            if (group.ranks.size() > 1)
                groups.emplace(group.description, group.ranks);
        }
    }
    Claims claims;
    for (const auto& [description, members] : groups) {
        std::vector<std::string> names = coordinatesOfDescription(description);
        if (names.empty()) {
            std::string shape = shapeOf(members, static_cast<std::size_t>(worldSize));
            if (!shape.empty())
                names.push_back(std::move(shape));
        }
        for (const std::string& name : names) {
            for (std::size_t i = 0; i < members.size(); ++i) {
                if (!known.contains(members[i]))
                    continue;
                const Claim claim { description.size(), static_cast<std::int64_t>(i) };
                const auto [place, isNew] = claims[name].try_emplace(members[i], claim);
                if (!isNew && claim.descriptionLength < place->second.descriptionLength)
                    place->second = claim;
            }
        }
    }
    return claims;
}

/// Where the rank runs: by what its file says, else guessed.
RankPlaces::Location hostOf(const PlacedRank& rank)
{
    RankPlaces::Location place;
    place.host = rank.host.empty() ? hostOfTraceName(rank.path) : rank.host;
    if (place.host.empty() && rank.devices > 0 && rank.rank >= 0) {
        place.host = std::to_string(rank.rank / static_cast<std::int64_t>(rank.devices));
        place.isHostGuessed = true;
    }
    if (place.host.empty() && !rank.likelyHost.empty()) {
        place.host = rank.likelyHost;
        place.isHostGuessed = true;
    }
    return place;
}

} // namespace

std::string hostOfTraceName(std::string_view path)
{
    const std::size_t slash = path.find_last_of("/\\");
    std::string_view name = slash == std::string_view::npos ? path : path.substr(slash + 1);
    const std::size_t end = name.find(".pt.trace.json");
    if (end == std::string_view::npos)
        return {};
    name = name.substr(0, end);
    const std::size_t dot = name.rfind('.');
    const std::size_t underline = dot == std::string_view::npos ? dot : name.rfind('_', dot);
    if (underline == std::string_view::npos || underline == 0 || !areDigits(name.substr(dot + 1))
        || !areDigits(name.substr(underline + 1, dot - underline - 1)))
        return {};
    return std::string(name.substr(0, underline));
}

std::vector<std::string> coordinatesOfDescription(std::string_view description)
{
    std::vector<std::string> found;
    std::string word;
    const auto take = [&] {
        const auto known = std::ranges::find(kCoordinateWords, word, &CoordinateWord::word);
        if (known != kCoordinateWords.end() && std::ranges::find(found, known->coordinate) == found.end())
            found.emplace_back(known->coordinate);
        word.clear();
    };
    for (const char c : description) {
        if (isLetter(c))
            word.push_back(asciiLower(c));
        else
            take();
    }
    take();
    return found;
}

RankPlaces placesOf(const std::vector<PlacedRank>& ranks)
{
    const Claims claims = claimsOf(ranks);
    RankPlaces places;
    for (const char* name : kCoordinateNames) {
        if (claims.contains(name))
            places.coordinates.emplace_back(name);
    }
    for (const auto& [name, of] : claims) {
        if (!places.indexOf(name))
            places.coordinates.push_back(name);
    }
    for (const PlacedRank& rank : ranks) {
        RankPlaces::Location& place = places.ranks[rank.rank];
        place = hostOf(rank);
        for (const std::string& name : places.coordinates) {
            const auto& of = claims.at(name);
            const auto claim = of.find(rank.rank);
            place.coordinates.push_back(claim == of.end() ? std::nullopt : std::optional(claim->second.position));
        }
    }
    return places;
}

std::shared_ptr<const RankPlaces> placesOf(const TraceSet& traces, const std::vector<std::int64_t>& chosen)
{
    std::vector<PlacedRank> ranks;
    for (const RankTrace& rank : traces.ranks()) {
        PlacedRank& placed = ranks.emplace_back();
        placed.rank = rank.rank;
        placed.path = rank.path;
        placed.devices = rank.trace->metadata().devices.size();
        for (auto& [name, group] : describedGroups(*rank.trace))
            placed.groups.push_back(group);
        if (!rank.summary)
            continue;
        placed.host = rank.summary->meta.hostSource == "file name" ? rank.summary->meta.host : std::string();
        placed.likelyHost = rank.summary->meta.host;
        for (const SummaryGroup& group : rank.summary->groups)
            placed.groups.push_back({ group.name, group.description, group.ranks, group.size });
    }
    auto places = std::make_shared<RankPlaces>(placesOf(ranks));
    if (!chosen.empty()) {
        std::erase_if(places->ranks,
            [&chosen](const auto& rank) { return std::ranges::find(chosen, rank.first) == chosen.end(); });
    }
    return places;
}

} // namespace kinetoscope
