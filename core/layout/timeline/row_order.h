// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/timeline/row_layout.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace kinetoscope {

/// How deep rows of a kind lie in each other: 0 for a rank, 3 for a series below its track.
[[nodiscard]] int levelOf(RowKind kind);

/// Where a track is in the tree.
struct TrackPlace {
    std::uint32_t group = 0; ///< position in TreeRank::groups
    std::uint32_t track = 0; ///< position in TreeGroup::tracks
};

/// Place of a Track row's track; empty for another kind of row and for a track the tree does not have. O(tracks of the
/// rank).
[[nodiscard]] std::optional<TrackPlace> placeOf(const TimelineTree& tree, const RowKey& key);

/// Positions in TreeRank::groups, each once, in display order. `rank` must exist.
[[nodiscard]] std::vector<std::uint32_t> orderedGroups(
    const TimelineTree& tree, const RowChoices& choices, std::uint32_t rank);
/// Positions in TreeGroup::tracks, each once, in display order. `rank` and `group` must exist.
[[nodiscard]] std::vector<std::uint32_t> orderedTracks(
    const TimelineTree& tree, const RowChoices& choices, std::uint32_t rank, std::uint32_t group);

/// Rows among which a row can be moved: tracks of one process or device, processes and devices of one rank, pinned
/// tracks.
struct MovableRows {
    /// One of them with all that moves along: its series, the tracks inside.
    struct Block {
        RowKey key;
        std::int64_t top = 0;
        std::int64_t bottom = 0; ///< without the gap below
    };
    std::vector<Block> blocks; ///< from top to bottom, the row itself among them
    std::size_t at = 0;        ///< of the row

    /// Before which block a row dropped at y (as in TimelineRow::y) goes; blocks.size(): behind the last.
    [[nodiscard]] std::size_t placeAt(std::int64_t y) const;
    /// Where to draw that place.
    [[nodiscard]] std::int64_t lineAt(std::size_t place) const;
    /// Whether the row would be elsewhere than it is.
    [[nodiscard]] bool moves(std::size_t place) const { return place != at && place != at + 1; }
};

/// Empty for a row that cannot be moved: ranks, steps, series, and one not on show. O(rows).
[[nodiscard]] std::optional<MovableRows> movableRows(const RowLayout& layout, const RowKey& row);

/// The choices with the row moved before block `place` of `rows` (behind the last one: blocks.size()). The others, on
/// show or not, stay in their order.
[[nodiscard]] RowChoices withRowMoved(
    const RowChoices& choices, const TimelineTree& tree, const MovableRows& rows, std::size_t place);

} // namespace kinetoscope
