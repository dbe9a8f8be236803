// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"
#include "core/base/nanoseconds.h"
#include "core/model/event_kind.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace kinetoscope {

/// Facts about one slice that are not columns of their own. Bits of SliceTable::flags.
enum SliceFlag : std::uint16_t {
    kSliceUnfinished =
        1 << 0,             ///< no end in the file: `dur` missing, or B without E; drawn to the end of parent or trace
    kSliceClamped = 1 << 1, ///< start + duration left int64, or the time text did; end was clamped
    kSliceCorrupt = 1 << 2, ///< duration negative or above seven days [DIFF-0.8]: drawn, out of every analysis
    kSliceFromBeginEnd = 1 << 3,    ///< came from a B/E pair (hta mode drops those)
    kSliceMissingDuration = 1 << 4, ///< the X event had no `dur` (hta mode drops those)
    kSliceMissingCategory = 1 << 5, ///< the event had no `cat` (hta mode drops those)
    kSliceOverlapping = 1 << 6,     ///< overlaps its predecessor on the track without nesting; drawn on an extra lane
    kSliceClipped =
        1 << 7, ///< outlived its parent by at most the tolerance; tree end clipped, displayed time unchanged
    kSliceCollective = 1 << 8,        ///< args hold `Collective name` or `Process Group Name`
    kSliceStreamArg = 1 << 9,         ///< args hold an integer `stream` (Trace::streamArg gives it)
    kSliceNegativeDuration = 1 << 10, ///< `dur` was below zero: unfinished and corrupt (Trace::rawDuration gives it)
    kSliceAsync = 1 << 11,            ///< from an async pair b/e
    kSliceInstant = 1 << 12,          ///< a point in time (i, I, R, n): duration 0
    kSliceCorruptTime = 1 << 13,      ///< the `ts` or `dur` text was no number; time is a stand-in, never analysed
    kSliceImplausibleTime = 1 << 14,  ///< starts days from everything else: corrupt too, drawn where the file says
};

/// All slices of one trace as columns, sorted by (track, start, level, end descending, event index): the rows of one
/// track are contiguous and nested in tree order ([DIFF-12.3]). Bytes per slice: 39, guarded by tst_trace_builder.
///
/// Immutable once in a Trace; read from any thread.
struct SliceTable {
    std::vector<Timestamp> start;          ///< ns on the trace's own clock
    std::vector<std::uint32_t> duration32; ///< ns; kLongDuration: look into longDurations
    std::vector<StringId> name;
    std::vector<CategoryId> category;
    std::vector<EventKind> kind;
    std::vector<std::uint16_t> flags;   ///< SliceFlag bits
    std::vector<std::uint16_t> depth;   ///< 0 for top level inside its track; saturates at 65535
    std::vector<EventIndex> eventIndex; ///< of the X, or of the B
    std::vector<SliceId> parent;        ///< on the same track; invalid at top level
    std::vector<SliceId> partner;       ///< device side: its launch; launch: its first device slice; else invalid
    std::vector<std::uint32_t>
        correlation32; ///< raw correlation id; kNoCorrelation, or kLongCorrelation: see longCorrelations

    static constexpr std::uint32_t kLongDuration = 0xffff'ffffu;
    static constexpr std::uint32_t kNoCorrelation = 0xffff'ffffu;
    static constexpr std::uint32_t kLongCorrelation = 0xffff'fffeu;

    std::unordered_map<std::uint32_t, Nanoseconds> longDurations;     ///< by row
    std::unordered_map<std::uint32_t, std::int64_t> longCorrelations; ///< by row; also negative ids
    std::unordered_map<std::uint32_t, Nanoseconds> negativeDurations; ///< by row: as in the file, where below zero

    [[nodiscard]] std::size_t size() const { return start.size(); }
    [[nodiscard]] Nanoseconds duration(SliceId id) const
    {
        const std::uint32_t d = duration32[id.index()];
        return d != kLongDuration ? Nanoseconds { d } : longDuration(id);
    }
    [[nodiscard]] Timestamp end(SliceId id) const { return saturatingAdd(start[id.index()], duration(id)); }
    [[nodiscard]] TimeRange range(SliceId id) const { return { start[id.index()], end(id) }; }
    [[nodiscard]] bool has(SliceId id, SliceFlag flag) const { return (flags[id.index()] & flag) != 0; }
    /// -1 for none, as in the file otherwise.
    [[nodiscard]] std::int64_t correlation(SliceId id) const
    {
        const std::uint32_t c = correlation32[id.index()];
        if (c == kNoCorrelation)
            return -1;
        return c != kLongCorrelation ? std::int64_t { c } : longCorrelation(id);
    }
    /// By start, then in the order of the file.
    [[nodiscard]] bool startsBefore(SliceId a, SliceId b) const
    {
        const Timestamp left = start[a.index()];
        const Timestamp right = start[b.index()];
        return left != right ? left < right : eventIndex[a.index()] < eventIndex[b.index()];
    }
    /// Slices that analyses may sum: finished, plausible times.
    [[nodiscard]] bool isSound(SliceId id) const { return (flags[id.index()] & kUnsound) == 0; }
    /// SliceId of row i, for loops.
    [[nodiscard]] static SliceId at(std::size_t row) { return SliceId { row }; }

    static constexpr std::uint16_t kUnsound =
        kSliceUnfinished | kSliceClamped | kSliceCorrupt | kSliceInstant | kSliceCorruptTime;

private:
    [[nodiscard]] Nanoseconds longDuration(SliceId id) const;
    [[nodiscard]] std::int64_t longCorrelation(SliceId id) const;
};

} // namespace kinetoscope
