// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/release.h"
#include "core/model/trace_builder.h"

#include <array>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

/// What the steps of buildTrace share. Private to core/model/builder: nothing outside includes it.
namespace kinetoscope::builder {

/// Which of a place's tracks an event goes to. One place (pid, tid, device, stream) can hold one of each.
enum class TrackClass : std::uint8_t {
    HostThread,
    HostInstants,
    Overhead, ///< profiler buffers: kept apart from the call tree of a thread with the same numbers
    Span,
    Stream,
    DeviceAnnotation,
    DeviceSync,
    DeviceOther,
    DeviceInstants,
    Async, ///< many per place, see async_pairing
};
inline constexpr std::size_t kPlaceTrackClasses = 9; ///< all but Async

/// Why an element of traceEvents cannot be drawn; the names in ImportReport::counted.
enum class Undrawn : std::uint8_t {
    Metadata,
    NotAnObject,
    Damaged,
    UnknownPhase,
    WithoutTimestamp, ///< needs `ts` and has none that is a number
    UnmatchedEnd,
    UnpairedFlow,
    CounterWithoutValue,
    ObjectEvent,     ///< N, O, D
    MemoryDump,      ///< v, V
    ClockSync,       ///< c
    Context,         ///< ( and )
    LinkedId,        ///< =
    ImplausibleTime, ///< a counter's sample; slices are drawn all the same
    Count_,
};

/// Facts about a category, worked out once.
struct CategoryFacts {
    EventKind kind = EventKind::Other;
    std::uint8_t level = 0; ///< [DIFF-12.3] step 2: 0 ops, annotations, frames; 1 runtime calls; 2 driver calls
    TrackClass sliceClass = TrackClass::HostThread;
    TrackClass instantClass = TrackClass::HostInstants;
};

/// A track before its place in the display order is known.
struct PendingTrack {
    TrackClass trackClass = TrackClass::HostThread;
    std::uint32_t place = 0; ///< of its first event
    CategoryId category = 0; ///< Async
    StringId name {};        ///< Async: of its outermost slices
    std::uint32_t sliceCount = 0;
    TrackId final {}; ///< after layOutTracks
};

/// One end of a B/E pair.
struct BeginEndMark {
    Timestamp ts = 0;
    EventIndex event = 0;
    std::uint32_t track = 0; ///< pending
    StringId name;
    bool isEnd = false;
};

/// One of b, n, e and their old spellings S, T, p, F.
struct AsyncMark {
    std::int64_t id = 0;
    Timestamp ts = 0;
    EventIndex event = 0;
    std::uint32_t place = 0;
    StringId name {};
    CategoryId category = 0;
    char phase = 'n'; ///< b, n or e
};

/// One of s, t, f.
struct FlowMark {
    std::int64_t id = 0;
    Timestamp ts = 0;
    EventIndex event = 0;
    std::uint32_t place = 0;
    StringId name;
    CategoryId category = 0;
    char phase = 's';
    bool bindEnclosing = false;
};

/// `External id` of a call or of device work that has no correlation.
struct ExternalIdMark {
    EventIndex event = 0;
    std::int64_t id = 0;
};

struct CounterMark {
    std::int64_t id = 0; ///< kNoId without one
    Timestamp ts = 0;
    EventIndex event = 0;
    std::uint32_t place = 0;
    StringId name;
    StringId series;
    double value = 0;
};

/// The samples of one counter track: marks [first, first + track.sampleCount) of BuildState::counters.
struct CounterGroup {
    Track track;
    std::size_t first = 0;
};

inline constexpr std::uint32_t kNoRow = 0xffff'ffffu;
inline constexpr std::int64_t kNoId = kMinTimestamp;

struct BuildState {
    ParsedEvents parsed;
    TraceData data;
    int threads = 1;
    const Progress& progress;

    std::vector<CategoryFacts> categories; ///< by CategoryId
    std::vector<std::uint32_t> rowOf; ///< by event: pending track while assigning, SliceTable row afterwards; kNoRow
    std::vector<PendingTrack> tracks;
    std::unordered_map<EventIndex, Nanoseconds> longDurations; ///< of slices, until rows are final
    std::vector<BeginEndMark> beginEnds;
    std::vector<AsyncMark> asyncs;
    std::vector<std::pair<EventIndex, EventIndex>> pairs; ///< events of the two ends of a slice
    std::vector<FlowMark> flows;
    std::vector<EventIndex> reusedFlows;     ///< ends of arrows whose id has several starts, ascending
    std::vector<ExternalIdMark> externalIds; ///< by event
    std::vector<CounterMark> counters;
    std::vector<CounterGroup> counterGroups;
    std::array<std::uint64_t, static_cast<std::size_t>(Undrawn::Count_)> undrawn {};

    BuildState(ParsedEvents events, int threadCount, const Progress& handles)
        : parsed(std::move(events))
        , threads(threadCount < 1 ? 1 : threadCount)
        , progress(handles)
    {
    }

    void countUndrawn(Undrawn kind, std::uint64_t count = 1) { undrawn[static_cast<std::size_t>(kind)] += count; }
    [[nodiscard]] std::string_view text(StringId id) const { return parsed.strings.view(id); }
    [[nodiscard]] Nanoseconds tolerance() const { return parsed.integerMicroseconds ? 0 : 1000; }
};

/// Hands freed memory back to the system, where that is wanted and where there can be much of it: each call walks the
/// whole heap of the process, whatever else is open in it. What stands for a rank that is not loaded has no events, and
/// those of a small file leave some megabytes of holes, which the next load or analysis takes.
inline void returnFreedBy(const BuildState& state)
{
    constexpr std::uint64_t kFewEvents = 50'000;
    if (!state.parsed.keepsFreedMemory && state.parsed.report.events > kFewEvents)
        returnFreeMemory();
}

/// Returns what batches have released to the system every million or so of their rows: call after each batch. One trim
/// a column would let the peak grow by the column; one for so many batches would take longer than all the rest where a
/// file has many event arrays of a few events each.
class BatchTrim {
public:
    explicit BatchTrim(const BuildState& state)
        : m_state(state)
    {
    }

    void operator()(std::size_t rows)
    {
        m_rows += rows;
        if (m_rows < kRows)
            return;
        m_rows = 0;
        returnFreedBy(m_state);
    }

private:
    const BuildState& m_state;
    static constexpr std::size_t kRows = 1'000'000; ///< 1 to 8 MB of a column
    std::size_t m_rows = 0;
};

/// Batch and row of an event. O(log batches).
struct EventPosition {
    EventBatch* batch = nullptr;
    std::size_t row = 0;
};
[[nodiscard]] EventPosition positionOf(BuildState& state, EventIndex event);

/// Counts a problem of one event; the first few keep the event's place in the text and `text`.
void noteProblem(BuildState& state, Problem problem, EventIndex event, StringId text);

/// Sets the duration of a slice that was found out by pairing. Before the durations are gathered.
void setDuration(BuildState& state, EventIndex event, Nanoseconds duration);

/// `ts` or `dur` of an event has no usable number where one is needed.
[[nodiscard]] constexpr bool hasNoTime(std::uint16_t rawFlags)
{
    return (rawFlags & (kRawNoTimestamp | kRawBadTimestamp)) != 0;
}

} // namespace kinetoscope::builder
