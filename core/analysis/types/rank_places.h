// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace kinetoscope {

/// Where the ranks of a job are: on which host, and where in the groups that the job is divided into. By what a chart
/// of ranks can be ordered and folded. Immutable once made.
struct RankPlaces {
    struct Location {
        std::string host;           ///< "" where nothing tells
        bool isHostGuessed = false; ///< counted by the devices of a rank, or where it was summarized: not read
        /// In the order of `coordinates`: the rank's position in its group of that word; none: it is in none.
        std::vector<std::optional<std::int64_t>> coordinates;
    };

    std::vector<std::string> coordinates;   ///< "tp", "pp", "dp", "ep", "cp", then groups named by their shape
    std::map<std::int64_t, Location> ranks; ///< by rank number

    [[nodiscard]] const Location* find(std::int64_t rank) const
    {
        const auto at = ranks.find(rank);
        return at == ranks.end() ? nullptr : &at->second;
    }
    /// Position of a coordinate; none for an unknown name.
    [[nodiscard]] std::optional<std::size_t> indexOf(const std::string& coordinate) const
    {
        for (std::size_t i = 0; i < coordinates.size(); ++i) {
            if (coordinates[i] == coordinate)
                return i;
        }
        return std::nullopt;
    }
};

} // namespace kinetoscope
