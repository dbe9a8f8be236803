// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bit_tree.h"
#include "core/base/progress.h"
#include "core/model/trace.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace kinetoscope {

/// A stretch of a thread's line and the innermost slice that owns it; ns on the trace's clock.
struct LineSegment {
    TimeRange range;
    SliceId owner; ///< invalid where nothing owns it
};

/// Which slice owns which moment of one host thread: the innermost one that runs. Ops, annotations, Python frames and
/// calls of sound times count; one that only overlaps the slice before it owns the time from its start on. A cursor: it
/// keeps the slices that are open where it stands, so going through a thread in either direction costs its slices once,
/// and no memory but theirs. Keeps a reference to the trace. Not thread-safe.
class TrackOwners {
public:
    /// O(slices of the thread); a bit for each where some of them can own nothing, else none. A copy shares them.
    TrackOwners(const Trace& trace, TrackId thread, const Progress& progress);

    /// The segment that holds [time, time + 1): as long as it can be, from kMinTimestamp and to kMaxTimestamp at the
    /// ends of the recording. O(log slices + what lies between this moment and the last one that was asked for).
    [[nodiscard]] const LineSegment& at(Timestamp time)
    {
        return m_segment.range.begin <= time && time < m_segment.range.end ? m_segment : find(time);
    }
    /// How many slices can own time.
    [[nodiscard]] std::size_t size() const { return m_size; }

private:
    static constexpr std::size_t kBefore = SIZE_MAX; ///< the first slice
    struct Open {
        std::uint32_t row = 0;
        Timestamp end = 0; ///< not after that of the one around it
    };
    [[nodiscard]] bool canOwn(std::uint32_t row) const;
    [[nodiscard]] std::uint32_t rowAt(std::size_t place) const { return m_first + static_cast<std::uint32_t>(place); }
    [[nodiscard]] Timestamp startAt(std::size_t place) const { return m_slices.start[rowAt(place)]; }
    /// Of the next slice that can own time; m_count behind the last.
    [[nodiscard]] std::size_t placeBehind(std::size_t place) const
    {
        const std::size_t next = place + 1; // of kBefore 0
        return m_owning ? m_owning->next(next) : next;
    }
    /// Of the one before; kBefore before the first.
    [[nodiscard]] std::size_t placeBefore(std::size_t place) const
    {
        return m_owning && place > 0 ? m_owning->previous(place - 1) : place - 1;
    }
    [[nodiscard]] const LineSegment& find(Timestamp time);
    [[nodiscard]] std::size_t placeAt(Timestamp time) const;
    [[nodiscard]] bool hasBegunAt(std::size_t place, Timestamp time) const
    {
        return place < m_count && startAt(place) <= time;
    }
    void goTo(std::size_t place);
    void closeBehind(std::uint32_t row);
    void openAround(SliceId slice);
    void open(std::uint32_t row);

    const Trace& m_trace;
    const SliceTable& m_slices;
    std::uint32_t m_first = 0;
    std::size_t m_count = 0;                 ///< of the track's slices
    std::size_t m_size = 0;                  ///< that can own time
    std::shared_ptr<const BitTree> m_owning; ///< by place those that can own time; null: every slice of the track can
    std::size_t m_place = kBefore;           ///< row from m_first on of the last slice that had begun and can own time
    std::vector<Open> m_open;                ///< it and those around it, outermost first
    std::vector<std::uint32_t> m_fresh;
    LineSegment m_segment; ///< the last answer
};

} // namespace kinetoscope
