// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"
#include "core/base/nanoseconds.h"
#include "core/model/colour_class.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace kinetoscope {

struct TraceData;

/// Density pyramids over time for every lane of every track: what makes a frame cost pixels, not slices.
///
/// Level 0 has power-of-two ns buckets that hold about 4 slices each; each further level halves the number of cells. A cell is
/// 32 bits: busy share (16 bit; a bucket that is touched at all keeps at least 1), and the ColourClass with most busy time.
/// About 1.3 bytes a slice. Immutable; thread-safe.
class TimelineIndex {
public:
    struct Cell {
        std::uint16_t busy = 0;   ///< 0 nothing, 65535 full
        std::uint8_t colourClass = 0; ///< ColourClass
        std::uint8_t unused = 0;
    };
    /// One level of one lane: cell i covers [origin + (i << shift), origin + ((i + 1) << shift)).
    struct Level {
        Timestamp origin = 0;
        int shift = 0;
        std::span<const Cell> cells;
    };

    /// Builds all pyramids of `data` (slices, lanes and tracks must be final). `threads` >= 1 may work over lanes.
    [[nodiscard]] static std::shared_ptr<const TimelineIndex> build(const TraceData& data, int threads);

    [[nodiscard]] ColourClass colourOf(SliceId slice) const; ///< class of one slice: by kind, name and flags
    /// Number of levels of a lane (0 for an empty one).
    [[nodiscard]] int levelCount(TrackId track, std::uint16_t lane) const;
    [[nodiscard]] Level level(TrackId track, std::uint16_t lane, int level) const;
    [[nodiscard]] std::size_t memoryBytes() const;

private:
    TimelineIndex() = default;
    const TraceData* m_data = nullptr; ///< columns live in the Trace that owns this index
    std::vector<std::uint8_t> m_nameClass;     ///< ColourClass of each name as a kernel
    std::vector<std::uint32_t> m_laneFirstLevel; ///< per lane over all tracks: first entry in m_levels; one more at the end
    struct StoredLevel {
        Timestamp origin = 0;
        int shift = 0;
        std::size_t first = 0;
        std::size_t count = 0;
    };
    std::vector<StoredLevel> m_levels;
    std::vector<Cell> m_cells;
    std::vector<std::uint32_t> m_trackFirstLane;
};

} // namespace kinetoscope
