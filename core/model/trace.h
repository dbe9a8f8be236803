// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"
#include "core/base/nanoseconds.h"
#include "core/base/result.h"
#include "core/base/string_pool.h"
#include "core/model/args_source.h"
#include "core/model/colour_class.h"
#include "core/model/counter_table.h"
#include "core/model/event_kind.h"
#include "core/model/flow_table.h"
#include "core/model/import_report.h"
#include "core/model/metadata.h"
#include "core/model/slice_table.h"
#include "core/model/sparse_column.h"
#include "core/model/track.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace kinetoscope {

class TimelineIndex; // core/model/pyramid/timeline_index.h

/// One iteration of the training or serving loop, from a host annotation.
struct Step {
    std::int64_t number = -1; ///< N of `ProfilerStep#N`; running number for other patterns
    StringId name;
    SliceId slice;   ///< the annotation
    TimeRange range; ///< of the annotation, ns on the trace's clock
};

/// The last of `steps`, which are in order of their start, to start by `time`, where it holds it; else nullptr.
/// O(log steps).
[[nodiscard]] const Step* stepAt(std::span<const Step> steps, Timestamp time);

/// The few argument values that analyses need, decoded at load. Keyed by event index. All other args stay in the file.
struct ArgColumns {
    SparseColumn<std::int64_t>
        stream; ///< `stream`, only where the slice has kSliceStreamArg and it differs from its track's stream
    SparseColumn<std::int64_t> bytes;                   ///< `bytes` (copies, memsets)
    SparseColumn<double> bandwidth;                     ///< `memory bandwidth (GB/s)`, nearest double of the text
    SparseColumn<StringId> collectiveName;              ///< `Collective name`
    SparseColumn<StringId> processGroup;                ///< `Process Group Name`
    SparseColumn<std::int64_t> sequence;                ///< `Sequence number` of an op
    SparseColumn<std::int64_t> fwdThread;               ///< `Fwd thread id`
    SparseColumn<std::int64_t> waitOnStream;            ///< `wait_on_stream`
    SparseColumn<std::int64_t> waitOnRecordCorrelation; ///< `wait_on_cuda_event_record_corr_id`
};

/// One lane of a track for drawing: its slices in time order.
struct LaneRows {
    /// Row numbers into the SliceTable by start; empty when the lane holds all rows of its track (then they are
    /// contiguous).
    std::span<const std::uint32_t> rows;
    std::uint32_t first = 0; ///< used when `rows` is empty
    std::uint32_t count = 0;
    [[nodiscard]] std::size_t size() const { return count; }
    [[nodiscard]] SliceId operator[](std::size_t i) const
    {
        return rows.empty() ? SliceId { first + static_cast<std::uint32_t>(i) } : SliceId { rows[i] };
    }
};

/// One row of PyTorch's raw memory timeline file (SPEC.md 15.2): not an event of a trace, but a file people open
/// all the same.
struct MemoryTimelineEntry {
    std::int64_t timeNs = 0;   ///< -1: existed before the recording
    std::int64_t bytes = 0;    ///< signed
    std::int32_t action = 0;   ///< 1 pre-existing, 2 create, 3 version increment, 4 destroy
    std::int32_t category = 0; ///< 0 parameter .. 7 unknown
};

/// Parts of a Trace, filled by buildTrace() and then moved in. Nothing else writes them.
struct TraceData {
    std::string path; ///< as given by the user
    StringPool strings;
    std::vector<StringId> categories; ///< by CategoryId; 0 is the missing category ""
    std::vector<Track> tracks;        ///< in display order: process sort index, then kind, sort index, first appearance
    std::map<std::int64_t, StringId> streamTexts; ///< what streams with a number below Track::kNoStream are called
    std::map<std::int64_t, StringId> deviceTexts; ///< the same of devices, Track::kNoDevice
    SliceTable slices;
    CounterTable counters;
    FlowTable flows;
    LaunchTable launches;
    ArgColumns args;
    SparseColumn<EventIndex> endEvents; ///< by the event of a B or b: that of its E or e
    std::vector<Step> steps;            ///< by start
    std::string stepPattern; ///< what the steps were told by: "ProfilerStep#N", a preset, a name; "" without steps
    std::vector<MemoryTimelineEntry> memoryTimeline; ///< only for a raw memory timeline file, file order
    TraceMetadata metadata;
    ImportReport report;
    TimeRange range;     ///< first start to last end of everything drawable (corrupt rows left out)
    TimeRange coreRange; ///< the same without far outliers (reliability.md section 4): the first view
    std::vector<std::uint32_t> laneOffsets; ///< per track: first entry in laneStarts; tracks.size() + 1 entries
    std::vector<std::uint32_t>
        laneStarts; ///< per lane: [laneStarts[l], laneStarts[l + 1]) into laneRows; equal: the lane is its whole track
    std::vector<std::uint32_t> laneRows;
    std::vector<std::uint16_t> extraLane; ///< empty, or per row of the tracks that have overlaps: lane (see laneOf)
    std::vector<std::uint32_t> extraLaneFirst;     ///< per track: offset into extraLane + 1, 0: lane == depth
    std::shared_ptr<const TimelineIndex> timeline; ///< density pyramids for drawing
    std::shared_ptr<const ArgsSource> argsSource;  ///< reads an event's JSON again
};

/// One opened file: immutable, shared as std::shared_ptr<const Trace>, read from any thread without locks.
///
/// All times are ns on the file's own clock: the decimal `ts` text times 1000, exactly.
/// `metadata().baseTimeNanoseconds` puts that on Unix time; TraceSet puts several ranks on one clock. Views, spans and
/// references that it gives live as long as it does; ids and slices must be its own.
class Trace {
public:
    explicit Trace(TraceData data);
    ~Trace();
    Trace(const Trace&) = delete;
    Trace& operator=(const Trace&) = delete;

    [[nodiscard]] const std::string& path() const { return m_data.path; }
    [[nodiscard]] const TraceMetadata& metadata() const { return m_data.metadata; }
    [[nodiscard]] const ImportReport& report() const { return m_data.report; }

    [[nodiscard]] std::string_view text(StringId id) const { return m_data.strings.view(id); }
    [[nodiscard]] const StringPool& strings() const { return m_data.strings; }
    [[nodiscard]] std::string_view category(CategoryId id) const { return text(m_data.categories[id]); }
    [[nodiscard]] std::span<const StringId> categories() const { return m_data.categories; }

    [[nodiscard]] const SliceTable& slices() const { return m_data.slices; }
    [[nodiscard]] const CounterTable& counters() const { return m_data.counters; }
    [[nodiscard]] const FlowTable& flows() const { return m_data.flows; }
    [[nodiscard]] const LaunchTable& launches() const { return m_data.launches; }
    [[nodiscard]] const ArgColumns& args() const { return m_data.args; }
    /// The second event of slices that are made of two, by the first one (SliceTable::eventIndex), as the loader paired
    /// them.
    [[nodiscard]] const SparseColumn<EventIndex>& endEvents() const { return m_data.endEvents; }
    /// In order of their start.
    [[nodiscard]] std::span<const Step> steps() const { return m_data.steps; }
    /// What the steps were told by ("ProfilerStep#N", "execute_*", the name of a repeating annotation); "" where there
    /// are none.
    [[nodiscard]] const std::string& stepPattern() const { return m_data.stepPattern; }
    [[nodiscard]] std::span<const MemoryTimelineEntry> memoryTimeline() const { return m_data.memoryTimeline; }
    /// The file is a raw memory timeline, not a trace: it has rows in memoryTimeline() and no slices.
    [[nodiscard]] bool isMemoryTimeline() const { return !m_data.memoryTimeline.empty(); }
    /// First start to last end of everything drawable, and the same without far outliers (TraceData).
    [[nodiscard]] TimeRange range() const { return m_data.range; }
    [[nodiscard]] TimeRange coreRange() const { return m_data.coreRange; }

    /// In display order; TrackId is the position.
    [[nodiscard]] std::span<const Track> tracks() const { return m_data.tracks; }
    [[nodiscard]] const Track& track(TrackId id) const { return m_data.tracks[id.index()]; }
    /// What the file calls a stream that has a text for a number ("default"); "" of those with a number
    /// (Track::stream).
    [[nodiscard]] std::string_view streamText(std::int64_t stream) const;
    /// The same of a device (Track::device).
    [[nodiscard]] std::string_view deviceText(std::int64_t device) const;
    /// Track of a slice. O(log tracks).
    [[nodiscard]] TrackId trackOf(SliceId slice) const;

    /// Lane of a slice inside its track: its depth, or more where siblings overlap. Slices of one lane do not overlap
    /// in time, but for the tolerance of the call tree (1 us); a track with more than 16,384 lanes puts the rest on its
    /// last one. O(log tracks).
    [[nodiscard]] std::uint16_t laneOf(SliceId slice) const;
    /// The slices of one lane of a track; none from Track::laneCount on.
    [[nodiscard]] LaneRows lane(TrackId track, std::uint16_t lane) const;

    [[nodiscard]] std::string_view name(SliceId slice) const { return text(m_data.slices.name[slice.index()]); }
    [[nodiscard]] EventKind kind(SliceId slice) const { return m_data.slices.kind[slice.index()]; }
    /// `dur` as in the file, ns: below zero where kSliceNegativeDuration. Where the file has none (unfinished slices),
    /// the drawn one.
    [[nodiscard]] Nanoseconds rawDuration(SliceId slice) const;

    /// The host call that put this device slice on its stream; invalid when the file has none, and for host slices.
    [[nodiscard]] SliceId launchOf(SliceId deviceSlice) const;
    /// Enclosing slices of the same track, outermost first, `slice` itself not included. O(depth), iterative.
    [[nodiscard]] std::vector<SliceId> ancestors(SliceId slice) const;
    /// Ops and annotations around the launch of a device slice (or around a host slice), outermost first, the launch
    /// last. Around an instant, as of an allocation, on the thread that recorded it. O(tracks + log slices + depth).
    [[nodiscard]] std::vector<SliceId> opStack(SliceId slice) const;
    /// Python frames around the launch of a device slice (or around a host slice or an instant), outermost first. Cost
    /// as opStack.
    [[nodiscard]] std::vector<SliceId> pythonStack(SliceId slice) const;
    /// For an op of the backward pass, the forward op it belongs to (fwdbwd flow, else sequence number); invalid if
    /// none. By the number it looks at all ops that have one, and at all slices for each with the same.
    [[nodiscard]] SliceId forwardOf(SliceId slice) const;
    /// `args.stream` as an integer, where the event has one in [0, 2^31).
    [[nodiscard]] std::optional<std::int64_t> streamArg(SliceId slice) const;
    /// Slice of an event; invalid when the event became no slice. O(slices): used on clicks.
    [[nodiscard]] SliceId sliceOfEvent(EventIndex event) const;

    [[nodiscard]] const TimelineIndex& timeline() const { return *m_data.timeline; }
    /// The event's JSON text again, from the file. Result is the bytes as written. Unreadable if the file is
    /// gone, has changed, or the trace came from none. Thread-safe. Blocks on I/O: call off the GUI
    /// thread if the file may be slow; 1 ms plain, 20 ms gzip.
    [[nodiscard]] Result<std::string> eventJson(EventIndex event) const;
    /// The texts of many events in one pass over the file, in the order of `events` (ascending): for analyses of args
    /// that are not in ArgColumns. Blocks on I/O: inflates what lies between them. Errors as eventJson.
    [[nodiscard]] Result<Done> visitEventJson(std::span<const EventIndex> events, const EventVisitor& visit) const;

    /// Where the texts of events come from, for what reads more than the event's JSON; nullptr where there are none.
    [[nodiscard]] const ArgsSource* argsSource() const { return m_data.argsSource.get(); }

    [[nodiscard]] std::size_t memoryBytes() const; ///< columns and derived data, without strings

private:
    [[nodiscard]] SliceId forwardBySequence(SliceId slice) const;
    /// Innermost slice of the thread of an instant at its time; invalid without one.
    [[nodiscard]] SliceId sliceAround(SliceId instant) const;
    /// What opStack() and pythonStack() are made of.
    [[nodiscard]] std::vector<SliceId> stackOf(SliceId slice) const;

    TraceData m_data;
    std::vector<TrackId> m_sliceTracks; ///< tracks with slices, so by ascending firstSlice
};

} // namespace kinetoscope
