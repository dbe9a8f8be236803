// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"
#include "core/base/nanoseconds.h"
#include "core/model/colour_class.h"
#include "core/model/pyramid/colour_classes.h"
#include "core/model/pyramid/folded_lanes.h"
#include "core/model/slice_table.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace kinetoscope {

struct LaneRows;
struct TraceData;

/// Density pyramids over time for every lane of every track: what makes a frame cost pixels, not slices.
///
/// Level 0 has power-of-two ns buckets that hold 5 to 11 slices each on average; each further level halves the number
/// of cells, down to kCoarsestCells. A lane of fewer than kSmallLane slices has no pyramid: searching it is as cheap.
/// At most 1.5 bytes a slice, built in about 10 ns a slice.
///
/// Self-contained: it refers to nothing of the TraceData it was built from. Immutable; thread-safe.
class TimelineIndex {
public:
    struct Cell {
        std::uint16_t busy = 0; ///< 0 nothing starts or lasts here; 65535 full; a bucket touched at all has at least 1
        std::uint8_t colourClass = 0; ///< the ColourClass with most busy time
        std::uint8_t flags = 0;       ///< kWhole, kContinues
    };
    static constexpr std::uint8_t kWhole = 1;     ///< one slice covers all of the bucket
    static constexpr std::uint8_t kContinues = 2; ///< a slice goes on into the next bucket
    /// One level of one lane: cell i covers the bucket of 2^shift ns that begins at origin + (i << shift).
    struct Level {
        Timestamp origin = 0; ///< start of the lane's first slice, on the trace's clock
        int shift = 0;        ///< 0 to 63
        std::span<const Cell> cells;
    };

    static constexpr std::size_t kSmallLane = 64;
    static constexpr std::size_t kCoarsestCells = 64;

    /// Builds all pyramids of `data`: slices, lanes, tracks and strings must be final; nothing is kept of it.
    /// @param threads  1 or more may work over lanes.
    [[nodiscard]] static std::shared_ptr<const TimelineIndex> build(const TraceData& data, int threads);

    /// Class of one slice, by kind, name and flags. `slices` is the table the index was built from (or the same rows
    /// elsewhere).
    [[nodiscard]] ColourClass colourOf(const SliceTable& slices, SliceId slice) const
    {
        const std::size_t row = slice.index();
        return m_colourClasses.classOf(slices.kind[row], slices.name[row], slices.flags[row]);
    }

    /// Lanes of threads without their Python frames. They are addressed like a thread's other lanes, numbered from
    /// Track::laneCount on.
    [[nodiscard]] const FoldedLanes& foldedLanes() const { return m_folded; }

    /// Number of levels of a lane; 0 for a small lane and for one that does not exist.
    [[nodiscard]] int levelCount(TrackId track, std::uint16_t lane) const;
    /// Level 0 is the finest. Empty when out of range.
    [[nodiscard]] Level level(TrackId track, std::uint16_t lane, int level) const;
    /// Which ColourClasses occur in a lane, small lanes included: bit n stands for class n. 0 for an empty lane.
    [[nodiscard]] std::uint32_t classesIn(TrackId track, std::uint16_t lane) const;
    [[nodiscard]] std::size_t memoryBytes() const;

private:
    struct StoredLevel {
        Timestamp origin = 0;
        int shift = 0;
        std::size_t first = 0; ///< in m_cells
        std::size_t count = 0;
    };

    TimelineIndex() = default;
    [[nodiscard]] std::size_t laneIndex(TrackId track, std::uint16_t lane) const;
    [[nodiscard]] LaneRows rowsOf(const TraceData& data, std::size_t track, std::size_t lane) const;
    void layOut(const TraceData& data, int threads);
    void fill(const TraceData& data, int threads);
    void fillLane(const SliceTable& slices, const LaneRows& rows, std::size_t lane);

    ColourClasses m_colourClasses;
    FoldedLanes m_folded;
    std::vector<std::uint32_t> m_trackFirstLane; ///< by track, folded lanes included; one more at the end
    std::vector<std::uint32_t>
        m_laneFirstLevel; ///< per lane over all tracks: first entry in m_levels; one more at the end
    std::vector<std::uint32_t> m_laneClasses; ///< per lane over all tracks
    std::vector<StoredLevel> m_levels;        ///< of one lane: finest first
    std::vector<Cell> m_cells;
};

} // namespace kinetoscope
