// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kinetoscope {

struct TraceData;

/// The lanes of threads without their Python frames: ops move up to where their nearest ancestor that is no frame puts
/// them.
///
/// Refers to nothing of the TraceData it was made from. Immutable; thread-safe.
class FoldedLanes {
public:
    FoldedLanes() = default;
    /// O(slices of threads that have frames x lanes that overlap).
    explicit FoldedLanes(const TraceData& data);

    /// 0 for a track without frames, or of nothing else.
    [[nodiscard]] std::uint16_t laneCount(TrackId track) const;
    /// Rows of the SliceTable in lane `lane`, counted from 0, in time order; empty when out of range. Valid as long as
    /// this.
    [[nodiscard]] std::span<const std::uint32_t> rows(TrackId track, std::uint16_t lane) const;
    /// Lane of a slice, from 0; -1 for a Python frame and for a slice of another track. O(lanes x log slices).
    [[nodiscard]] int laneOf(TrackId track, SliceId slice) const;
    [[nodiscard]] std::size_t memoryBytes() const;

private:
    void foldTrack(const TraceData& data, std::size_t track);

    std::vector<std::uint32_t> m_trackFirstLane; ///< by track: first entry in m_laneStarts; one more at the end
    std::vector<std::uint32_t> m_laneStarts; ///< per lane over all tracks: first entry in m_rows; one more at the end
    std::vector<std::uint32_t> m_rows;       ///< by lane, in time order
};

} // namespace kinetoscope
